import ScrollworkHostInterface

/// Decodes the first frame of a GIF. This decoder is our own because SDL_image 2.6 crashes on damaged files.
enum GIFDecoder {
  /// The number of rows between calls of `isWanted`.
  private static let questionStride = 64

  /// Returns the first frame on its canvas, reduced to `size`.
  /// - Parameter isPart: Whether a damaged file is decoded as far as it goes; the rest is transparent.
  static func decode(
    _ bytes: [UInt8], to size: PixelSize, isPart: Bool = false, while isWanted: () -> Bool
  ) throws(ImageError) -> [UInt32] {
    guard let frame = GIFFrame(ByteReader(bytes: bytes)) else { throw .corrupt("the GIF header is damaged") }
    guard isWanted() else { throw .cancelled }
    let (place, canvas) = (frame.place, frame.canvas)
    let data = LZWReader(bytes, at: frame.dataOffset)?.readPart(count: place.width * place.height, while: isWanted)
    guard let (indices, known) = data, known == indices.count || isPart && known > 0 else {
      guard isWanted() else { throw .cancelled }
      throw .corrupt("GIF: the data end too early or contradict themselves")
    }
    let stored = storedRows(frame, knownCount: known)
    // Rows are expanded one at a time: indices take a quarter of the memory of colours.
    return try withPixelMemory(byteCount: canvas.width * 4, for: canvas) { memory throws(ImageError) in
      memory.update(repeating: 0, count: canvas.width * 4)
      var reduction = AreaReduction<BGRALayout>(source: canvas, size: size)
      return try reduction.run { row throws(ImageError) in
        if row % questionStride == 0, !isWanted() { throw .cancelled }
        guard (place.y..<place.y + place.height).contains(row) else {
          memory.update(repeating: 0, count: canvas.width * 4)
          return UnsafePointer(memory)
        }
        let first = stored[row - place.y] * place.width
        var out = UnsafeMutableRawPointer(memory + place.x * 4)
        for index in first..<first + place.width {
          let color = index < known ? frame.colors[Int(indices[index])] : .zero
          out.storeBytes(of: color, as: SIMD4<UInt8>.self)
          out += 4
        }
        return UnsafePointer(memory)
      }
    }
  }

  /// Returns, for each row of the picture, its index in the order of the file. A row that is missing from an interlaced
  /// file gets the index of the row above, so that it shows the same pixels.
  private static func storedRows(_ frame: GIFFrame, knownCount: Int) -> [Int] {
    var stored = [Int](repeating: 0, count: frame.place.height)
    for (index, row) in rows(height: frame.place.height, isInterlaced: frame.isInterlaced).enumerated() {
      stored[row] = index
    }
    guard frame.isInterlaced else { return stored }
    for row in stored.indices.dropFirst() where (stored[row] + 1) * frame.place.width > knownCount {
      stored[row] = stored[row - 1]
    }
    return stored
  }

  /// Returns the row numbers in the order in which a file stores the rows (GIF89a, appendix E).
  static func rows(height: Int, isInterlaced: Bool) -> [Int] {
    guard isInterlaced else { return Array(0..<height) }
    return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
  }
}

/// Reads GIF's variant of Lempel-Ziv-Welch compression (GIF89a, appendix F).
struct LZWReader {
  private let bytes: [UInt8]
  /// The offset of the next byte in the file.
  private var offset: Int
  /// Bytes that are left in the current block.
  private var blockCount = 0
  /// Bits that were read but not used, and their number.
  private var bits: UInt32 = 0
  private var bitCount = 0
  /// The width of codes after a clear code, in bits.
  private let smallestWidth: Int

  /// The dictionary: each code's string is the string of its prefix followed by its suffix; `length` is the string's
  /// length.
  private var prefix = [UInt16](repeating: 0, count: 4096)
  private var suffix = [UInt8](repeating: 0, count: 4096)
  private var length = [UInt16](repeating: 1, count: 4096)

  /// Creates a reader for the data at `offset`; returns `nil` if the code size there is invalid.
  init?(_ bytes: [UInt8], at offset: Int) {
    guard bytes.indices.contains(offset), (1...8).contains(bytes[offset]) else { return nil }
    self.bytes = bytes
    self.offset = offset + 1
    smallestWidth = Int(bytes[offset]) + 1
    for code in 0..<256 { suffix[code] = UInt8(code) }
  }

  /// Decompresses the first `count` bytes; returns `nil` if the data are shorter or damaged, or if `isWanted` returns
  /// `false`.
  func read(count: Int, while isWanted: () -> Bool = { true }) -> [UInt8]? {
    let (bytes, known) = readPart(count: count, while: isWanted)
    return known == count ? bytes : nil
  }

  /// Decompresses the first `count` bytes as far as possible. The bytes after the `known` ones are 0.
  func readPart(count: Int, while isWanted: () -> Bool) -> (bytes: [UInt8], known: Int) {
    var reader = self
    return reader.readAll(count, isWanted)
  }

  /// Decompresses the first `count` bytes, using up this reader.
  private mutating func readAll(_ count: Int, _ isWanted: () -> Bool) -> (bytes: [UInt8], known: Int) {
    let clearCode = 1 << (smallestWidth - 1)
    var output = [UInt8](repeating: 0, count: count)
    var written = 0
    var width = smallestWidth
    var next = clearCode + 2
    var previous: Int?
    var codeCount = 0
    while written < count {
      codeCount += 1
      // `isWanted` is called once in 65,536 codes, so that the calls cost nothing.
      if codeCount & 0xFFFF == 0, !isWanted() { break }
      guard let code = readCode(width), code != clearCode + 1 else { break }
      if code == clearCode {
        (width, next, previous) = (smallestWidth, clearCode + 2, nil)
        continue
      }
      // A code may occur in the very step that defines it: it then stands for the previous string and that string's
      // first byte.
      let isNew = code == next
      guard code < next || isNew && previous != nil, code != clearCode else { break }
      let start = written
      written += write(isNew ? previous ?? 0 : code, to: &output, at: start)
      if isNew, written < count {
        output[written] = output[start]
        written += 1
      }
      if let previous, next < 4096 {
        define(next, after: previous, ending: output[start])
        next += 1
        if next == 1 << width, width < 12 { width += 1 }
      }
      previous = code
    }
    return (output, written)
  }

  /// Defines a code for the string of `previous` followed by `byte`.
  private mutating func define(_ code: Int, after previous: Int, ending byte: UInt8) {
    prefix[code] = UInt16(previous)
    suffix[code] = byte
    length[code] = length[previous] + 1
  }

  /// Writes the string of a code as far as there is room; returns the number of bytes written.
  private func write(_ code: Int, to output: inout [UInt8], at start: Int) -> Int {
    let count = Int(length[code])
    var code = code
    for index in stride(from: start + count - 1, through: start, by: -1) {
      if index < output.count { output[index] = suffix[code] }
      code = Int(prefix[code])
    }
    return min(count, output.count - start)
  }

  /// Reads a code of `width` bits, least significant bit first, across blocks; returns `nil` at the end of the data.
  private mutating func readCode(_ width: Int) -> Int? {
    while bitCount < width {
      if blockCount == 0 {
        guard offset < bytes.count, bytes[offset] > 0 else { return nil }
        blockCount = Int(bytes[offset])
        offset += 1
      }
      guard offset < bytes.count else { return nil }
      bits |= UInt32(bytes[offset]) << bitCount
      bitCount += 8
      offset += 1
      blockCount -= 1
    }
    defer {
      bits >>= width
      bitCount -= width
    }
    return Int(bits & (1 << width - 1))
  }
}
