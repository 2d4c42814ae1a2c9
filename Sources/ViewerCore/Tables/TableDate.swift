/// Dates in the text of a cell: ISO 8601 with or without time, and days with slashes or points.
enum TableDate {
  /// Whether a text is a date.
  static func isDate(_ text: UnsafeRawBufferPointer) -> Bool { key(text) != nil }

  /// Returns a key that orders dates: microseconds from a common start. Offsets from UTC count.
  ///
  /// Known are `2026-03-01`, `2026/03/01`, `20260301T120000Z`, `2026-03-01 12:00:00.5+01:00`, `1.3.2026` and
  /// `3/14/2026`; with slashes the month is first, unless it is more than 12.
  static func key(_ text: UnsafeRawBufferPointer) -> Int? {
    var reader = Reader(text: text)
    guard let first = reader.number(1...8) else { return nil }
    let day: Int?
    switch (first.digits, reader.next) {
    case (4, UInt8(ascii: "-")?), (4, UInt8(ascii: "/")?): day = reader.restOfDay(year: first.value)
    case (8, UInt8(ascii: "T")?): day = days(first.value / 10_000, first.value / 100 % 100, first.value % 100)
    case (1...2, UInt8(ascii: ".")?): day = reader.restOfDay(first: first.value, monthFirst: false)
    case (1...2, UInt8(ascii: "/")?): day = reader.restOfDay(first: first.value, monthFirst: true)
    default: day = nil
    }
    guard let day else { return nil }
    if reader.isAtEnd { return day * 86_400_000_000 }
    guard reader.skip(UInt8(ascii: "T")) || reader.skip(UInt8(ascii: " ")), let time = reader.time() else { return nil }
    return reader.isAtEnd ? day * 86_400_000_000 + time : nil
  }

  /// Returns the number of a day, counted from March of year 0; `nil` if there is no such day.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int? {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...12).contains(month), (1...lengths[month - 1]).contains(day) else { return nil }
    // From Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": years begin in March.
    let shifted = month > 2 ? year : year - 1
    return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + (153 * ((month + 9) % 12) + 2) / 5 + day
  }

  /// Reads a text from its start.
  private struct Reader {
    let text: UnsafeRawBufferPointer
    var place = 0

    var next: UInt8? { place < text.count ? text[place] : nil }
    var isAtEnd: Bool { place == text.count }

    mutating func skip(_ byte: UInt8) -> Bool {
      guard next == byte else { return false }
      place += 1
      return true
    }

    /// Reads a number with a certain number of digits.
    mutating func number(_ length: ClosedRange<Int>) -> (value: Int, digits: Int)? {
      var (value, digits) = (0, 0)
      while let byte = next, byte &- 0x30 < 10, digits < length.upperBound {
        value = value * 10 + Int(byte - 0x30)
        digits += 1
        place += 1
      }
      return length.contains(digits) ? (value, digits) : nil
    }

    /// Reads month and day after a year.
    mutating func restOfDay(year: Int) -> Int? {
      guard let separator = next, skip(separator), let month = number(1...2), skip(separator), let day = number(1...2)
      else { return nil }
      return days(year, month.value, day.value)
    }

    /// Reads the rest of a day with the year at the end.
    mutating func restOfDay(first: Int, monthFirst: Bool) -> Int? {
      guard let separator = next, skip(separator), let second = number(1...2), skip(separator), let year = number(4...4)
      else { return nil }
      let isMonthFirst = monthFirst && first <= 12
      return days(year.value, isMonthFirst ? first : second.value, isMonthFirst ? second.value : first)
    }

    /// Reads a time of day with an optional offset from UTC. Returns microseconds.
    mutating func time() -> Int? {
      guard let hours = number(2...2), hours.value < 25 else { return nil }
      let hasColons = skip(UInt8(ascii: ":"))
      guard let minutes = number(2...2), minutes.value < 60 else { return nil }
      var microseconds = (hours.value * 60 + minutes.value) * 60_000_000
      if hasColons ? skip(UInt8(ascii: ":")) : next.map({ $0 &- 0x30 < 10 }) ?? false {
        guard let seconds = number(2...2), seconds.value < 61 else { return nil }
        microseconds += seconds.value * 1_000_000
        if skip(UInt8(ascii: ".")) || skip(UInt8(ascii: ",")) {
          guard let fraction = number(1...9) else { return nil }
          var value = fraction.value
          for _ in fraction.digits..<9 { value *= 10 }
          microseconds += value / 1_000
        }
      }
      if skip(UInt8(ascii: "Z")) || isAtEnd { return microseconds }
      guard let sign = next, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(sign), skip(sign),
        let offset = number(2...2)
      else { return nil }
      _ = skip(UInt8(ascii: ":"))
      let seconds = (offset.value * 60 + (number(2...2)?.value ?? 0)) * 60
      return microseconds - (sign == UInt8(ascii: "-") ? -seconds : seconds) * 1_000_000
    }
  }
}
