/// Dates in the text of a cell: ISO 8601 with or without time, days with slashes, points or dashes, and with the name of
/// the month.
enum TableDate {
  /// Whether a text is a date.
  static func isDate(_ text: UnsafeRawBufferPointer) -> Bool { key(text) != nil }

  /// Whether a text with the given first byte and length may be a date. Most other texts are excluded quickly.
  static func mayBeDate(_ first: UInt8, _ count: Int) -> Bool {
    first &- 0x30 < 10 || count < 40 && (first | 0x20) &- 0x61 < 26
  }

  /// Returns a key that orders dates: microseconds from a common start, converted to UTC if the offset is given; `nil`
  /// for other texts.
  ///
  /// Known forms are `2026-03-01`, `2026/03/01`, `20260301T120000Z`, `2026-03-01 12:00:00.5+01:00`, `1.3.2026`,
  /// `1-3-2026`, `1 Mar 2026`, `1-Mar-2026`, `March 1, 2026` and `3/14/2026`. With slashes the month is first, unless
  /// it would be more than 12 or the style says otherwise.
  static func key(_ text: UnsafeRawBufferPointer, _ style: TableValueStyle = TableValueStyle()) -> Int? {
    var reader = Reader(text: text)
    guard let day = reader.day(style) else { return nil }
    if reader.isAtEnd { return day * dayLength }
    guard reader.skip(UInt8(ascii: "T")) || reader.skip(UInt8(ascii: " ")), let time = reader.time() else { return nil }
    return reader.isAtEnd ? day * dayLength + time : nil
  }

  private static let dayLength = 86_400_000_000

  /// Returns the keys of the times that a text means: of a whole day without a time of day; also of a month such as
  /// `2026-03`, or of a year.
  static func range(of text: UnsafeRawBufferPointer, _ style: TableValueStyle) -> Range<Int>? {
    if let key = key(text, style) {
      var reader = Reader(text: text)
      _ = reader.day(style)
      return key..<key + (reader.isAtEnd ? dayLength : 1)
    }
    var reader = Reader(text: text)
    guard let year = reader.number(4...4)?.value else { return nil }
    var (first, last) = (1, 12)
    if !reader.isAtEnd {
      guard reader.skip(UInt8(ascii: "-")) || reader.skip(UInt8(ascii: "/")), let month = reader.number(1...2)?.value,
        reader.isAtEnd
      else { return nil }
      (first, last) = (month, month)
    }
    let next = last == 12 ? (year: year + 1, month: 1) : (year: year, month: last + 1)
    guard let start = days(year, first, 1), let end = days(next.year, next.month, 1) else { return nil }
    return start * dayLength..<end * dayLength
  }

  /// Whether the day is first in a date with slashes; `false` if it is certainly second, `nil` if it may be either.
  static func isDayFirst(_ text: UnsafeRawBufferPointer) -> Bool? {
    var reader = Reader(text: text)
    guard let first = reader.number(1...2)?.value, reader.skip(UInt8(ascii: "/")),
      let second = reader.number(1...2)?.value
    else { return nil }
    return first > 12 ? true : second > 12 ? false : nil
  }

  /// Returns the number of a day, counted from March of year 0; `nil` if the date does not exist.
  fileprivate static func days(_ year: Int, _ month: Int, _ day: Int) -> Int? {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...12).contains(month), (1...lengths[month - 1]).contains(day) else { return nil }
    // From Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": years begin in March.
    let shifted = month > 2 ? year : year - 1
    return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + (153 * ((month + 9) % 12) + 2) / 5 + day
  }

  /// A reader of a date from its start.
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

    /// Reads a number with an allowed number of digits; returns `nil` if there is none.
    mutating func number(_ length: ClosedRange<Int>) -> (value: Int, digits: Int)? {
      var (value, digits) = (0, 0)
      while let byte = next, byte &- 0x30 < 10, digits < length.upperBound {
        value = value * 10 + Int(byte - 0x30)
        digits += 1
        place += 1
      }
      return length.contains(digits) ? (value, digits) : nil
    }

    /// Reads a date and returns the number of its day; `nil` if there is none.
    mutating func day(_ style: TableValueStyle) -> Int? {
      if let byte = next, byte &- 0x30 >= 10, let month = monthName() {
        // As in March 1, 2026.
        _ = skip(UInt8(ascii: "."))
        guard skip(UInt8(ascii: " ")), let day = number(1...2) else { return nil }
        _ = skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: " ")), let year = number(4...4) else { return nil }
        return TableDate.days(year.value, month, day.value)
      }
      guard let first = number(1...8) else { return nil }
      switch (first.digits, next) {
      case (4, UInt8(ascii: "-")?), (4, UInt8(ascii: "/")?): return restOfDay(year: first.value)
      case (8, UInt8(ascii: "T")?):
        return TableDate.days(first.value / 10_000, first.value / 100 % 100, first.value % 100)
      case (1...2, UInt8(ascii: "/")?): return restOfDay(first: first.value, monthFirst: !style.hasDayFirst)
      case (1...2, UInt8(ascii: ".")?), (1...2, UInt8(ascii: "-")?), (1...2, UInt8(ascii: " ")?):
        return restOfDay(first: first.value, monthFirst: false)
      default: return nil
      }
    }

    /// The English names of the months.
    private static let months = [
      "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
      "december",
    ].map { Array($0.utf8) }

    /// Reads the English name of a month, or its first three letters. Returns the number of the month.
    private mutating func monthName() -> Int? {
      let start = place
      while let byte = next, place - start < 10, (byte | 0x20) &- 0x61 < 26 { place += 1 }
      guard place > start + 2 else {
        place = start
        return nil
      }
      let word = text[start..<place].map { $0 | 0x20 }
      let month = Self.months.firstIndex { $0 == word || word.count == 3 && $0.starts(with: word) }
      if let month { return month + 1 }
      place = start
      return nil
    }

    /// Reads month and day after a year. Returns the number of the day; `nil` if there is no such date.
    mutating func restOfDay(year: Int) -> Int? {
      guard let separator = next, skip(separator), let month = number(1...2), skip(separator), let day = number(1...2)
      else { return nil }
      return TableDate.days(year, month.value, day.value)
    }

    /// Reads the rest of a date whose year is at the end; `monthFirst` says whether `first` is the month. Returns the
    /// number of the day; `nil` if there is no such date.
    mutating func restOfDay(first: Int, monthFirst: Bool) -> Int? {
      guard let separator = next, skip(separator) else { return nil }
      if separator != UInt8(ascii: "/"), separator != UInt8(ascii: "."), let month = monthName() {
        guard skip(separator), let year = number(4...4) else { return nil }
        return TableDate.days(year.value, month, first)
      }
      guard separator != UInt8(ascii: " "), let second = number(1...2), skip(separator), let year = number(4...4) else {
        return nil
      }
      let isMonthFirst = monthFirst ? first <= 12 : second.value > 12
      return TableDate.days(year.value, isMonthFirst ? first : second.value, isMonthFirst ? second.value : first)
    }

    /// Reads a time of day with an optional offset from UTC. Returns the microseconds, converted to UTC if there is an
    /// offset; `nil` if there is no time.
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
