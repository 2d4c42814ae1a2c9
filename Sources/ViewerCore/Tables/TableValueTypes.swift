extension TableValueType {
  /// Returns the type of a value.
  static func type(of value: String) -> TableValueType {
    var value = value
    return value.withUTF8 { type(of: UnsafeRawBufferPointer($0)) }
  }

  /// Returns the type of a value, given as UTF-8. Spaces around it do not count.
  static func type(of value: UnsafeRawBufferPointer) -> TableValueType {
    let value = trimmed(value)
    guard let first = value.first else { return .text }
    if TableNumber.parse(value) != nil { return .number }
    if isBoolean(value) { return .boolean }
    if TableDate.mayBeDate(first, value.count), TableDate.isDate(value) { return .date }
    if isAddress(value) { return .address }
    return isPath(value) ? .path : .text
  }

  /// Returns a value without the spaces and tabs at both ends.
  static func trimmed(_ value: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var (start, end) = (0, value.count)
    while start < end, value[start] == 0x20 || value[start] == 0x09 { start += 1 }
    while end > start, value[end - 1] == 0x20 || value[end - 1] == 0x09 { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: value[start..<end])
  }

  private static func isBoolean(_ value: UnsafeRawBufferPointer) -> Bool {
    value.count <= 5
      && ["true", "false", "yes", "no"].contains { equals(value.prefix($0.utf8.count), $0, value.count) }
  }

  /// The words for a missing value, in small letters.
  private static let missingWords = ["-", "--", "na", "n/a", "nan", "nil", "null", "none", "—", "–"]

  /// Whether a value is missing: it is empty, or one of `missingWords`. There must be no spaces around it.
  static func isMissing(_ value: UnsafeRawBufferPointer) -> Bool {
    value.isEmpty
      || value.count <= 4
        && missingWords.contains { word in
          value.count == word.utf8.count && zip(value, word.utf8).allSatisfy { lowercase($0) == $1 }
        }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  /// Whether bytes equal an ASCII text in lower case, without regard to case.
  private static func equals(_ bytes: Slice<UnsafeRawBufferPointer>, _ text: String, _ count: Int) -> Bool {
    count == text.utf8.count && zip(bytes, text.utf8).allSatisfy { $0 | 0x20 == $1 }
  }

  private static func isAddress(_ value: UnsafeRawBufferPointer) -> Bool {
    let start = String(decoding: value.prefix(8), as: UTF8.self).lowercased()
    return ["http://", "https://", "ftp://", "file:/", "data:", "mailto:"].contains { start.hasPrefix($0.prefix(8)) }
      && !value.contains { $0 <= 0x20 }
  }

  /// Whether a value looks like a path: it has slashes between names, or a name that ends in a short extension.
  private static func isPath(_ value: UnsafeRawBufferPointer) -> Bool {
    guard value.count <= 4_096, !value.contains(where: { $0 < 0x20 }) else { return false }
    let lastSlash = value.lastIndex(of: 0x2F) ?? value.lastIndex(of: 0x5C)
    let name = value[(lastSlash.map { $0 + 1 } ?? 0)...]
    let ending = name.lastIndex(of: 0x2E).map { name[($0 + 1)...] }
    let hasEnding =
      ending.map { ending in
        (1...5).contains(ending.count) && ending.startIndex > name.startIndex + 1
          && ending.contains { $0 | 0x20 >= 0x61 }
          && ending.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
      } ?? false
    if hasEnding { return true }
    let first = value[0]
    return lastSlash != nil && !value.contains(0x20) && (first == 0x2F || first == 0x2E || first == 0x7E)
  }
}

/// Counts the types of values to find the type of their column.
struct TableTypeCount: Sendable {
  private var counts: [TableValueType: Int] = [:]
  private var total = 0
  /// The number of values that are numbers only with a decimal comma, and of those only with a decimal point.
  private var (commas, points) = (0, 0)
  /// The numbers of dates with slashes in which the day certainly comes first, or the month.
  private var (dayFirst, monthFirst) = (0, 0)

  /// The share of values that must have a type for it to be the type of the column, in percent.
  private static let decidingShare = 95

  /// Counts a value. Missing values are ignored.
  mutating func add(_ value: UnsafeRawBufferPointer) {
    guard !TableValueType.isMissing(TableValueType.trimmed(value)) else { return }
    total += 1
    let type = TableValueType.type(of: value)
    counts[type, default: 0] += 1
    let value = TableValueType.trimmed(value)
    switch type {
    case .date:
      if let first = TableDate.isDayFirst(value) {
        (dayFirst, monthFirst) = (dayFirst + (first ? 1 : 0), monthFirst + (first ? 0 : 1))
      }
    default:
      let isComma = TableNumber.parse(value, TableValueStyle(decimalComma: true)) != nil
      if isComma, type != .number { commas += 1 }
      if !isComma, type == .number { points += 1 }
    }
  }

  mutating func add(_ value: String) {
    var value = value
    value.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  /// The way in which the numbers or dates are written.
  var style: TableValueStyle {
    TableValueStyle(decimalComma: hasDecimalComma, dayFirst: dayFirst > 0 && monthFirst == 0)
  }

  private var hasDecimalComma: Bool {
    commas > 0 && points == 0 && (counts[.number, default: 0] + commas) * 100 >= total * Self.decidingShare
  }

  /// The type of nearly all values that are not missing; text if no type has that many.
  var type: TableValueType {
    if hasDecimalComma { return .number }
    return counts.first { $0.value * 100 >= total * Self.decidingShare }?.key ?? .text
  }
}
