import Glibc

/// Numbers in the text of a cell.
enum TableNumber {
  /// The powers of ten that a `Double` holds exactly.
  private static let powers: [Double] = (0...22).reduce(into: [1.0]) { powers, place in
    if place > 0 { powers.append(powers[place - 1] * 10) }
  }

  /// Returns the value of a decimal number: with sign, fraction, exponent, and commas between groups of three digits.
  ///
  /// Numbers beyond the range of `Double` are infinite. `NaN` and `inf` are texts.
  @inline(__always)
  static func parse(_ text: UnsafeRawBufferPointer) -> Double? {
    guard let base = text.baseAddress else { return nil }
    let isNegative = text.first == UInt8(ascii: "-")
    var place = isNegative || text.first == UInt8(ascii: "+") ? 1 : 0
    let start = place
    var mantissa: UInt64 = 0
    while place < text.count, case let digit = base.load(fromByteOffset: place, as: UInt8.self) &- 0x30, digit < 10 {
      mantissa = mantissa &* 10 &+ UInt64(digit)
      place &+= 1
    }
    var (digits, exponent) = (place &- start, 0)
    if place < text.count, base.load(fromByteOffset: place, as: UInt8.self) == UInt8(ascii: ".") {
      place &+= 1
      let point = place
      while place < text.count, case let digit = base.load(fromByteOffset: place, as: UInt8.self) &- 0x30, digit < 10 {
        mantissa = mantissa &* 10 &+ UInt64(digit)
        place &+= 1
      }
      exponent = point &- place
      digits &+= place &- point
    }
    guard place == text.count, digits > 0, digits < 20 else { return parseSlowly(text, from: start, isNegative) }
    let value = magnitude(mantissa, exponent) ?? parseByLibrary(text)
    return isNegative ? -value : value
  }

  /// Parses a number with groups of digits, an exponent, or many digits.
  @inline(never)
  private static func parseSlowly(_ text: UnsafeRawBufferPointer, from start: Int, _ isNegative: Bool) -> Double? {
    var place = start
    func skipDigits() -> Int {
      let first = place
      while place < text.count, text[place] &- 0x30 < 10 { place += 1 }
      return place - first
    }
    var digits = skipDigits()
    var hasGroups = false
    while place + 3 < text.count, text[place] == UInt8(ascii: ","), hasGroups || (1...3).contains(digits),
      text[(place + 1)...(place + 3)].allSatisfy({ $0 &- 0x30 < 10 })
    {
      place += 4
      digits += 3
      hasGroups = true
    }
    if place < text.count, text[place] == UInt8(ascii: ".") {
      place += 1
      digits += skipDigits()
    }
    guard digits > 0 else { return nil }
    if place < text.count, text[place] | 0x20 == UInt8(ascii: "e") {
      place += 1
      if place < text.count, text[place] == UInt8(ascii: "-") || text[place] == UInt8(ascii: "+") { place += 1 }
      guard skipDigits() > 0 else { return nil }
    }
    guard place == text.count else { return nil }
    let value = parseByLibrary(text)
    return isNegative ? -value : value
  }

  /// Returns the absolute value of a number whose form was checked.
  private static func parseByLibrary(_ text: UnsafeRawBufferPointer) -> Double {
    let digits = text.filter { $0 != UInt8(ascii: ",") } + [0]
    return abs(
      digits.withUnsafeBytes { bytes in
        bytes.baseAddress.map { strtod($0.assumingMemoryBound(to: CChar.self), nil) } ?? 0
      })
  }

  /// Returns a mantissa times a power of ten, correctly rounded; `nil` if that takes more than one operation.
  ///
  /// It is exact if mantissa and power are (Clinger, "How to Read Floating Point Numbers Accurately", 1990). With the
  /// 64 bits of `Float80` the result is the nearest `Double` too, unless it lies in the middle between two.
  @inline(__always)
  private static func magnitude(_ mantissa: UInt64, _ exponent: Int) -> Double? {
    guard exponent >= -22 else { return nil }
    if mantissa < 1 << 53 { return exponent == 0 ? Double(mantissa) : Double(mantissa) / powers[-exponent] }
    #if arch(x86_64)
      let value = exponent == 0 ? Float80(mantissa) : Float80(mantissa) / Float80(powers[-exponent])
      return value.significandBitPattern & 0x7FF == 0x400 ? nil : Double(value)
    #else
      return exponent == 0 ? Double(mantissa) : nil
    #endif
  }

  /// Returns a key that orders numbers as their values: negative zero as zero.
  static func key(_ value: Double) -> UInt64 {
    let bits = (value == 0 ? 0 : value).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }
}
