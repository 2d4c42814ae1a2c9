import ScrollworkHostInterface
import ScrollworkPlatform
import ScrollworkSDLBackend
import ScrollworkTestSupport
import Testing

/// The side of the giants in pixels.
private let side = perBuild(debug: 4096, optimized: 16_384)
private let rounds = UInt64(perBuild(debug: 20, optimized: 300))

/// Small files with many pixels.
private enum Giant {
  /// Returns a GIF of one colour. Each of its codes stands for a longer run than the code before.
  static func gif() -> [UInt8] {
    let clear = 4
    var codes = GIFCodes()
    var count = 0
    while count < side * side {
      codes.put(clear, 3)
      codes.put(1, 3)
      count += 1
      var (next, width, run) = (clear + 2, 3, 2)
      while next < 4096, count < side * side {
        codes.put(next, width)
        count += run
        run += 1
        next += 1
        if next == 1 << width, width < 12 { width += 1 }
      }
    }
    codes.put(clear + 1, 12)
    codes.put(0, 12)
    let size = [UInt8(side & 255), UInt8(side >> 8)]
    var file = Array("GIF89a".utf8) + size + size + [0x81, 0, 0]
    file += [255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0] + size + size + [0, 2]
    for start in stride(from: 0, to: codes.bytes.count, by: 255) {
      let block = codes.bytes[start..<min(start + 255, codes.bytes.count)]
      file += [UInt8(block.count)] + block
    }
    return file + [0, 0x3B]
  }

  /// Returns a BMP with one bit per pixel, all of the second colour.
  static func bitmap() -> [UInt8] {
    TestPalette(width: side, height: side, colors: [0x00_0000, 0x00_00FF], depth: 1).file {
      [UInt8](repeating: 255, count: side * side / 8)
    }
  }
}

/// A writer of BMP files with a palette.
private struct TestPalette {
  var width: Int
  var height: Int
  /// Colours as `0xRRGGBB`.
  var colors: [UInt32]
  var depth: Int

  /// Returns the BMP file.
  /// - Parameter rows: Returns all rows from the bottom, each padded to four bytes.
  func file(_ rows: () -> [UInt8]) -> [UInt8] {
    let rows = rows()
    let start = 54 + colors.count * 4
    var file = Array("BM".utf8) + little(start + rows.count) + little(0) + little(start)
    file += little(40) + little(width) + little(height) + [1, 0, UInt8(depth), 0]
    file += little(0) + little(rows.count) + little(2835) + little(2835) + little(colors.count) + little(0)
    for color in colors { file += little(Int(color)) }
    return file + rows
  }

  private func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> ($0 * 8) & 255) } }
}

/// Returns the number of bytes by which decoding raises the process's peak memory.
private func growth(decoding bytes: [UInt8], expecting color: UInt32) -> Int {
  let before = ProcessStatistics.peakResidentBytes
  // The decoder has no time limit, because sanitizers may need more than its 5 seconds.
  let decoder = BitmapDecoder(processorTime: { 0 })
  let bitmap = try? decoder.decode(bytes, target: PixelSize(width: 100, height: 100), mode: .fit)
  #expect(bitmap?.pixels == [UInt32](repeating: color, count: 10_000))
  return ProcessStatistics.peakResidentBytes - before
}

/// The expected memory in bytes: one byte per pixel, and a margin for the libraries.
private let most = side * side + 24 << 20

@Test func `a giant of 256 colours takes one byte per pixel`() async {
  await #expect(processExitsWith: .success) {
    let bytes = growth(decoding: Giant.gif(), expecting: 0xFF00_00FF)
    #expect(bytes > side * side / 2 && bytes < most, "GIF: \(bytes >> 20) MB")
  }
  await #expect(processExitsWith: .success) {
    let bytes = growth(decoding: Giant.bitmap(), expecting: 0xFF00_00FF)
    #expect(bytes > side * side / 2 && bytes < most, "BMP: \(bytes >> 20) MB")
  }
}

@Test(arguments: 0..<rounds)
func `a reduced palette picture equals the same colours without a palette`(seed: UInt64) throws {
  var generator = SeededGenerator(seed: seed)
  let (width, height) = (Int.random(in: 2...90, using: &generator), Int.random(in: 2...70, using: &generator))
  let colors = (0..<256).map { _ in UInt32.random(in: 0...0xFF_FFFF, using: &generator) }
  let indices = (0..<width * height).map { _ in Int.random(in: 0...255, using: &generator) }
  let plain = TestPicture(width: width, height: height) { x, y in
    let color = colors[indices[y * width + x]]
    return (UInt8(color >> 16 & 255), UInt8(color >> 8 & 255), UInt8(color & 255), 255)
  }
  let stored = TestPalette(width: width, height: height, colors: colors, depth: 8).file {
    var rows: [UInt8] = []
    for y in (0..<height).reversed() {
      for index in indices[y * width..<(y + 1) * width] { rows.append(UInt8(index)) }
      while rows.count % 4 != 0 { rows.append(0) }
    }
    return rows
  }
  let targets = [
    nil,
    PixelSize(
      width: Int.random(in: 1..<width, using: &generator), height: Int.random(in: 1..<height, using: &generator)),
  ]
  for target in targets {
    let expected = try BitmapDecoder().decode(plain.bmp(), target: target, mode: .fill)
    let reduced = try BitmapDecoder().decode(stored, target: target, mode: .fill)
    #expect(reduced.pixelSize == expected.pixelSize && reduced.isOpaque)
    for (a, b) in zip(reduced.pixels, expected.pixels) {
      let most = target == nil ? 0 : 1
      for shift in [0, 8, 16] { #expect(abs(Int(a >> shift & 255) - Int(b >> shift & 255)) <= most) }
    }
  }
}

@Test(.enabled(if: OptionalLibrary.sdlImage.isPresent && OptionalLibrary.turboJPEG.isPresent, "libraries are missing"))
func `a picture that can only be decoded whole is refused if it needs too much memory`() throws {
  let box = PixelSize(width: 4, height: 4)
  func error(_ bytes: [UInt8], limit: Int) -> ImageError? {
    do {
      _ = try BitmapDecoder(wholeByteCount: limit).decode(bytes, target: box, mode: .fit)
      return nil
    } catch {
      return error
    }
  }
  for bytes in [EncodedPictures.tiff, EncodedPictures.webp, EncodedPictures.progressiveJPEG] {
    let size = try BitmapDecoder().pixelSize(of: bytes)
    #expect(error(bytes, limit: size.width * size.height * 3) == .tooLarge(size))
    #expect(error(bytes, limit: size.width * size.height * 9) == nil)
  }
  let size = try BitmapDecoder().pixelSize(of: EncodedPictures.jpeg)
  #expect(error(EncodedPictures.jpeg, limit: size.width * size.height) == nil, "its scans are reduced while decoding")
}

@Test func `an unwanted GIF is abandoned`() {
  #expect(throws: ImageError.cancelled) {
    try BitmapDecoder().decode(EncodedPictures.gif, target: nil, mode: .fit) { false }
  }
}
