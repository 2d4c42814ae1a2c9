/// A time as written in a log: a time of day, with the date if there is one. Time zones are ignored.
package struct LogTime: Hashable, Sendable {
  /// The year; `nil` if it is not written, as in the times of syslog.
  var year: Int?
  /// The month and the day, as the month times 100 plus the day; `nil` if they are not written.
  var day: Int?
  /// The microseconds since midnight.
  var time = 0

  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
  private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// Reads the time of a log line; returns `nil` for a line without a time of day.
  /// - Parameter line: The line without its newline and escape sequences.
  init?(line: UnsafeRawBufferPointer) {
    guard let range = LogLineParser.parse(line).time else { return nil }
    var reader = Reader(bytes: line[range])
    guard reader.readDay(into: &self), reader.readTime(into: &self) else { return nil }
    if year == nil { reader.readYear(into: &self) }
  }

  /// Parses a time that the user typed, such as `14:02`, `2024-05-01`, `2024-05-01 14:02:03` or `May 1 14:02`.
  /// - Returns: `nil` for a text that does not look like a time.
  /// - Throws: `ExpressionError` if the text looks like a time that does not exist, such as 25:00.
  package init?(_ text: String) throws(ExpressionError) {
    let bytes = Array(text.drop { $0 == " " }.utf8)
    let looksLikeTime =
      bytes.contains(UInt8(ascii: ":"))
      || bytes.dropFirst(4).first.map { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "/") } ?? false
      || Self.months.contains(String(decoding: bytes.prefix(3), as: UTF8.self).lowercased())
    guard looksLikeTime else { return nil }
    let isRead = bytes.withUnsafeBytes { bytes in
      var reader = Reader(bytes: bytes[...])
      guard reader.readDay(into: &self) else { return false }
      reader.skipSpaces()
      // A day alone begins at midnight.
      if day != nil, reader.isAtEnd { return true }
      guard reader.readTime(into: &self) else { return false }
      reader.skipSpaces()
      return reader.isAtEnd
    }
    guard isRead else { throw ExpressionError("“\(text)” is not a time, such as 14:02 or 2024-05-01 14:02:03") }
  }

  private init() {}

  /// Reads the time of a log line without its escape sequences; returns `nil` for a line without a time of day.
  init?(ofLine line: String) {
    var line = line
    guard let time = line.withUTF8({ LogTime(line: UnsafeRawBufferPointer($0)) }) else { return nil }
    self = time
  }

  /// The date in words; `nil` if there is none.
  var dateWords: String? {
    guard let day, let month = Formats.months.indices.contains(day / 100 - 1) ? day / 100 - 1 : nil else { return nil }
    return "\(day % 100) \(Formats.months[month])" + (year.map { " \($0)" } ?? "")
  }

  /// The date, if there is one, and the time of day with seconds, in words.
  var words: String {
    let seconds = time / 1_000_000
    let parts = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { ($0 < 10 ? "0" : "") + String($0) }
    let clock = parts.joined(separator: ":")
    return dateWords.map { "\($0), \(clock)" } ?? clock
  }

  /// Whether the time is before `other`. Years and days are compared only if both times have them.
  package func isBefore(_ other: LogTime) -> Bool {
    if let year, let otherYear = other.year, year != otherYear { return year < otherYear }
    if let day, let otherDay = other.day, day != otherDay { return day < otherDay }
    return time < other.time
  }

  /// Reads the parts of a time one after another.
  private struct Reader {
    let bytes: Slice<UnsafeRawBufferPointer>
    private var place: Int

    init(bytes: Slice<UnsafeRawBufferPointer>) {
      self.bytes = bytes
      place = bytes.startIndex
    }

    var isAtEnd: Bool { place == bytes.endIndex }
    private func byte(_ offset: Int = 0) -> UInt8 { place + offset < bytes.endIndex ? bytes[place + offset] : 0 }

    mutating func skipSpaces() {
      while byte() == 0x20 { place += 1 }
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
      guard self.byte() == byte else { return false }
      place += 1
      return true
    }

    private mutating func number(_ digits: ClosedRange<Int>) -> Int? {
      var (value, count) = (0, 0)
      while byte() &- 0x30 < 10, count < digits.upperBound {
        value = 10 * value + Int(byte() - 0x30)
        count += 1
        place += 1
      }
      return digits.contains(count) ? value : nil
    }

    /// Reads a day if there is one. Returns `false` for a day that does not exist.
    mutating func readDay(into time: inout LogTime) -> Bool {
      // The name of a day of the week adds nothing.
      if byte() >= 0x41, LogTime.weekdays.contains(word) {
        place += 3
        skipSpaces()
      }
      if byte() >= 0x41, let month = readMonth() {
        skipSpaces()
        return setDay(month, number(1...2), of: &time) && (skip(0x20) || isAtEnd)
      }
      let start = place
      let digits = number(1...8)
      let count = place - start
      switch (count, byte()) {
      case (4, UInt8(ascii: "-")), (4, UInt8(ascii: "/")):
        let separator = byte()
        place += 1
        guard let month = number(1...2), skip(separator), setDay(month, number(1...2), of: &time) else { return false }
        time.year = digits
        return skip(UInt8(ascii: "T")) || skip(0x20) || isAtEnd
      case (1...2, UInt8(ascii: "/")):
        place += 1
        guard let month = readMonth(), skip(UInt8(ascii: "/")), setDay(month, digits, of: &time) else { return false }
        time.year = number(4...4)
        return time.year != nil && (skip(UInt8(ascii: ":")) || isAtEnd)
      case (4, 0x20), (8, 0x20):
        let value = digits ?? 0
        if count == 8 { time.year = value / 10_000 }
        return setDay(value / 100 % 100, value % 100, of: &time) && skip(0x20)
      default:
        place = start
        return true
      }
    }

    /// The next three letters, in lower case.
    private var word: String { String(decoding: bytes[place...].prefix(3), as: UTF8.self).lowercased() }

    /// Reads the short name of a month and returns its number from 1; `nil` if there is none.
    private mutating func readMonth() -> Int? {
      guard let month = LogTime.months.firstIndex(of: word) else { return nil }
      place += 3
      return month + 1
    }

    /// Sets the day of a time. Returns `false` for a day that does not exist.
    private func setDay(_ month: Int, _ day: Int?, of time: inout LogTime) -> Bool {
      guard (1...12).contains(month), let day, (1...31).contains(day) else { return false }
      time.day = 100 * month + day
      return true
    }

    /// Reads a year after the time of day, if there is one.
    mutating func readYear(into time: inout LogTime) {
      skipSpaces()
      time.year = number(4...4)
    }

    /// Reads hours and minutes, and seconds with a fraction if they follow. Returns `false` if there is no such time.
    mutating func readTime(into time: inout LogTime) -> Bool {
      guard let hours = number(1...2), hours < 24, skip(UInt8(ascii: ":")), let minutes = number(2...2), minutes < 60
      else { return false }
      time.time = (60 * hours + minutes) * 60_000_000
      guard skip(UInt8(ascii: ":")) else { return true }
      guard let seconds = number(2...2), seconds < 61 else { return false }
      time.time += 1_000_000 * seconds
      guard skip(UInt8(ascii: ".")) || skip(UInt8(ascii: ",")) else { return true }
      var unit = 100_000
      while byte() &- 0x30 < 10 {
        time.time += Int(byte() - 0x30) * unit
        unit /= 10
        place += 1
      }
      return true
    }
  }
}
