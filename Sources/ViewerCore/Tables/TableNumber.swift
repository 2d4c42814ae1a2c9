import Glibc

/// Numbers in the text of a cell.
enum TableNumber {
  /// The powers of ten that a `Double` holds exactly.
  private static let powers: [Double] = (0...22).reduce(into: [1.0]) { powers, place in
    if place > 0 { powers.append(powers[place - 1] * 10) }
  }

  /// A number that consists only of a sign, digits and a decimal point.
  struct Plain {
    var isNegative: Bool
    /// The value of all digits, as if there were no decimal point.
    var mantissa: UInt64 = 0
    /// The number of digits, and of those after the point.
    var (digits, fraction) = (0, 0)

    /// Reads a number at the start of a text.
    /// - Parameter end: Set to the offset after the digits.
    @inline(__always)
    fileprivate init(_ text: UnsafeRawBufferPointer, start: Int, end: inout Int) {
      isNegative = start > 0 && text[0] == UInt8(ascii: "-")
      digits = Self.add(text, from: start, to: &mantissa, end: &end)
      if end < text.count, text[end] == UInt8(ascii: ".") {
        fraction = Self.add(text, from: end &+ 1, to: &mantissa, end: &end)
        digits &+= fraction
      }
    }

    /// Adds the digits at an offset to a mantissa. Returns the number of digits.
    @inline(__always)
    private static func add(
      _ text: UnsafeRawBufferPointer, from start: Int, to mantissa: inout UInt64, end: inout Int
    ) -> Int {
      var place = start
      while place < text.count, case let digit = text[place] &- 0x30, digit < 10 {
        mantissa = mantissa &* 10 &+ UInt64(digit)
        place &+= 1
      }
      end = place
      return place &- start
    }
  }

  /// Returns the value of a decimal number; `nil` for other texts. It may have a sign, a fraction, an exponent, group
  /// separators (commas, spaces or apostrophes), and a currency or percent sign, which is ignored.
  ///
  /// Numbers beyond the range of `Double` are infinite. `NaN` and `inf` are texts.
  @inline(__always)
  static func parse(_ text: UnsafeRawBufferPointer) -> Double? {
    let start = firstDigit(in: text)
    guard let plain = plain(text) else { return parseSlowly(text, from: start, text.first == UInt8(ascii: "-")) }
    let value = magnitude(plain.mantissa, -plain.fraction) ?? parseByLibrary(text)
    return plain.isNegative ? -value : value
  }

  /// Returns the value of a number that is written in a style; `nil` for other texts.
  @inline(__always)
  static func parse(_ text: UnsafeRawBufferPointer, _ style: TableValueStyle) -> Double? {
    style.hasDecimalComma ? parseWithComma(text) : parse(text)
  }

  /// The largest length of a number with a decimal comma.
  private static let longestWithComma = 64

  /// Returns the value of a number with a comma before its fraction, and points between groups of three digits.
  private static func parseWithComma(_ text: UnsafeRawBufferPointer) -> Double? {
    let (comma, point) = (UInt8(ascii: ","), UInt8(ascii: "."))
    guard text.count <= longestWithComma else { return nil }
    return withUnsafeTemporaryAllocation(byteCount: longestWithComma, alignment: 1) { copy in
      for (place, byte) in text.enumerated() { copy[place] = byte == comma ? point : byte == point ? comma : byte }
      return parse(UnsafeRawBufferPointer(rebasing: copy[..<text.count]))
    }
  }

  /// Returns the number in a text of only a sign, at most 19 digits and a decimal point; `nil` for other texts.
  @inline(__always)
  static func plain(_ text: UnsafeRawBufferPointer) -> Plain? {
    var end = 0
    let plain = Plain(text, start: firstDigit(in: text), end: &end)
    return end == text.count && plain.digits > 0 && plain.digits < 20 ? plain : nil
  }

  @inline(__always)
  private static func firstDigit(in text: UnsafeRawBufferPointer) -> Int {
    text.first == UInt8(ascii: "-") || text.first == UInt8(ascii: "+") ? 1 : 0
  }

  /// The result of multiplying a number by a power of ten.
  enum Scaled: Equatable {
    /// The product, whose absolute value is smaller than `limit`.
    case integer(Int32)
    /// The product is not an integer, or is too large.
    case odd
    case noNumber
  }

  /// The bound for the absolute value of scaled numbers. Below it, different products stand for different `Double`
  /// values, in the same order.
  static let limit: UInt64 = 1 << 31 - 1
  /// The largest number of digits after the point for which numbers are scaled.
  static let maximumDigits = 9

  /// Returns the number in a text times 10 to the power of `digits`.
  @inline(__always)
  static func scaled(_ text: UnsafeRawBufferPointer, by digits: Int) -> Scaled {
    guard let plain = plain(text), plain.fraction <= digits, plain.mantissa < limit else {
      return scaledSlowly(text, by: digits)
    }
    var product = plain.mantissa
    for _ in plain.fraction..<digits { product &*= 10 }
    guard product < limit else { return .odd }
    return .integer(plain.isNegative ? -Int32(product) : Int32(product))
  }

  @inline(never)
  private static func scaledSlowly(_ text: UnsafeRawBufferPointer, by digits: Int) -> Scaled {
    guard let value = parse(text) else { return .noNumber }
    let product = (value * powers[digits]).rounded()
    guard product.magnitude < Double(limit), product / powers[digits] == value else { return .odd }
    return .integer(Int32(product))
  }

  /// The separators of groups of digits: comma, apostrophes, and spaces, also those that never break.
  private static let separators: [[UInt8]] = [",", "'", " ", "\u{A0}", "\u{202F}", "\u{2009}", "\u{2019}"].map {
    Array($0.utf8)
  }

  /// Parses a number with group separators, an exponent, or many digits; returns `nil` for other texts.
  @inline(never)
  private static func parseSlowly(_ text: UnsafeRawBufferPointer, from start: Int, _ isNegative: Bool) -> Double? {
    guard let number = withoutUnit(text) else { return nil }
    if number.count < text.count {
      // A sign may stand before the currency.
      let value = withoutUnit(number)?.count == number.count ? parse(number) : nil
      return isNegative && number.first != UInt8(ascii: "-") ? value.map { -$0 } : value
    }
    var place = start
    func skipDigits() -> Int {
      let first = place
      while place < text.count, text[place] &- 0x30 < 10 { place += 1 }
      return place - first
    }
    var digits = skipDigits()
    if (1...3).contains(digits), let separator = separators.first(where: { text[place...].starts(with: $0) }) {
      // A number in groups has no zero in front, unlike that of a telephone.
      let isPlain = separator.first == UInt8(ascii: ",") || text[start] != UInt8(ascii: "0")
      while isPlain, text[place...].starts(with: separator), place + separator.count + 2 < text.count,
        text[(place + separator.count)...].prefix(3).allSatisfy({ $0 &- 0x30 < 10 })
      {
        place += separator.count + 3
        digits += 3
      }
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
    let digits = text.filter { $0 < 0x80 && ![UInt8(ascii: ","), UInt8(ascii: "'"), 0x20].contains($0) } + [0]
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

  /// The bound below which different integers have different values of `Double`.
  static let exactLimit = 9_007_199_254_740_992.0

  /// Returns the exact order of two integers, each of only a sign and digits: negative if the first is smaller; `nil`
  /// for other texts.
  static func integerOrder(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int? {
    guard let (first, isNegative) = digits(of: a), let (second, isOtherNegative) = digits(of: b) else { return nil }
    if isNegative != isOtherNegative { return isNegative ? -1 : 1 }
    var order = first.count - second.count
    if order == 0 { order = first.lexicographicallyPrecedes(second) ? -1 : first.elementsEqual(second) ? 0 : 1 }
    return isNegative ? -order : order
  }

  /// Returns the digits of an integer without zeros in front, and whether it is negative; `nil` for other texts.
  private static func digits(of text: UnsafeRawBufferPointer) -> (Slice<UnsafeRawBufferPointer>, isNegative: Bool)? {
    let digits = text[firstDigit(in: text)...]
    guard !digits.isEmpty, digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    return (digits.drop { $0 == 0x30 }, text.first == UInt8(ascii: "-"))
  }

  /// Returns a key that has the same order as the numbers. Negative zero has the key of zero.
  static func key(_ value: Double) -> UInt64 {
    let bits = (value == 0 ? 0 : value).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }
}
