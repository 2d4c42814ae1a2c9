import ScrollworkHostInterface

/// The size of an SVG drawing, from the attributes of its first element.
struct SVGHeader {
  /// The size that the file declares, in CSS pixels.
  private(set) var size: PixelSize
  /// The size for a drawing with all its details: the longer side has `detailSide` pixels.
  private(set) var detailSize: PixelSize

  /// The longer side of `detailSize` in pixels.
  static let detailSide = 4096
  /// The largest length of a comment or declaration that is skipped before the root element, in bytes.
  private static let skipLimit = 1 << 20
  /// The largest side that the header reports, in pixels.
  private static let longest = 1e7

  /// Reads the header; `nil` if the file does not begin like an SVG drawing.
  init?(_ reader: ByteReader) {
    guard let root = Self.root(of: reader.bytes) else { return nil }
    let attributes = Self.attributes(reader.bytes[root...])
    let box = attributes["viewBox"].flatMap(Self.box)
    var (width, height) = (attributes["width"].flatMap(Self.length), attributes["height"].flatMap(Self.length))
    // Without one side, the proportions of the view box decide; without both, its size.
    if let box {
      width = width ?? height.map { $0 * box.width / box.height } ?? box.width
      height = height ?? width.map { $0 * box.height / box.width }
    }
    let (real, tall) = (width ?? 300, height ?? 150)
    let factor = Double(Self.detailSide) / max(real, tall)
    size = PixelSize(width: Self.pixels(real), height: Self.pixels(tall))
    detailSize = PixelSize(
      width: min(Self.detailSide, Self.pixels(real * factor)), height: min(Self.detailSide, Self.pixels(tall * factor)))
  }

  /// Whether the bytes begin like an SVG drawing.
  static func begins(_ reader: ByteReader) -> Bool { root(of: reader.bytes) != nil }

  /// Whether the file is incomplete: its last closing tag is not that of the root element.
  /// - Complexity: O(*n*) in the length of the file.
  static func lacksEnd(_ reader: ByteReader) -> Bool {
    let bytes = reader.bytes
    guard let tag = bytes.indices.dropLast().last(where: { reader.has("</", at: $0) }) else { return true }
    let name = bytes[(tag + 2)...].prefix { !isSpace($0) && $0 != UInt8(ascii: ">") }
    let local = name.split(separator: UInt8(ascii: ":")).last ?? []
    return !local.elementsEqual("svg".utf8) || name.endIndex == bytes.endIndex
  }

  private static func pixels(_ length: Double) -> Int { Int(min(longest, max(1, length.rounded()))) }

  // MARK: Reading

  /// Returns the offset after the name of the root element; `nil` unless the name is `svg`, with or without a namespace
  /// prefix. Skips everything that XML allows before it.
  private static func root(of bytes: [UInt8]) -> Int? {
    var offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    func has(_ text: StaticString) -> Bool { ByteReader(bytes: bytes).has(text, at: offset) }
    while true {
      while offset < bytes.count, isSpace(bytes[offset]) { offset += 1 }
      guard offset < bytes.count, bytes[offset] == UInt8(ascii: "<") else { return nil }
      if has("<?") {
        guard let end = end(of: "?>", in: bytes, from: offset) else { return nil }
        offset = end
      } else if has("<!--") {
        guard let end = end(of: "-->", in: bytes, from: offset) else { return nil }
        offset = end
      } else if has("<!DOCTYPE") {
        guard let end = endOfDeclaration(in: bytes, from: offset) else { return nil }
        offset = end
      } else {
        let name = bytes[(offset + 1)...].prefix(64).prefix {
          !isSpace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
        }
        let local = name.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).last ?? []
        return local.elementsEqual("svg".utf8) ? name.endIndex : nil
      }
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// Returns the offset after the next occurrence of a text; `nil` if there is none within `skipLimit` bytes.
  private static func end(of text: StaticString, in bytes: [UInt8], from start: Int) -> Int? {
    let reader = ByteReader(bytes: bytes)
    return bytes[start...].prefix(skipLimit).indices.first { reader.has(text, at: $0) }.map {
      $0 + text.utf8CodeUnitCount
    }
  }

  /// Returns the offset after a document type declaration, even one with declarations in brackets; `nil` without end.
  private static func endOfDeclaration(in bytes: [UInt8], from start: Int) -> Int? {
    var depth = 0
    for index in bytes[start...].prefix(skipLimit).indices {
      switch bytes[index] {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">") where depth <= 0: return index + 1
      default: break
      }
    }
    return nil
  }

  /// Reads the attributes of an element, up to its end.
  private static func attributes(_ bytes: ArraySlice<UInt8>) -> [String: String] {
    var (result, rest) = ([String: String](), bytes)
    while true {
      rest = rest.drop(while: isSpace)
      let name = rest.prefix { !isSpace($0) && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">") }
      rest = rest[name.endIndex...].drop(while: isSpace)
      guard !name.isEmpty, rest.first == UInt8(ascii: "=") else { return result }
      rest = rest.dropFirst().drop(while: isSpace)
      guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return result }
      let value = rest.dropFirst().prefix { $0 != quote }
      result[String(decoding: name, as: UTF8.self)] = String(decoding: value, as: UTF8.self)
      rest = rest[value.endIndex...].dropFirst()
    }
  }

  /// Parses a length with its unit; `nil` for percentages and for text that is not a length.
  private static func length(_ text: String) -> Double? {
    let units: [(String, Double)] = [
      ("px", 1), ("pt", 96.0 / 72), ("pc", 16), ("mm", 96 / 25.4), ("cm", 96 / 2.54), ("in", 96), ("em", 16),
      ("ex", 8), ("", 1),
    ]
    let text = text.split(whereSeparator: \.isWhitespace).joined()
    for (unit, factor) in units where text.hasSuffix(unit) {
      guard let number = Double(text.dropLast(unit.count)), number.isFinite, number > 0 else { continue }
      return min(longest, number * factor)
    }
    return nil
  }

  /// Returns the width and height in the text of a view box; `nil` if they are not valid.
  private static func box(_ text: String) -> (width: Double, height: Double)? {
    let numbers = text.split { $0 == "," || $0.isWhitespace }.compactMap { Double($0) }
    guard numbers.count == 4, numbers[2].isFinite, numbers[3].isFinite, numbers[2] > 0, numbers[3] > 0 else {
      return nil
    }
    return (min(longest, numbers[2]), min(longest, numbers[3]))
  }
}
