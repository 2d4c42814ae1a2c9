import ScrollworkHostInterface
import ScrollworkPlatform
import ScrollworkSDLBackend
import Testing

// Tests of the formats that librsvg, libheif and libjxl decode.

private let decoder = BitmapDecoder()
private let hasSVG = OptionalLibrary.rsvg.isPresent
private let hasHEIF = OptionalLibrary.heif.isPresent
private let hasJXL = OptionalLibrary.jxl.isPresent

private func error(_ bytes: [UInt8], _ decoder: BitmapDecoder = decoder) -> ImageError? {
  do throws(ImageError) {
    _ = try decoder.decode(bytes, target: nil, mode: .fit)
    return nil
  } catch {
    return error
  }
}

private func isCorrupt(_ error: ImageError?) -> Bool { if case .corrupt? = error { true } else { false } }

/// Returns a drawing with quarters in red, green, blue and nearly white.
private func svg(_ attributes: String, start: String = "", body: String? = nil) -> [UInt8] {
  let quarters = """
    <rect width="50" height="40" fill="#f00"/><rect x="50" width="50" height="40" fill="#0f0"/>
    <rect y="40" width="50" height="40" fill="#00f"/><rect x="50" y="40" width="50" height="40" fill="#f0f0f0"/>
    """
  return Array("\(start)<svg xmlns=\"http://www.w3.org/2000/svg\" \(attributes)>\(body ?? quarters)</svg>".utf8)
}

private let drawing = svg("width='100' height='80'")

// MARK: SVG

@Test(
  arguments: [
    ("width='100' height='80'", 100, 80), ("width='100px' height='80px' viewBox='0 0 1 1'", 100, 80),
    ("viewBox='0 0 120 90'", 120, 90), ("viewBox=\"0,0,120,90\" width=\"60\"", 60, 45),
    ("viewBox='0 0 120 90' height='45'", 60, 45), ("width='1in' height='72pt'", 96, 96),
    ("width='25.4mm' height='2.54cm'", 96, 96), ("width='100%' height='100%' viewBox='0 0 30 40'", 30, 40),
    ("", 300, 150), ("width='-5' height='nan'", 300, 150), ("viewBox='0 0 0 0'", 300, 150),
    ("viewBox='0 0 1e300 1e300'", 10_000_000, 10_000_000), ("width='1e300' height='1'", 10_000_000, 1),
  ])
func `the size of an SVG is the one that it gives itself`(attributes: String, width: Int, height: Int) throws {
  #expect(try decoder.pixelSize(of: svg(attributes)) == PixelSize(width: width, height: height))
}

@Test(arguments: [
  "<?xml version='1.0'?>\n", "\u{FEFF}", "<!-- <svg> > -->\n<!DOCTYPE svg PUBLIC 'a' 'b' [ <!ENTITY a '>'> ]>\n",
  "\n \t",
])
func `everything that XML allows before the first element is skipped`(start: String) throws {
  #expect(try decoder.pixelSize(of: svg("width='7' height='9'", start: start)) == PixelSize(width: 7, height: 9))
}

@Test(arguments: ["<html><svg/></html>", "<!-- never closed", "<?xml", "<", "<svgx width='3'/>", " text <svg/>"])
func `other text is no SVG`(text: String) {
  guard case .unsupported? = error(Array(text.utf8)) else {
    Issue.record("taken for a picture")
    return
  }
}

@Test(.enabled(if: hasSVG, "librsvg2-2 is not installed"), arguments: [10, 100, 1000, 4096])
func `an SVG is drawn in the size that is asked for`(side: Int) throws {
  let box = PixelSize(width: side, height: side)
  let bitmap = try decoder.decode(drawing, target: box, mode: .fit)
  #expect(bitmap.pixelSize == PixelSize(width: side, height: (side * 4 + 2) / 5))
  #expect(bitmap.quarters == "rgbw")
  // An edge is as sharp in each size: at most one column of pixels is a mixture.
  let row = (0..<bitmap.width).map { bitmap.color($0, bitmap.height / 4) }
  #expect(row.count { $0 != SIMD4(0, 0, 255, 255) && $0 != SIMD4(0, 255, 0, 255) } <= 1)
}

@Test(.enabled(if: hasSVG, "librsvg2-2 is not installed"))
func `an SVG for no size in particular has its own, and tiles of it have many pixels`() throws {
  #expect(try decoder.decode(drawing, target: nil, mode: .fit).pixelSize == PixelSize(width: 100, height: 80))
  #expect(decoder.detailSize(of: drawing) == PixelSize(width: 4096, height: 3277))
  #expect(decoder.detailSize(of: EncodedPictures.jpeg) == nil)
  let whole = try decoder.wholePicture(drawing, level: 0) { true }
  #expect(whole.size == PixelSize(width: 4096, height: 3277) && !whole.isOpaque)
}

@Test(
  .enabled(if: hasSVG, "librsvg2-2 is not installed"),
  arguments: ["viewBox='0 0 1e300 1e300'", "width='1e9' height='1e9'", "width='1e9' height='1'"])
func `an SVG of an absurd size is drawn within the bound`(attributes: String) throws {
  let bitmap = try decoder.decode(svg(attributes), target: nil, mode: .fit)
  #expect(max(bitmap.width, bitmap.height) == 4096)
  let small = try decoder.decode(svg(attributes), target: PixelSize(width: 64, height: 64), mode: .fit)
  #expect(max(small.width, small.height) == 64)
}

@Test(.enabled(if: hasSVG, "librsvg2-2 is not installed"))
func `transparent parts of an SVG stay transparent`() throws {
  let bitmap = try decoder.decode(
    svg("viewBox='0 0 10 10'", body: "<rect width='5' height='10' fill='red'/>"), target: nil, mode: .fit)
  #expect(bitmap.color(2, 5) == SIMD4(0, 0, 255, 255) && bitmap.color(8, 5) == .zero && !bitmap.isOpaque)
}

@Test(.enabled(if: hasSVG, "librsvg2-2 is not installed"))
func `an SVG that is cut off or damaged is corrupt`() {
  for count in stride(from: 50, to: drawing.count - 2, by: 23) {
    #expect(isCorrupt(error(Array(drawing.prefix(count)))), "\(count) bytes")
  }
  #expect(isCorrupt(error(svg("width='9' height='9'", body: "<g></h>"))))
}

@Test(.enabled(if: hasSVG, "librsvg2-2 is not installed"))
func `an SVG that multiplies its elements ends with an error or a picture`() {
  let levels = (1..<30).map { level in
    "<g id='l\(level)'>" + String(repeating: "<use href='#l\(level - 1)'/>", count: 10) + "</g>"
  }
  let bomb = "<defs><rect id='l0' width='1' height='1'/>\(levels.joined())</defs><use href='#l29'/>"
  #expect(isCorrupt(error(svg("width='9' height='9'", body: bomb))))
  let entities = (1..<30).map { "<!ENTITY e\($0) '" + String(repeating: "&e\($0 - 1);", count: 10) + "'>" }
  let start = "<!DOCTYPE svg [<!ENTITY e0 'x'>\(entities.joined())]>"
  #expect(isCorrupt(error(svg("width='9' height='9'", start: start, body: "<text>&e29;</text>"))))
}

@Test(.enabled(if: hasSVG, "librsvg2-2 is not installed"))
func `an SVG reads no other file`() throws {
  let body = "<image href='file:///etc/passwd' width='9' height='9'/><image href='/etc/passwd' width='9' height='9'/>"
  let bitmap = try decoder.decode(svg("width='9' height='9'", body: body), target: nil, mode: .fit)
  #expect(bitmap.pixels.allSatisfy { $0 == 0 })
}

@Test func `an SVG of many megabytes is refused before it is read`() {
  let bytes = svg("width='9' height='9'", body: String(repeating: "<g></g>", count: 5_000_000))
  guard case .unsupported(let reason)? = error(bytes) else {
    Issue.record("it was not refused")
    return
  }
  #expect(reason.contains("MB of SVG"))
}

// MARK: HEIF, AVIF and JPEG XL

private let heifs = [EncodedPictures.avif, EncodedPictures.heic]
private let jxls = [EncodedPictures.jxl, EncodedPictures.boxedJXL]

private func check(_ bytes: [UInt8]) throws {
  let bitmap = try decoder.decode(bytes, target: nil, mode: .fit)
  #expect(bitmap.pixelSize == PixelSize(width: 64, height: 48) && bitmap.quarters == "rgbw" && bitmap.isOpaque)
  #expect(try decoder.pixelSize(of: bytes) == bitmap.pixelSize)
  let small = try decoder.decode(bytes, target: PixelSize(width: 16, height: 16), mode: .fit)
  #expect(small.pixelSize == PixelSize(width: 16, height: 12) && small.quarters == "rgbw")
  let whole = try decoder.wholePicture(bytes, level: 2) { true }
  #expect(whole.size == bitmap.pixelSize)
}

@Test(.enabled(if: hasHEIF, "libheif1 is not installed"), arguments: heifs)
func `HEIF and AVIF are decoded in the requested size`(bytes: [UInt8]) throws { try check(bytes) }

@Test(.enabled(if: hasJXL, "libjxl0.7 is not installed"), arguments: jxls)
func `JPEG XL is decoded in the requested size`(bytes: [UInt8]) throws { try check(bytes) }

@Test(
  .enabled(if: hasHEIF, "libheif1 is not installed"),
  arguments: [(EncodedPictures.turnedAVIF, "gwrb", 48, 64), (EncodedPictures.mirroredAVIF, "grwb", 64, 48)])
func `an AVIF is shown turned as it says`(bytes: [UInt8], quarters: String, width: Int, height: Int) throws {
  #expect(try decoder.pixelSize(of: bytes) == PixelSize(width: width, height: height))
  #expect(try decoder.decode(bytes, target: nil, mode: .fit).quarters == quarters)
}

@Test(
  .enabled(if: hasJXL, "libjxl0.7 is not installed"), arguments: [EncodedPictures.turnedJXL, EncodedPictures.partedJXL])
func `a JPEG XL is shown turned as it says`(bytes: [UInt8]) throws {
  #expect(try decoder.pixelSize(of: bytes) == PixelSize(width: 48, height: 64))
  #expect(try decoder.decode(bytes, target: nil, mode: .fit).quarters == "brwg")
}

private func checkAlpha(_ bytes: [UInt8]) throws {
  let bitmap = try decoder.decode(bytes, target: nil, mode: .fit)
  #expect(!bitmap.isOpaque && bitmap.color(8, 8) == .zero && bitmap.quarters.dropFirst() == "gbw")
}

@Test(.enabled(if: hasHEIF, "libheif1 is not installed"))
func `transparent pixels of an AVIF stay transparent`() throws { try checkAlpha(EncodedPictures.alphaAVIF) }

@Test(.enabled(if: hasJXL, "libjxl0.7 is not installed"))
func `transparent pixels of a JPEG XL stay transparent`() throws { try checkAlpha(EncodedPictures.alphaJXL) }

/// Checks that a file is refused if less than the fraction `needed` is left. Some files do not need their end.
private func checkCut(_ bytes: [UInt8], needed: Double) {
  for count in stride(from: 12, to: Int(Double(bytes.count) * needed), by: 7) {
    let error = error(Array(bytes.prefix(count)))
    let isRefused = if case .unsupported? = error { true } else { isCorrupt(error) }
    #expect(isRefused, "\(count) of \(bytes.count) bytes were taken for a picture")
  }
}

@Test(.enabled(if: hasHEIF, "libheif1 is not installed"), arguments: heifs)
func `a HEIF or AVIF that ends early is refused`(bytes: [UInt8]) { checkCut(bytes, needed: 0.98) }

@Test(.enabled(if: hasJXL, "libjxl0.7 is not installed"), arguments: jxls)
func `a JPEG XL that ends early is refused`(bytes: [UInt8]) { checkCut(bytes, needed: 0.98) }

@Test(arguments: heifs)
func `a HEIF or AVIF of an absurd size is refused before a library sees it`(bytes: [UInt8]) {
  var bytes = bytes
  let name = Array("ispe".utf8)
  for place in bytes.indices where bytes[place...].starts(with: name) {
    for index in 8..<16 { bytes[place + index] = index % 4 == 0 ? 0 : 255 }
  }
  guard case .tooLarge? = error(bytes, BitmapDecoder(libraries: [])) else {
    Issue.record("\(String(describing: error(bytes)))")
    return
  }
}

@Test(.enabled(if: hasHEIF, "libheif1 is not installed"))
func `a HEIF whose header and data differ in size is corrupt`() throws {
  var bytes = EncodedPictures.avif
  let place = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("ispe".utf8)) })
  bytes[place + 11] = 63
  #expect(isCorrupt(error(bytes)))
}

@Test func `a JPEG XL of an absurd size is refused before a library sees it`() {
  // A height of 2^30 in 30 bits, and a width that equals it.
  let bytes: [UInt8] = [0xFF, 0x0A, 0b1111_1110, 0xFF, 0xFF, 0xFF, 0b0011_1111, 0xFF]
  guard case .tooLarge? = error(bytes, BitmapDecoder(libraries: [])) else {
    Issue.record("\(String(describing: error(bytes)))")
    return
  }
}

@Test(
  .enabled(if: hasJXL, "libjxl0.7 is not installed"))
func `a JPEG XL that nobody wants any more is not decoded`() {
  #expect(throws: ImageError.cancelled) {
    try decoder.decode(EncodedPictures.jxl, target: nil, mode: .fit) { false }
  }
}

@Test(
  arguments: [
    (drawing, "librsvg2-2"), (EncodedPictures.heic, "libheif1"), (EncodedPictures.avif, "libheif1"),
    (EncodedPictures.jxl, "libjxl0.7"),
  ])
func `without its library a picture names the package to install, and its size is known`(
  bytes: [UInt8], package: String
)
  throws
{
  let bare = BitmapDecoder(libraries: [])
  guard case .unsupported(let reason)? = error(bytes, bare) else {
    Issue.record("it was read without a library")
    return
  }
  #expect(reason.hasSuffix("; to see it install the package \(package)"))
  #expect(try bare.pixelSize(of: bytes).width > 0)
}

@Test func `a HEIF whose last inner box claims a long length is refused`() {
  func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    [0, 0, 0, UInt8(8 + content.count)] + Array(type.utf8) + content
  }
  let cut: [UInt8] = [0, 0, 0, 1] + Array("iprp".utf8)
  let bytes =
    box("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8)) + box("meta", [0, 0, 0, 0] + cut)
    + [0, 0, 0, 0, 0, 0, 0, 64] + [UInt8](repeating: 0, count: 64)
  #expect(error(bytes) != nil)
}
