import Scrollwork
import ScrollworkSDLBackend
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

// Tests of the reader of EXIF data and of the names of colour profiles.

/// Makes EXIF data in either byte order.
private struct EXIFMaker {
  let isLittle: Bool
  private(set) var bytes: [UInt8]

  init(isLittle: Bool) {
    self.isLittle = isLittle
    bytes = Array((isLittle ? "II" : "MM").utf8)
    bytes += number(42, 2) + number(8, 4)
  }

  func number(_ value: Int, _ count: Int) -> [UInt8] {
    let little = (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    return isLittle ? little : little.reversed()
  }

  enum Value {
    case text(String)
    case short(Int)
    case long(Int)
    case ratios([(Int, Int)])
  }

  /// Appends a directory, with its values after it.
  mutating func append(_ entries: [(tag: Int, value: Value)]) {
    var (table, data) = (number(entries.count, 2), [UInt8]())
    let dataStart = bytes.count + 2 + entries.count * 12 + 4
    for (tag, value) in entries {
      let (type, count, raw): (Int, Int, [UInt8]) =
        switch value {
        case .text(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
        case .short(let value): (3, 1, number(value, 2))
        case .long(let value): (4, 1, number(value, 4))
        case .ratios(let ratios): (5, ratios.count, ratios.flatMap { number($0.0, 4) + number($0.1, 4) })
        }
      table += number(tag, 2) + number(type, 2) + number(count, 4)
      if raw.count <= 4 {
        table += raw + Array(repeating: 0, count: 4 - raw.count)
      } else {
        table += number(dataStart + data.count, 4)
        data += raw
      }
    }
    // A chain that leads back to the first directory.
    bytes += table + number(8, 4) + data
  }

  /// A JPEG file up to its first scan.
  var jpeg: [UInt8] {
    let segment = Array("Exif\0\0".utf8) + bytes
    return [0xFF, 0xD8, 0xFF, 0xE1, UInt8((segment.count + 2) >> 8), UInt8((segment.count + 2) & 255)] + segment
      + [0xFF, 0xDA, 0, 2]
  }
}

/// Makes the data of a photograph taken in Kyoto.
private func photograph(isLittle: Bool) -> EXIFMaker {
  var maker = EXIFMaker(isLittle: isLittle)
  // The first directory has 5 entries: 66 bytes, and 18 + 14 bytes of texts.
  let details = 8 + 2 + 4 * 12 + 4 + 6 + 12
  maker.append([
    (0x010F, .text("Canon")), (0x0110, .text("EOS R6 Mk I")), (0x8769, .long(details)), (0x8825, .long(details + 156)),
  ])
  maker.append([
    (0x829A, .ratios([(1, 250)])), (0x829D, .ratios([(28, 10)])), (0x8827, .short(400)),
    (0x9003, .text("2024:05:06 10:11:12")), (0x920A, .ratios([(35, 1)])), (0xA434, .text("RF35mm F1.8 MACRO")),
  ])
  precondition(maker.bytes.count <= details + 156)
  let gap = details + 156 - maker.bytes.count
  return maker.padded(by: gap).withPlace()
}

extension EXIFMaker {
  fileprivate func padded(by count: Int) -> EXIFMaker {
    var maker = self
    maker.bytes += Array(repeating: 0, count: count)
    return maker
  }

  fileprivate func withPlace() -> EXIFMaker {
    var maker = self
    maker.append([
      (1, .text("N")), (2, .ratios([(35, 1), (0, 1), (4176, 100)])), (3, .text("W")),
      (4, .ratios([(135, 1), (46, 1), (516, 100)])),
    ])
    return maker
  }
}

@Test(arguments: [true, false]) func `camera, lens, exposure, date and place are read in both byte orders`(
  isLittle: Bool
) throws {
  let metadata = PictureMetadata(photograph(isLittle: isLittle).jpeg)
  #expect(metadata.camera == "Canon EOS R6 Mk I" && metadata.lens == "RF35mm F1.8 MACRO")
  #expect(metadata.exposure == 1.0 / 250 && metadata.aperture == 2.8 && metadata.focalLength == 35)
  #expect(metadata.sensitivity == 400 && metadata.time == [2024, 5, 6, 10, 11, 12])
  #expect(abs(try #require(metadata.latitude) - 35.0116) < 1e-6)
  #expect(abs(try #require(metadata.longitude) + 135.7681) < 1e-6)
}

@MainActor @Test func `the side panel of a folder shows the camera and the exposure of the selected picture`()
  async throws
{
  let folder = try TemporaryFolder()
  try folder.write(photograph(isLittle: true).jpeg, to: "a.jpg")
  let shown = try await FileStage(folder.path)
  shown.select(0...0)
  try await shown.key("Ctrl+I")
  try await shown.rest()
  let texts = shown.harness.semantics.map(\.text)
  #expect(texts.contains { $0.contains("Canon EOS R6 Mk I") }, "\(texts)")
  #expect(texts.contains { $0.contains("1/250 s, f/2.8, ISO 400, 35 mm") }, "\(texts)")
}

@Test func `data that are cut at any byte give no wrong value and do not trap`() {
  let whole = photograph(isLittle: true).jpeg
  let complete = PictureMetadata(whole)
  for count in 0..<whole.count {
    let cut = PictureMetadata(Array(whole.prefix(count)))
    for (part, all) in [(cut.exposure, complete.exposure), (cut.aperture, complete.aperture)] {
      #expect(part == nil || part == all)
    }
  }
}

@Test func `data with changed bytes do not trap`() {
  let whole = photograph(isLittle: false).jpeg
  var generator = SystemRandomNumberGenerator()
  for _ in 0..<rounds * 50 {
    var damaged = whole
    for _ in 0..<4 {
      damaged[Int.random(in: 12..<damaged.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
    }
    let metadata = PictureMetadata(damaged)
    #expect((metadata.latitude.map { abs($0) <= 90 }) ?? true)
  }
}

@Test func `a directory that points to itself and offsets beyond the data are ignored`() {
  var maker = EXIFMaker(isLittle: true)
  maker.append([(0x0110, .text("EOS R6 Mark II")), (0x8769, .long(8)), (0x8825, .long(4_000_000_000))])
  let metadata = PictureMetadata(maker.jpeg)
  #expect(metadata.camera == "EOS R6 Mark II" && metadata.exposure == nil && metadata.latitude == nil)
}

@Test func `the name of a profile is read from PNG and from ICC data`() {
  func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }
  let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + big(14) + Array("iCCPDisplay P3\0\0ab".utf8) + big(0)
  #expect(PictureMetadata(png).profile == "Display P3")
  let name = Array("Adobe RGB".utf8)
  let tag = Array("desc".utf8) + big(0) + big(name.count) + name
  let profile = Array(repeating: UInt8(0), count: 128) + big(1) + Array("desc".utf8) + big(144) + big(tag.count) + tag
  let segment = Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
  let jpeg = [0xFF, 0xD8, 0xFF, 0xE2, UInt8((segment.count + 2) >> 8), UInt8((segment.count + 2) & 255)] + segment
  #expect(PictureMetadata(jpeg + [0xFF, 0xDA]).profile == "Adobe RGB")
}
