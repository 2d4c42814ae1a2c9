/// Facts about the making of a picture, from its EXIF data, and the name of its colour profile.
///
/// The reader visits three directories of EXIF data and no others, so a chain of directories that leads back to itself
/// has no effect. Offsets outside the data and values of unexpected types count as missing.
package struct PictureMetadata: Hashable, Sendable {
  /// The maker and the model of the camera; `nil` if unknown.
  package private(set) var camera: String?
  package private(set) var lens: String?
  /// The exposure time in seconds; `nil` if unknown.
  package private(set) var exposure: Double?
  /// The f-number: focal length divided by the diameter of the aperture; `nil` if unknown.
  package private(set) var aperture: Double?
  /// The focal length in millimetres; `nil` if unknown.
  package private(set) var focalLength: Double?
  package private(set) var sensitivity: Int?
  /// The time of the exposure: year, month, day, hour, minute and second of the camera's clock; `nil` if unknown.
  package private(set) var time: [Int]?
  /// Latitude in degrees, positive to the north; `nil` if unknown.
  package private(set) var latitude: Double?
  package private(set) var longitude: Double?
  /// The name of the colour profile; `nil` if unknown.
  package private(set) var profile: String?

  /// Reads the facts from the first bytes of a file.
  /// - Complexity: O(*n*) in the number of bytes.
  package init(_ bytes: [UInt8]) {
    let reader = ByteReader(bytes: bytes)
    guard let format = PictureFormat(reader) else { return }
    let segments = MetadataSegments(reader, format)
    if let base = segments.exif { readEXIF(reader, base) }
    if let name = segments.profileName { profile = Self.cleaned(name) }
    if let start = segments.profile { profile = ColorProfile.name(reader, at: start) ?? profile }
  }

  private mutating func readEXIF(_ reader: ByteReader, _ base: Int) {
    guard let main = EXIFDirectory(reader, base: base) else { return }
    let (maker, model) = (main.text(0x010F), main.text(0x0110))
    camera = model.map { model in
      // Most models begin with the name of their maker.
      guard let maker, !model.lowercased().hasPrefix(maker.lowercased().prefix { $0 != " " }) else { return model }
      return maker + " " + model
    }
    time = (main.directory(0x8769)?.text(0x9003) ?? main.text(0x0132)).flatMap(Self.time)
    if let details = main.directory(0x8769) {
      lens = details.text(0xA434)
      exposure = details.ratios(0x829A, count: 1)?.first
      aperture = details.ratios(0x829D, count: 1)?.first
      focalLength = details.ratios(0x920A, count: 1)?.first
      sensitivity = details.number(0x8827).flatMap { $0 > 0 ? $0 : nil }
    }
    if let place = main.directory(0x8825) {
      latitude = Self.degrees(place, 2, limit: 90, negative: place.text(1) == "S")
      longitude = Self.degrees(place, 4, limit: 180, negative: place.text(3) == "W")
      // One without the other names no place.
      if latitude == nil || longitude == nil { (latitude, longitude) = (nil, nil) }
    }
  }

  /// Returns a latitude or longitude in degrees, from degrees, minutes and seconds; `nil` beyond `limit`.
  private static func degrees(_ place: EXIFDirectory, _ tag: Int, limit: Double, negative: Bool) -> Double? {
    guard let parts = place.ratios(tag, count: 3) else { return nil }
    let degrees = parts[0] + parts[1] / 60 + parts[2] / 3600
    return degrees <= limit ? (negative ? -degrees : degrees) : nil
  }

  /// Returns year, month, day, hour, minute and second of a time such as `2024:05:06 10:11:12`; `nil` if it is invalid.
  private static func time(_ text: String) -> [Int]? {
    let parts = text.split { ": -T".contains($0) }.map { Int($0) }
    guard parts.count >= 6, case let numbers = parts.prefix(6).compactMap(\.self), numbers.count == 6,
      (1...9999).contains(numbers[0]), (1...12).contains(numbers[1]), (1...31).contains(numbers[2]),
      (0...23).contains(numbers[3]), (0...59).contains(numbers[4]), (0...60).contains(numbers[5])
    else { return nil }
    return numbers
  }

  /// Returns a text without blanks at its ends and without control characters; `nil` if nothing remains.
  static func cleaned(_ text: String) -> String? {
    let kept = String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 }))
    let trimmed = kept.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
    return trimmed.isEmpty ? nil : String(trimmed)
  }
}

/// A directory of EXIF data (TIFF 6.0, section 2), read by tags.
private struct EXIFDirectory {
  private let reader: ByteReader
  private let isLittle: Bool
  private let base: Int
  private let start: Int
  private let count: Int

  /// The longest text that is read, in bytes.
  private static let longestText = 256

  /// Locates the first directory of the EXIF data at `base`; `nil` if there is none.
  init?(_ reader: ByteReader, base: Int) {
    let isLittle = reader.has("II", at: base)
    guard isLittle || reader.has("MM", at: base), reader.number16(at: base + 2, isLittle: isLittle) == 42,
      let offset = reader.number32(at: base + 4, isLittle: isLittle)
    else { return nil }
    self.init(reader, isLittle, base, at: offset)
  }

  private init?(_ reader: ByteReader, _ isLittle: Bool, _ base: Int, at offset: Int) {
    guard let count = reader.number16(at: base + offset, isLittle: isLittle) else { return nil }
    (self.reader, self.isLittle, self.base, self.count) = (reader, isLittle, base, count)
    start = base + offset + 2
  }

  /// Returns the directory to which an entry points; `nil` if there is none.
  func directory(_ tag: Int) -> EXIFDirectory? {
    number(tag).flatMap { EXIFDirectory(reader, isLittle, base, at: $0) }
  }

  /// Returns the type, the count and the offset of the values of an entry.
  private func values(_ tag: Int) -> (type: Int, count: Int, place: Int)? {
    let widths = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8]
    for index in 0..<count {
      let entry = start + index * 12
      guard let found = reader.number16(at: entry, isLittle: isLittle) else { return nil }
      guard found == tag else { continue }
      guard let type = reader.number16(at: entry + 2, isLittle: isLittle), let width = widths[type],
        let count = reader.number32(at: entry + 4, isLittle: isLittle)
      else { return nil }
      if count * width <= 4 { return (type, count, entry + 8) }
      guard let offset = reader.number32(at: entry + 8, isLittle: isLittle),
        base + offset + count * width <= reader.count
      else { return nil }
      return (type, count, base + offset)
    }
    return nil
  }

  /// Returns the first value of an entry that holds whole numbers; `nil` for other entries.
  func number(_ tag: Int) -> Int? {
    guard let values = values(tag), values.count > 0 else { return nil }
    switch values.type {
    case 3: return reader.number16(at: values.place, isLittle: isLittle)
    case 4: return reader.number32(at: values.place, isLittle: isLittle)
    default: return nil
    }
  }

  func text(_ tag: Int) -> String? {
    guard let values = values(tag), values.type == 2, values.place < reader.count else { return nil }
    let end = min(reader.count, values.place + min(values.count, Self.longestText))
    return PictureMetadata.cleaned(String(decoding: reader.bytes[values.place..<end].prefix { $0 != 0 }, as: UTF8.self))
  }

  /// Returns the first `count` values of an entry that holds unsigned fractions; `nil` for other entries.
  func ratios(_ tag: Int, count: Int) -> [Double]? {
    guard let values = values(tag), values.type == 5, values.count >= count else { return nil }
    var result: [Double] = []
    for index in 0..<count {
      guard let above = reader.number32(at: values.place + index * 8, isLittle: isLittle),
        let below = reader.number32(at: values.place + index * 8 + 4, isLittle: isLittle), below != 0
      else { return nil }
      result.append(Double(above) / Double(below))
    }
    return result
  }
}

/// The offsets of metadata in a file.
private struct MetadataSegments {
  /// The offset of the EXIF data; `nil` if there are none.
  private(set) var exif: Int?
  /// The offset of an ICC profile; `nil` if there is none.
  private(set) var profile: Int?
  /// The profile's name, if the file stores it outside of the profile; `nil` otherwise.
  private(set) var profileName: String?

  init(_ reader: ByteReader, _ format: PictureFormat) {
    switch format {
    case .jpeg: readJPEG(reader)
    case .png: readPNG(reader)
    case .webp: readWebP(reader)
    case .tiff: exif = 0
    case .bmp, .gif, .ico, .svg, .heif, .avif, .jxl: break
    }
    if let place = exif, reader.has("Exif\0\0", at: place) { exif = place + 6 }
  }

  private mutating func readJPEG(_ reader: ByteReader) {
    var offset = 2
    while reader.byte(at: offset) == 0xFF, let marker = reader.byte(at: offset + 1), marker != 0xDA, marker != 0xD9 {
      if marker == 0xFF {
        offset += 1
        continue
      }
      if JPEGHeader.isWithoutLength(marker) {
        offset += 2
        continue
      }
      guard let length = reader.number16(at: offset + 2, isLittle: false), length >= 2 else { return }
      if marker == 0xE1, exif == nil, reader.has("Exif\0\0", at: offset + 4) { exif = offset + 4 }
      if marker == 0xE2, reader.has("ICC_PROFILE\0", at: offset + 4), reader.byte(at: offset + 16) == 1 {
        profile = offset + 18
      }
      offset += 2 + length
    }
  }

  private mutating func readPNG(_ reader: ByteReader) {
    var offset = 8
    while let length = reader.number32(at: offset, isLittle: false) {
      if reader.has("eXIf", at: offset + 4) { exif = offset + 8 }
      if reader.has("sRGB", at: offset + 4) { profileName = "sRGB" }
      if reader.has("iCCP", at: offset + 4), offset + 8 < reader.count {
        // The profile itself is compressed; its name stands before it.
        let end = min(reader.count, offset + 8 + min(length, 80))
        profileName = String(decoding: reader.bytes[(offset + 8)..<end].prefix { $0 != 0 }, as: UTF8.self)
      }
      offset += 12 + length
    }
  }

  private mutating func readWebP(_ reader: ByteReader) {
    var offset = 12
    while let length = reader.number32(at: offset + 4, isLittle: true) {
      if reader.has("EXIF", at: offset) { exif = offset + 8 }
      if reader.has("ICCP", at: offset) { profile = offset + 8 }
      offset += 8 + length + length & 1
    }
  }
}

/// The description in an ICC profile (ICC.1:2010, sections 7 and 10).
private enum ColorProfile {
  /// The largest number of tags and of characters that are read.
  private static let (maximumTags, longestName) = (100, 128)

  static func name(_ reader: ByteReader, at start: Int) -> String? {
    guard let count = reader.number32(at: start + 128, isLittle: false) else { return nil }
    for index in 0..<min(count, maximumTags) {
      let tag = start + 132 + index * 12
      guard reader.has("desc", at: tag), let offset = reader.number32(at: tag + 4, isLittle: false) else { continue }
      return text(reader, at: start + offset)
    }
    return nil
  }

  private static func text(_ reader: ByteReader, at place: Int) -> String? {
    if reader.has("desc", at: place), let count = reader.number32(at: place + 8, isLittle: false) {
      let first = place + 12
      guard first < reader.count else { return nil }
      let end = min(reader.count, first + min(count, longestName))
      return PictureMetadata.cleaned(String(decoding: reader.bytes[first..<end].prefix { $0 != 0 }, as: UTF8.self))
    }
    guard reader.has("mluc", at: place), let length = reader.number32(at: place + 20, isLittle: false),
      let offset = reader.number32(at: place + 24, isLittle: false)
    else { return nil }
    let units = (0..<min(length / 2, longestName)).compactMap {
      reader.number16(at: place + offset + $0 * 2, isLittle: false).map { UInt16($0) }
    }
    return PictureMetadata.cleaned(String(decoding: units.prefix { $0 != 0 }, as: UTF16.self))
  }
}
