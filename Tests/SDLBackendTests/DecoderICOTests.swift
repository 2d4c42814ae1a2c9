import ScrollworkHostInterface
import ScrollworkSDLBackend
import Testing

// Tests of icon files, which need no library.

private let decoder = BitmapDecoder(libraries: [])

private func little(_ value: Int, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
}

/// Returns an icon file of pictures with their sides and depths.
private func icon(_ pictures: [(side: Int, depth: Int, content: [UInt8])]) -> [UInt8] {
  var (directory, contents) = (little(0, 2) + little(1, 2) + little(pictures.count, 2), [UInt8]())
  for (side, depth, content) in pictures {
    directory += [UInt8(side & 255), UInt8(side & 255), 0, 0] + little(1, 2) + little(depth, 2)
    directory += little(content.count, 4) + little(6 + 16 * pictures.count + contents.count, 4)
    contents += content
  }
  return directory + contents
}

/// The colours of the quarters: blue, green and red.
private let colors: [[UInt8]] = [[0, 0, 255], [0, 255, 0], [255, 0, 0], [240, 240, 240]]

private func quarter(_ x: Int, _ y: Int, of side: Int) -> Int { (y < side / 2 ? 0 : 2) + (x < side / 2 ? 0 : 1) }

/// Returns a picture with coloured quarters in the form of BMP, whose mask makes the first column transparent.
private func bitmap(_ side: Int, depth: Int, alpha: UInt8 = 255) -> [UInt8] {
  var bytes = little(40, 4) + little(side, 4) + little(side * 2, 4) + little(1, 2) + little(depth, 2)
  bytes += [UInt8](repeating: 0, count: 24)
  if depth <= 8 {
    for index in 0..<1 << depth { bytes += (colors.indices.contains(index) ? colors[index] : [0, 0, 0]) + [0] }
  }
  for y in (0..<side).reversed() {
    var (row, bits, count) = ([UInt8](), 0, 0)
    for x in 0..<side {
      let index = quarter(x, y, of: side)
      switch depth {
      case 32: row += colors[index] + [alpha]
      case 24: row += colors[index]
      default:
        (bits, count) = (bits << depth | index & (1 << depth - 1), count + depth)
        if count == 8 {
          row.append(UInt8(bits))
          (bits, count) = (0, 0)
        }
      }
    }
    bytes += row + [UInt8](repeating: 0, count: (4 - row.count % 4) % 4)
  }
  for _ in 0..<side { bytes += [0x80] + [UInt8](repeating: 0, count: (side + 31) / 32 * 4 - 1) }
  return bytes
}

private func png(_ side: Int) -> [UInt8] {
  TestPicture(width: side, height: side) { x, y in
    let color = colors[quarter(x, y, of: side)]
    return (color[2], color[1], color[0], 255)
  }.png(isOpaque: false)
}

private func error(_ bytes: [UInt8]) -> ImageError? {
  do throws(ImageError) {
    _ = try decoder.decode(bytes, target: nil, mode: .fit)
    return nil
  } catch {
    return error
  }
}

@Test(arguments: [4, 8, 24, 32])
func `an icon in the form of BMP is read with its mask`(depth: Int) throws {
  // In 32 bits without any alpha, the mask counts.
  let bytes = icon([(16, depth, bitmap(16, depth: depth, alpha: 0))])
  #expect(try decoder.pixelSize(of: bytes) == PixelSize(width: 16, height: 16))
  let picture = try decoder.decode(bytes, target: nil, mode: .fit)
  #expect(picture.quarters == "rgbw")
  #expect(picture.color(0, 3) == .zero && picture.color(1, 3) == SIMD4(0, 0, 255, 255))
}

@Test func `an icon with two colours is read`() throws {
  let picture = try decoder.decode(icon([(32, 1, bitmap(32, depth: 1))]), target: nil, mode: .fit)
  #expect(picture.quarters == "rgrg")
}

@Test func `alpha of an icon counts more than its mask`() throws {
  let picture = try decoder.decode(icon([(16, 32, bitmap(16, depth: 32, alpha: 128))]), target: nil, mode: .fit)
  #expect(picture.color(0, 3) == picture.color(1, 3) && picture.color(1, 3).w == 128)
}

@Test func `the largest picture of an icon is shown, and among equal ones that of the most colours`() throws {
  let bytes = icon([(16, 4, bitmap(16, depth: 4)), (256, 32, png(256)), (48, 24, bitmap(48, depth: 24))])
  let picture = try decoder.decode(bytes, target: nil, mode: .fit)
  #expect(picture.pixelSize == PixelSize(width: 256, height: 256) && picture.quarters == "rgbw" && picture.isOpaque)
  let small = try decoder.decode(bytes, target: PixelSize(width: 32, height: 32), mode: .fit)
  #expect(small.pixelSize == PixelSize(width: 32, height: 32) && small.quarters == "rgbw")
  let equal = icon([(16, 32, bitmap(16, depth: 32)), (16, 4, bitmap(16, depth: 4)), (16, 1, bitmap(16, depth: 1))])
  #expect(try decoder.decode(equal, target: nil, mode: .fit).isOpaque, "that of 32 bits has no transparent column")
}

@Test func `an icon that ends early is corrupt, and its whole smaller picture is no substitute`() {
  let bytes = icon([(16, 32, png(16))])
  for count in stride(from: 70, to: bytes.count, by: 11) {
    let isRefused = if case .corrupt? = error(Array(bytes.prefix(count))) { true } else { false }
    #expect(isRefused, "\(count) of \(bytes.count) bytes")
  }
}

@Test func `a part of an icon that ends early is the largest picture that is whole`() throws {
  let bytes = icon([(16, 4, bitmap(16, depth: 4)), (48, 24, bitmap(48, depth: 24)), (256, 32, png(256))])
  func part(_ bytes: [UInt8]) throws -> Bitmap {
    let whole = try decoder.wholePicture(bytes, level: 0, isPart: true) { true }
    return whole.part(
      PixelArea(x: 0, y: 0, width: whole.size.width, height: whole.size.height), level: 0, turn: .upright)
  }
  let cut = Array(bytes.dropLast(20))
  #expect(error(cut) == .corrupt("the ICO file ends early"))
  let shown = try part(cut)
  #expect(shown.pixelSize == PixelSize(width: 48, height: 48) && shown.quarters == "rgbw")
  #expect(throws: ImageError.self) { try part(Array(bytes.prefix(100))) }
}

@Test func `an icon with absurd numbers is refused`() {
  var huge = bitmap(16, depth: 32)
  for index in 4..<12 { huge[index] = 0x7F }
  guard case .unsupported? = error(icon([(16, 32, huge)])) else {
    Issue.record("a size of 2139062143 pixels was taken for an icon")
    return
  }
  let giant = TestPNG.signature + TestPNG.header(width: 60_000, height: 60_000) + [UInt8](repeating: 0, count: 40)
  guard case .tooLarge? = error(icon([(0, 32, giant)])) else {
    Issue.record("\(String(describing: error(icon([(0, 32, giant)]))))")
    return
  }
  for start in [0, 3, 0x7FFF_FFFF] {
    var bytes = icon([(16, 32, bitmap(16, depth: 32))])
    bytes.replaceSubrange(18..<22, with: little(start, 4))
    #expect(error(bytes) != nil)
  }
  #expect(error([0, 0, 1, 0, 255, 255] + [UInt8](repeating: 255, count: 100)) != nil)
}

@Test func `an icon whose pictures claim to have billions of pixels is no picture`() {
  var picture = png(16)
  picture.replaceSubrange(16..<24, with: [UInt8](repeating: 0xFF, count: 8))
  let bytes = icon([(16, 32, picture), (16, 32, picture)])
  #expect(error(bytes) != nil)
  #expect(throws: ImageError.self) { try decoder.pixelSize(of: bytes) }
}
