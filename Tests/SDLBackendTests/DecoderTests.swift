import ScrollworkHostInterface
import ScrollworkSDLBackend
import ScrollworkTestSupport
import Testing

private let decoder = BitmapDecoder()

private func error(of bytes: [UInt8], decoder: BitmapDecoder = decoder) -> ImageError? {
  do throws(ImageError) {
    _ = try decoder.decode(bytes, target: nil, mode: .fit)
    return nil
  } catch {
    return error
  }
}

private func isCorrupt(_ error: ImageError?) -> Bool {
  if case .corrupt = error { true } else { false }
}

private func isUnsupported(_ error: ImageError?) -> Bool {
  if case .unsupported = error { true } else { false }
}

@Test(arguments: [false, true])
func `a PNG is decoded exactly, premultiplied`(isOpaque: Bool) throws {
  let picture = TestPicture.random(width: 13, height: 7, isOpaque: isOpaque, seed: 1)
  let bitmap = try decoder.decode(picture.png(isOpaque: isOpaque), target: nil, mode: .fill)
  #expect(bitmap.pixelSize == PixelSize(width: 13, height: 7))
  #expect(bitmap.isOpaque == isOpaque)
  for (index, expected) in picture.averages(width: 13, height: 7).enumerated() {
    let color = SIMD4<Double>(bitmap.color(index % 13, index / 13))
    #expect(color == expected.rounded(.toNearestOrAwayFromZero), "pixel \(index)")
  }
}

private let rounds = UInt64(perBuild(debug: 20, optimized: 300))

@Test(arguments: 0..<rounds)
func `a reduced picture is the average of the areas, within a rounding`(seed: UInt64) throws {
  var generator = SeededGenerator(seed: seed)
  let (width, height) = (Int.random(in: 1...40, using: &generator), Int.random(in: 1...40, using: &generator))
  let isOpaque = Bool.random(using: &generator)
  let target = PixelSize(
    width: Int.random(in: 1...40, using: &generator), height: Int.random(in: 1...40, using: &generator))
  let picture = TestPicture.random(width: width, height: height, isOpaque: isOpaque, seed: seed)
  let bytes = Bool.random(using: &generator) && isOpaque ? picture.bmp() : picture.png(isOpaque: isOpaque)
  let bitmap = try decoder.decode(bytes, target: target, mode: .fill)
  for (index, expected) in picture.averages(width: bitmap.width, height: bitmap.height).enumerated() {
    let color = bitmap.color(index % bitmap.width, index / bitmap.width)
    let difference = SIMD4<Double>(color) - expected
    #expect((0..<4).allSatisfy { abs(difference[$0]) <= 0.51 }, "\(color) for \(expected) at \(index)")
    #expect((0..<3).allSatisfy { color[$0] <= color.w }, "a colour stronger than its alpha at \(index)")
  }
}

@Test func `a plain colour is unchanged in any size`() throws {
  let picture = TestPicture(width: 301, height: 97) { _, _ in (200, 100, 51, 255) }
  for target in [PixelSize(width: 7, height: 3), PixelSize(width: 300, height: 96), PixelSize(width: 1, height: 1)] {
    let bitmap = try decoder.decode(picture.png(isOpaque: true), target: target, mode: .fill)
    #expect(bitmap.pixels.allSatisfy { $0 == 0xFFC8_6433 })
  }
}

@Test func `fill covers the box, fit stays inside it, and nothing is enlarged`() throws {
  let bytes = TestPicture(width: 60, height: 40) { _, _ in (1, 2, 3, 255) }.png(isOpaque: true)
  func size(_ width: Int, _ height: Int, _ mode: ContentMode) throws -> PixelSize {
    try decoder.decode(bytes, target: PixelSize(width: width, height: height), mode: mode).pixelSize
  }
  #expect(try size(30, 30, .fill) == PixelSize(width: 45, height: 30))
  #expect(try size(30, 30, .fit) == PixelSize(width: 30, height: 20))
  #expect(try size(30, 10, .fill) == PixelSize(width: 30, height: 20))
  #expect(try size(30, 10, .fit) == PixelSize(width: 15, height: 10))
  #expect(try size(100, 10, .fill) == PixelSize(width: 60, height: 40))
  #expect(try size(1000, 1000, .fit) == PixelSize(width: 60, height: 40))
  #expect(try size(7, 7, .fill) == PixelSize(width: 11, height: 7))
  #expect(try size(10, 10, .center) == PixelSize(width: 60, height: 40))
  #expect(try size(0, -5, .fit) == PixelSize(width: 1, height: 1))
}

@Test(arguments: 0..<rounds)
func `reduced sizes cover or fit any box`(seed: UInt64) throws {
  var generator = SeededGenerator(seed: seed &+ 1000)
  let (width, height) = (Int.random(in: 1...90, using: &generator), Int.random(in: 1...9, using: &generator))
  let box = PixelSize(
    width: Int.random(in: 1...90, using: &generator), height: Int.random(in: 1...12, using: &generator))
  let bytes = TestPicture(width: width, height: height) { _, _ in (1, 2, 3, 255) }.png(isOpaque: true)
  let fill = try decoder.decode(bytes, target: box, mode: .fill)
  #expect(fill.width >= min(box.width, width) && fill.height >= min(box.height, height))
  #expect(fill.width <= width && fill.height <= height)
  let fit = try decoder.decode(bytes, target: box, mode: .fit)
  #expect(fit.width <= box.width && fit.height <= box.height)
  #expect(fit.width == min(box.width, width) || fit.height == min(box.height, height))
}

@Test func `a PNG that ends early is corrupt wherever it ends`() {
  let bytes = TestPicture.random(width: 9, height: 9, isOpaque: false, seed: 3).png(isOpaque: false)
  // Without the last twelve bytes, the end chunk, the file still counts as complete.
  for count in stride(from: 8, to: bytes.count - 12, by: 7) {
    #expect(isCorrupt(error(of: Array(bytes.prefix(count)))), "\(count) bytes of \(bytes.count)")
  }
}

@Test func `a PNG with a wrong byte in its data is corrupt`() {
  var bytes = TestPicture.random(width: 9, height: 9, isOpaque: false, seed: 3).png(isOpaque: false)
  bytes[bytes.count / 2] ^= 0x40
  #expect(isCorrupt(error(of: bytes)))
}

@Test func `an unknown format is unsupported, and an empty file is corrupt`() {
  #expect(isUnsupported(error(of: Array("Dear diary, this is no picture".utf8))))
  #expect(isUnsupported(error(of: Array("BM is how a letter may begin".utf8))))
  #expect(isUnsupported(error(of: [0])))
  #expect(isCorrupt(error(of: [])))
}

@Test func `a header that promises too many pixels is refused before they are allocated`() {
  let giant = TestPNG.signature + TestPNG.header(width: 30_000, height: 30_000)
  #expect(error(of: giant) == .tooLarge(PixelSize(width: 30_000, height: 30_000)))
  let long = TestPNG.signature + TestPNG.header(width: 65_501, height: 1)
  #expect(error(of: long) == .tooLarge(PixelSize(width: 65_501, height: 1)))
  // The size is within the limits, but 60 bytes cannot hold so many pixels.
  let bomb = TestPNG.signature + TestPNG.header(width: 16_000, height: 16_000) + TestPNG.chunk("IDAT", [0x78, 0x01])
  #expect(isCorrupt(error(of: bomb)))
  #expect(error(of: TestPNG.signature + TestPNG.header(width: 0, height: 5)).map(isCorrupt) == true)
}

@Test func `gray, palette and 16 bit PNGs are read`() throws {
  let gray = TestPNG.file(width: 2, height: 1, colorType: 0, depth: 8, rows: [0, 0, 128])
  #expect(try decoder.decode(gray, target: nil, mode: .fit).pixels == [0xFF00_0000, 0xFF80_8080])
  let grayAlpha = TestPNG.file(width: 2, height: 1, colorType: 4, depth: 8, rows: [0, 255, 0, 255, 128])
  #expect(try decoder.decode(grayAlpha, target: nil, mode: .fit).pixels == [0, 0x8080_8080])
  let deep = TestPNG.file(width: 1, height: 1, colorType: 2, depth: 16, rows: [0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF])
  #expect(try decoder.decode(deep, target: nil, mode: .fit).pixels == [0xFFFF_00FF])
  let palette =
    TestPNG.signature + TestPNG.header(width: 8, height: 1, colorType: 3, depth: 1)
    + TestPNG.chunk("PLTE", [255, 0, 0, 0, 0, 255]) + TestPNG.chunk("IDAT", TestPNG.stored([0, 0b0100_0000]))
    + TestPNG.chunk("IEND", [])
  let pixels = try decoder.decode(palette, target: nil, mode: .fit).pixels
  #expect(pixels[0] == 0xFFFF_0000 && pixels[1] == 0xFF00_00FF && pixels[2] == 0xFFFF_0000)
}

@Test(arguments: 0..<rounds)
func `a PNG reduced row by row equals one read as a whole`(seed: UInt64) throws {
  var generator = SeededGenerator(seed: seed)
  let width: Int = .random(in: 2...90, using: &generator)
  let height: Int = .random(in: 2...70, using: &generator)
  let isOpaque = Bool.random(using: &generator)
  let picture = TestPicture.random(width: width, height: height, isOpaque: isOpaque, seed: seed)
  let bytes = picture.png(isOpaque: isOpaque)
  let target = PixelSize(
    width: .random(in: 1..<width, using: &generator), height: .random(in: 1..<height, using: &generator))
  let whole = try decoder.decode(bytes, target: target, mode: .fill)
  let rows = BitmapDecoder(wholePixelCount: 0)
  let read = try rows.decode(bytes, target: target, mode: .fill)
  #expect(read.pixels == whole.pixels)
  #expect(read.pixelSize == whole.pixelSize && read.isOpaque == whole.isOpaque)
  let end: Int = .random(in: 60..<bytes.count - 20, using: &generator)
  #expect(throws: ImageError.self) { try rows.decode(Array(bytes.prefix(end)), target: target, mode: .fit) }
}

@Test func `an unwanted large PNG is abandoned within 64 rows`() throws {
  let rows = BitmapDecoder(wholePixelCount: 0)
  let bytes = TestPicture.random(width: 3, height: 300, isOpaque: true, seed: 1).png(isOpaque: true)
  var asked = 0
  #expect(throws: ImageError.cancelled) {
    try rows.decode(bytes, target: PixelSize(width: 1, height: 100), mode: .fill) {
      asked += 1
      return asked < 3
    }
  }
  #expect(asked == 3)
  asked = 0
  let whole = try rows.decode(bytes, target: PixelSize(width: 1, height: 100), mode: .fill) {
    asked += 1
    return true
  }
  let expected = try decoder.decode(bytes, target: whole.pixelSize, mode: .fill)
  #expect(asked == 5 && whole.pixels == expected.pixels)
}

@Test func `gray, palette and 16 bit PNGs are read row by row too`() throws {
  let rows = BitmapDecoder(wholePixelCount: 0)
  let palette =
    TestPNG.signature + TestPNG.header(width: 8, height: 2, colorType: 3, depth: 1)
    + TestPNG.chunk("PLTE", [255, 0, 0, 0, 0, 255])
    + TestPNG.chunk("IDAT", TestPNG.stored([0, 0b0100_1111, 0, 0b0101_0000])) + TestPNG.chunk("IEND", [])
  let files = [
    TestPNG.file(width: 2, height: 2, colorType: 0, depth: 8, rows: [0, 0, 128, 0, 255, 7]),
    TestPNG.file(width: 2, height: 1, colorType: 4, depth: 8, rows: [0, 255, 0, 255, 128]),
    TestPNG.file(width: 2, height: 1, colorType: 2, depth: 16, rows: [0, 128, 1, 0, 0, 64, 0, 9, 9, 255, 255, 1, 1]),
    palette,
  ]
  for (index, file) in files.enumerated() {
    let target = PixelSize(width: 1, height: 1)
    let (one, other) = (
      try rows.decode(file, target: target, mode: .fill), try decoder.decode(file, target: target, mode: .fill)
    )
    #expect(one.pixels == other.pixels, "file \(index)")
  }
}

@Test func `16-bit samples without gamma are as bright as 8-bit ones`() throws {
  for (kind, rows) in [(0, [0x80, 0x80]), (2, [0x80, 0x80, 0x40, 0x40, 0xC0, 0xC0])] as [(UInt8, [UInt8])] {
    let deep = TestPNG.file(width: 1, height: 1, colorType: kind, depth: 16, rows: [0] + rows)
    let plain = TestPNG.file(
      width: 1, height: 1, colorType: kind, depth: 8,
      rows: [0] + stride(from: 0, to: rows.count, by: 2).map { rows[$0] })
    let expected = try decoder.decode(plain, target: nil, mode: .fit).pixels
    #expect(try decoder.decode(deep, target: nil, mode: .fit).pixels == expected)
  }
}

@Test func `the size is known from the header alone`() throws {
  let header = TestPNG.signature + TestPNG.header(width: 31, height: 17, colorType: 2, depth: 8)
  #expect(try decoder.pixelSize(of: header + [UInt8](repeating: 0, count: 8)) == PixelSize(width: 31, height: 17))
  let bmp = TestPicture(width: 5, height: 4) { _, _ in (9, 9, 9, 255) }.bmp()
  #expect(try decoder.pixelSize(of: Array(bmp.prefix(30))) == PixelSize(width: 5, height: 4))
  #expect(try decoder.pixelSize(ofStart: Array(bmp.prefix(60))) == PixelSize(width: 5, height: 4))
}

@Test func `a BMP that ends early is corrupt`() {
  let bytes = TestPicture.random(width: 9, height: 9, isOpaque: true, seed: 3).bmp()
  for count in [2, 20, 30, 53, 60, bytes.count - 40] {
    let found = error(of: Array(bytes.prefix(count)))
    #expect(isCorrupt(found) || isUnsupported(found), "\(count) bytes: \(String(describing: found))")
  }
}

@Test func `a reduced picture knows the size of the whole one`() throws {
  let picture = TestPicture(width: 300, height: 90) { _, _ in (200, 100, 51, 255) }
  for target in [nil, PixelSize(width: 40, height: 30), PixelSize(width: 900, height: 900)] {
    let bitmap = try decoder.decode(picture.png(isOpaque: true), target: target, mode: .fill)
    #expect(bitmap.originalSize == PixelSize(width: 300, height: 90))
  }
}
