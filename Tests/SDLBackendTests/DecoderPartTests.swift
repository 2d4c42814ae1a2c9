import Glibc
import ScrollworkHostInterface
import ScrollworkPlatform
import ScrollworkSDLBackend
import ScrollworkTestSupport
import Testing

// Tests of the parts of pictures in files that end early.

private let decoder = BitmapDecoder()

/// Returns the part of a picture that is decoded from a file; `nil` if there is none.
private func shownPart(_ bytes: [UInt8]) -> Bitmap? {
  guard let whole = try? decoder.wholePicture(bytes, level: 0, isPart: true, while: { true }) else { return nil }
  let area = PixelArea(x: 0, y: 0, width: whole.size.width, height: whole.size.height)
  return whole.part(area, level: 0, turn: .upright)
}

/// Checks that a file that is cut is refused as a picture, but that the part decoded from it has some rows, not all, in
/// common with the whole picture.
/// - Parameters:
///   - share: The fraction of the file that is kept, 0 to 1.
///   - edge: The edge at which the file's data begin.
private func checkPart(_ bytes: [UInt8], share: Double, from edge: Edge = .top) throws {
  let cut = Array(bytes.prefix(Int(Double(bytes.count) * share)))
  #expect(throws: ImageError.self) { try decoder.decode(cut, target: nil, mode: .fit) }
  let whole = try decoder.decode(bytes, target: nil, mode: .fit)
  let part = try #require(shownPart(cut), "nothing is shown of \(cut.count) of \(bytes.count) bytes")
  #expect(part.width == whole.width && part.height == whole.height)
  func row(_ bitmap: Bitmap, _ y: Int) -> ArraySlice<UInt32> {
    bitmap.pixels[y * bitmap.width..<(y + 1) * bitmap.width]
  }
  let equal = (0..<whole.height).filter { row(part, $0) == row(whole, $0) }
  #expect(equal.count > whole.height / 8 && equal.count < whole.height, "\(equal.count) of \(whole.height) rows")
  #expect(equal.contains(edge == .top ? 0 : whole.height - 1))
}

/// The edge at which a file's data begin.
private enum Edge { case top, bottom }

private let picture = TestPicture.random(width: 60, height: 80, isOpaque: true, seed: 7)

/// Returns an uncompressed TIFF of strips of eight rows, or of tiles, with its directory before the data.
/// - Parameter padding: The number of bytes behind the pixels of each tile.
private func tiff(_ picture: TestPicture, tileSide: Int? = nil, padding: Int = 0) -> [UInt8] {
  func number(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
  let part = (width: tileSide ?? picture.width, height: tileSide ?? 8)
  let (columns, rows) = ((picture.width + part.width - 1) / part.width, picture.height / part.height)
  let count = columns * rows
  var data: [UInt8] = []
  for index in 0..<count {
    for pixel in 0..<part.width * part.height {
      let x = index % columns * part.width + pixel % part.width
      let start = ((index / columns * part.height + pixel / part.width) * picture.width + x) * 4
      data += x < picture.width ? picture.bytes[start..<start + 3] : [0, 0, 0]
    }
    data += [UInt8](repeating: 0, count: padding)
  }
  let listStart = 8 + 2 + (tileSide == nil ? 10 : 11) * 12 + 4
  let (offsetList, lengthList) = (listStart + 6, listStart + 6 + count * 4)
  let (first, length) = (lengthList + count * 4, data.count / count)
  let common = [
    (0x100, 4, 1, picture.width), (0x101, 4, 1, picture.height), (0x102, 3, 3, listStart), (0x103, 3, 1, 1),
    (0x106, 3, 1, 2),
  ]
  let strips = [
    (0x111, 4, count, offsetList), (0x115, 3, 1, 3), (0x116, 4, 1, part.height), (0x117, 4, count, lengthList),
    (0x11C, 3, 1, 1),
  ]
  let tiles = [
    (0x115, 3, 1, 3), (0x11C, 3, 1, 1), (0x142, 3, 1, part.width), (0x143, 3, 1, part.height),
    (0x144, 4, count, offsetList), (0x145, 4, count, lengthList),
  ]
  let entries = common + (tileSide == nil ? strips : tiles)
  let directory = entries.flatMap { number($0.0, 2) + number($0.1, 2) + number($0.2, 4) + number($0.3, 4) }
  let offsets = (0..<count).flatMap { number(first + $0 * length, 4) }
  let lengths = (0..<count).flatMap { _ in number(length, 4) }
  return Array("II".utf8) + number(42, 2) + number(8, 4) + number(entries.count, 2) + directory + number(0, 4)
    + [8, 0, 8, 0, 8, 0] + offsets + lengths + data
}

/// Returns a picture as a WebP file; `nil` without the library.
private func webp(_ picture: TestPicture, isLossless: Bool) -> [UInt8]? {
  typealias Encode =
    @convention(c) (
      UnsafePointer<UInt8>, Int32, Int32, Int32, Float, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
    ) -> Int
  typealias EncodeLossless =
    @convention(c) (
      UnsafePointer<UInt8>, Int32, Int32, Int32, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
    ) -> Int
  guard let library = DynamicLibrary(names: ["libwebp.so.7"]),
    let encode = library.symbol("WebPEncodeRGBA", as: Encode.self),
    let encodeLossless = library.symbol("WebPEncodeLosslessRGBA", as: EncodeLossless.self)
  else { return nil }
  var output: UnsafeMutablePointer<UInt8>?
  let (width, height) = (Int32(picture.width), Int32(picture.height))
  let count =
    isLossless
    ? encodeLossless(picture.bytes, width, height, width * 4, &output)
    : encode(picture.bytes, width, height, width * 4, 90, &output)
  defer { free(output) }
  return Array(UnsafeBufferPointer(start: output, count: count))
}

@Test(arguments: [0.3, 0.5, 0.8]) func `a small PNG that ends early shows its first rows`(share: Double) throws {
  try checkPart(picture.png(isOpaque: true), share: share)
}

@Test func `an interlaced PNG that ends early is shown coarsely`() throws {
  let rows = InterlacedRows.all(of: picture)
  let bytes = TestPNG.file(
    width: picture.width, height: picture.height, colorType: 2, depth: 8, rows: rows, isInterlaced: true)
  let cut = Array(bytes.prefix(bytes.count / 3))
  let part = try #require(shownPart(cut))
  // The pixels of later passes have the colours of their neighbours.
  #expect(part.pixels.allSatisfy { $0 >= 0xFF00_0000 })
  #expect(part.pixels[0] == (try decoder.decode(bytes, target: nil, mode: .fit)).pixels[0])
}

@Test(arguments: [0.3, 0.6]) func `a BMP that ends early shows its last rows, which come first`(share: Double) throws {
  try checkPart(picture.bmp(), share: share, from: .bottom)
}

@Test func `a GIF that ends early shows its first rows, and nothing below`() throws {
  let bytes = EncodedPictures.gif
  let whole = try decoder.decode(bytes, target: nil, mode: .fit)
  let counts = (20..<bytes.count).compactMap { count in
    shownPart(Array(bytes.prefix(count))).map { zip($0.pixels, whole.pixels).prefix { $0 == $1 }.count }
  }
  #expect(counts.contains { $0 > 0 && $0 < whole.pixels.count / 2 }, "\(counts)")
  #expect(counts == counts.sorted())
}

@Test(.enabled(if: OptionalLibrary.sdlImage.isPresent, "libsdl2-image-2.0-0 is not installed"))
func `a TIFF that ends early shows the strips that are there`() throws {
  let bytes = tiff(picture)
  try checkPart(bytes, share: 0.6)
  let part = try #require(shownPart(Array(bytes.prefix(bytes.count * 6 / 10))))
  #expect(part.pixels.last == 0)
}

@Test(.enabled(if: OptionalLibrary.sdlImage.isPresent, "libsdl2-image-2.0-0 is not installed"), arguments: [0, 256])
func `a TIFF of small tiles is shown whole, and those that are there if it ends early`(padding: Int) throws {
  let bytes = tiff(picture, tileSide: 16, padding: padding)
  let whole = try decoder.decode(bytes, target: nil, mode: .fit)
  #expect(whole.pixels == (try decoder.decode(tiff(picture), target: nil, mode: .fit)).pixels)
  try checkPart(bytes, share: 0.6)
}

@Test(.enabled(if: OptionalLibrary.sdlImage.isPresent, "libsdl2-image-2.0-0 is not installed"))
func `a TIFF without its directory says that the file ends early`() {
  let bytes = Array(EncodedPictures.tiff.prefix(EncodedPictures.tiff.count / 2))
  #expect(throws: ImageError.corrupt("the file ends early, before the size of the picture")) {
    try decoder.decode(bytes, target: nil, mode: .fit)
  }
}

@Test(
  .enabled(if: OptionalLibrary.sdlImage.isPresent, "libsdl2-image-2.0-0 is not installed"), arguments: [false, true])
func `a WebP that ends early shows its first rows`(isLossless: Bool) throws {
  guard let bytes = webp(picture, isLossless: isLossless) else { return }
  try checkPart(bytes, share: 0.6)
}

@Test(.enabled(if: OptionalLibrary.heif.isPresent, "libheif1 is not installed"))
func `a cut AVIF says that the file ends early`() {
  let bytes = Array(EncodedPictures.avif.dropLast(20))
  #expect(throws: ImageError.corrupt("the AVIF file ends early")) { try decoder.decode(bytes, target: nil, mode: .fit) }
  #expect(shownPart(bytes) == nil)
}

@Test(.enabled(if: OptionalLibrary.rsvg.isPresent, "librsvg2-2 is not installed"), arguments: [61, 80, 96, 105])
func `a cut SVG says that the file ends early`(count: Int) {
  let start = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>"
  let bytes = Array((start + "<g><rect width='4' height='4'/></g><circle/></svg>").utf8.prefix(count))
  #expect(throws: ImageError.corrupt("the SVG file ends early")) { try decoder.decode(bytes, target: nil, mode: .fit) }
  #expect(shownPart(bytes) == nil)
}

@Test(arguments: 0..<40) func `a part of any cut or changed file is made without a fault`(seed: UInt64) {
  var generator = SeededGenerator(seed: seed)
  let files = [
    picture.png(isOpaque: true), picture.bmp(), EncodedPictures.gif, EncodedPictures.webp, EncodedPictures.jpeg,
    EncodedPictures.animatedWebP, EncodedPictures.jxl, tiff(picture), tiff(picture, tileSide: 16, padding: 256),
  ]
  for var file in files {
    for _ in 0..<Int.random(in: 0..<4, using: &generator) {
      file[Int.random(in: 8..<file.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
    }
    _ = shownPart(Array(file.prefix(Int.random(in: 1...file.count, using: &generator))))
  }
}

/// The rows of an interlaced PNG (PNG specification, section 8.2).
private enum InterlacedRows {
  static func all(of picture: TestPicture) -> [UInt8] {
    let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    var rows: [UInt8] = []
    for (x, y, stepX, stepY) in passes {
      for row in stride(from: y, to: picture.height, by: stepY) {
        rows.append(0)
        for column in stride(from: x, to: picture.width, by: stepX) {
          let start = (row * picture.width + column) * 4
          rows += picture.bytes[start..<start + 3]
        }
      }
    }
    return rows
  }
}

@Test(arguments: [Int.max, Int.max - 1, Int.min, -1])
func `a TIFF with impossible places of its strips is refused or shown, and does no harm`(place: Int) {
  func number(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
  // The list of places has numbers of eight bytes, very many for a single strip.
  let count = 20_000
  let entries = [
    (0x100, 4, 1, 1_000), (0x101, 4, 1, 1_000), (0x102, 3, 1, 8), (0x103, 3, 1, 1), (0x106, 3, 1, 1),
    (0x111, 16, count, 8 + 2 + 8 * 12 + 4), (0x116, 4, 1, 1_000), (0x117, 4, 1, 1_000_000),
  ]
  let directory = entries.flatMap { number($0.0, 2) + number($0.1, 2) + number($0.2, 4) + number($0.3, 4) }
  let places = (0..<count).flatMap { number($0 == 0 ? 200 : place, 8) }
  let bytes =
    Array("II".utf8) + number(42, 2) + number(8, 4) + number(entries.count, 2) + directory + number(0, 4) + places
    + [UInt8](repeating: 0x55, count: 1_000_000)
  let whole = try? decoder.decode(bytes, target: nil, mode: .fit)
  let size = whole.map { PixelSize(width: $0.width, height: $0.height) } ?? shownPart(bytes).map(\.pixelSize)
  #expect(size == nil || size == PixelSize(width: 1_000, height: 1_000))
}
