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
  static func parse(_ text: UnsafeRawBufferPointer) -> Double? {
    var place = 0
    let isNegative = text.first == UInt8(ascii: "-")
    if isNegative || text.first == UInt8(ascii: "+") { place = 1 }
    var (mantissa, digits, exponent, isExact): (UInt64, Int, Int, Bool) = (0, 0, 0, true)
    func add(_ byte: UInt8, isFraction: Bool) {
      digits += 1
      if mantissa < 100_000_000_000_000_000 {
        mantissa = mantissa &* 10 &+ UInt64(byte &- 0x30)
        if isFraction { exponent -= 1 }
      } else {
        if byte != 0x30 { isExact = false }
        if !isFraction { exponent += 1 }
      }
    }
    let start = place
    while place < text.count, text[place] &- 0x30 < 10 {
      add(text[place], isFraction: false)
      place += 1
    }
    var hasGroups = false
    while place + 3 < text.count, text[place] == UInt8(ascii: ","), (hasGroups || (1...3).contains(place - start)),
      text[(place + 1)...(place + 3)].allSatisfy({ $0 &- 0x30 < 10 })
    {
      for byte in text[(place + 1)...(place + 3)] { add(byte, isFraction: false) }
      place += 4
      hasGroups = true
    }
    if place < text.count, text[place] == UInt8(ascii: ".") {
      place += 1
      while place < text.count, text[place] &- 0x30 < 10 {
        add(text[place], isFraction: true)
        place += 1
      }
    }
    guard digits > 0 else { return nil }
    if place < text.count, text[place] | 0x20 == UInt8(ascii: "e") {
      guard let value = parseExponent(text[(place + 1)...]) else { return nil }
      exponent += value
      place = text.count
    }
    guard place == text.count else { return nil }
    let value = magnitude(mantissa, exponent, isExact, text, hasGroups)
    return isNegative ? -value : value
  }

  /// Returns a whole exponent with an optional sign; large ones are limited.
  private static func parseExponent(_ text: Slice<UnsafeRawBufferPointer>) -> Int? {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = isNegative || text.first == UInt8(ascii: "+") ? text.dropFirst() : text
    guard !digits.isEmpty else { return nil }
    var value = 0
    for byte in digits {
      guard byte &- 0x30 < 10 else { return nil }
      value = min(value * 10 + Int(byte - 0x30), 1_000_000)
    }
    return isNegative ? -value : value
  }

  /// Returns the absolute value. It is exact in one operation if mantissa and power are (Clinger, "How to Read Floating
  /// Point Numbers Accurately", 1990); otherwise the C library parses the text.
  private static func magnitude(
    _ mantissa: UInt64, _ exponent: Int, _ isExact: Bool, _ text: UnsafeRawBufferPointer, _ hasGroups: Bool
  ) -> Double {
    if mantissa == 0 { return 0 }
    if isExact, mantissa < 1 << 53, abs(exponent) <= 22 {
      return exponent < 0 ? Double(mantissa) / powers[-exponent] : Double(mantissa) * powers[exponent]
    }
    let digits = hasGroups ? text.filter { $0 != UInt8(ascii: ",") } : Array(text)
    return abs((digits + [0]).withUnsafeBytes { bytes in
      bytes.baseAddress.map { strtod($0.assumingMemoryBound(to: CChar.self), nil) } ?? 0
    })
  }

  /// Returns a key that orders numbers as their values: negative zero as zero.
  static func key(_ value: Double) -> UInt64 {
    let bits = (value == 0 ? 0 : value).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }
}
