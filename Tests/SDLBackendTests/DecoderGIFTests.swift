import ScrollworkHostInterface
import ScrollworkSDLBackend
import ScrollworkTestSupport
import Testing

private let rounds = UInt64(perBuild(debug: 20, optimized: 300))

/// Writes codes of varying widths into bytes.
struct GIFCodes {
  private(set) var bytes: [UInt8] = []
  private var bits = 0
  private var bitCount = 0

  mutating func put(_ code: Int, _ width: Int) {
    bits |= code << bitCount
    bitCount += width
    while bitCount >= 8 {
      bytes.append(UInt8(bits & 255))
      bits >>= 8
      bitCount -= 8
    }
  }
}

/// A writer of GIF files with gray pictures.
private struct TestGIF {
  var width: Int
  var height: Int
  /// The rows from the top, each value below 64.
  var grays: [UInt8]
  var isInterlaced: Bool

  /// Returns the bytes of the GIF file.
  /// - Parameter transparent: The value of transparent pixels; `nil` for none.
  func file(transparent: UInt8?) -> [UInt8] {
    var file = Array("GIF89a".utf8) + little(width) + little(height) + [0x80 | 5, 0, 0]
    for gray in UInt8(0)..<64 { file += [gray, gray, gray] }
    if let transparent { file += [0x21, 0xF9, 4, 1, 0, 0, transparent, 0] }
    file += [0x2C, 0, 0, 0, 0] + little(width) + little(height) + [isInterlaced ? 0x40 : 0, 6]
    let data = compressed(storedRows().flatMap { grays[$0 * width..<($0 + 1) * width] })
    for start in stride(from: 0, to: data.count, by: 200) {
      let block = data[start..<min(start + 200, data.count)]
      file += [UInt8(block.count)] + block
    }
    return file + [0, 0x3B]
  }

  private func storedRows() -> [Int] {
    guard isInterlaced else { return Array(0..<height) }
    let first = (0..<height).filter { $0 % 8 == 0 } + (0..<height).filter { $0 % 8 == 4 }
    return first + (0..<height).filter { $0 % 4 == 2 } + (0..<height).filter { $0 % 2 == 1 }
  }

  /// Compresses the values in the textbook way, with a dictionary of strings.
  private func compressed(_ values: [UInt8]) -> [UInt8] {
    var output = GIFCodes()
    let (clear, end) = (64, 65)
    var codes: [[UInt8]: Int] = [:]
    var (next, width) = (66, 7)
    func code(_ string: [UInt8]) -> Int { string.count == 1 ? Int(string[0]) : codes[string] ?? 0 }
    output.put(clear, width)
    var string: [UInt8] = []
    for value in values {
      if string.isEmpty || codes[string + [value]] != nil {
        string.append(value)
        continue
      }
      output.put(code(string), width)
      codes[string + [value]] = next
      if next == 1 << width { width += 1 }
      next += 1
      if next == 4096 {
        output.put(clear, width)
        (codes, next, width) = ([:], 66, 7)
      }
      string = [value]
    }
    output.put(code(string), width)
    if next == 1 << width { width += 1 }
    output.put(end, width)
    output.put(0, 7)
    return output.bytes
  }

  private func little(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
}

@Test(arguments: 0..<rounds)
func `a GIF is decoded exactly, interlaced or not`(seed: UInt64) throws {
  var generator = SeededGenerator(seed: seed)
  let (width, height) = (Int.random(in: 1...120, using: &generator), Int.random(in: 1...90, using: &generator))
  let colorCount = UInt8.random(in: 1...64, using: &generator)
  let grays = (0..<width * height).map { _ in UInt8.random(in: 0..<colorCount, using: &generator) }
  let gif = TestGIF(width: width, height: height, grays: grays, isInterlaced: Bool.random(using: &generator))
  let transparent = Bool.random(using: &generator) ? UInt8(0) : nil
  let bitmap = try BitmapDecoder(libraries: []).decode(gif.file(transparent: transparent), target: nil, mode: .fit)
  #expect(bitmap.pixelSize == PixelSize(width: width, height: height))
  let expected = grays.map { $0 == transparent ? 0 : 0xFF00_0000 | UInt32($0) * 0x01_0101 }
  #expect(bitmap.pixels == expected)
}

@Test func `a GIF that ends early is corrupt`() {
  let grays = (0..<40 * 30).map { UInt8($0 * 7 % 61) }
  let bytes = TestGIF(width: 40, height: 30, grays: grays, isInterlaced: false).file(transparent: nil)
  for count in stride(from: 6, to: bytes.count - 10, by: 23) {
    #expect(throws: ImageError.self, "\(count) of \(bytes.count) bytes") {
      try BitmapDecoder().decode(Array(bytes.prefix(count)), target: nil, mode: .fit)
    }
  }
}
