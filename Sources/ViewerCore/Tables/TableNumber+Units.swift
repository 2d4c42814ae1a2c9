/// Removing currencies and percent signs from numbers.
extension TableNumber {
  /// The units that are allowed before or after a number.
  private static let units: [[UInt8]] = [
    "$", "€", "£", "¥", "₹", "₽", "₩", "%", "USD", "EUR", "GBP", "JPY", "CHF", "CNY", "INR", "AUD", "CAD", "SEK", "NOK",
    "DKK", "PLN",
  ].map { Array($0.utf8) }
  private static let percent = UInt8(ascii: "%")

  /// Returns the currency or percent sign before or after a number; empty if it has none.
  static func unit(of number: UnsafeRawBufferPointer) -> [UInt8] {
    guard let first = number.first else { return [] }
    let rest = number.dropFirst(first == UInt8(ascii: "-") || first == UInt8(ascii: "+") ? 1 : 0)
    return units.first { rest.starts(with: $0) || rest.suffix($0.count).elementsEqual($0) } ?? []
  }

  /// Returns a text without its unit, and without the spaces beside the unit and a sign before it; the same text if it
  /// has no unit; `nil` if it is certainly not a number.
  static func withoutUnit(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard let first = text.first, let last = text.last else { return nil }
    if isPart(first), isPart(last) {
      // Most texts that are no numbers end here or at the next step.
      return first == UInt8(ascii: "-") || first == UInt8(ascii: "+") ? withoutSign(text) : text
    }
    guard mayBeUnit(first) || isPart(first), mayBeUnit(last) || isPart(last) else { return nil }
    if isPart(last) { return withoutSign(text) }
    guard isPart(first),
      let unit = units.first(where: { text.count > $0.count && text.suffix($0.count).elementsEqual($0) })
    else { return nil }
    return withoutSpaces(UnsafeRawBufferPointer(rebasing: text.dropLast(unit.count)))
  }

  /// Returns a text without the unit before its number and a sign before that unit; unchanged if it has no such unit.
  private static func withoutSign(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let isSigned = text.first == UInt8(ascii: "-") || text.first == UInt8(ascii: "+")
    let rest = text.dropFirst(isSigned ? 1 : 0)
    guard let unit = units.first(where: { $0 != [percent] && rest.count > $0.count && rest.starts(with: $0) }) else {
      return text
    }
    return withoutSpaces(UnsafeRawBufferPointer(rebasing: rest.dropFirst(unit.count)))
  }

  /// Whether a byte may be the first or last one of a number.
  private static func isPart(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".")
  }

  private static func mayBeUnit(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "$") || byte == percent || byte &- 0x41 < 26
  }

  /// Returns a text without the spaces at both ends, including non-breaking spaces.
  private static func withoutSpaces(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var text = TableValueType.trimmed(text)
    for space: [UInt8] in [[0xC2, 0xA0], [0xE2, 0x80, 0xAF]] {
      if text.starts(with: space) { text = UnsafeRawBufferPointer(rebasing: text.dropFirst(space.count)) }
      if text.suffix(space.count).elementsEqual(space) {
        text = UnsafeRawBufferPointer(rebasing: text.dropLast(space.count))
      }
    }
    return text
  }
}
