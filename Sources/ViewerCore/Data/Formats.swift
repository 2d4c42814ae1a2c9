import Glibc
import Scrollwork
package import ScrollworkPlatform

/// Text forms of numbers, sizes and dates.
package struct Formats: Sendable {
  /// The current time, which decides about "today".
  package var now: FileTime
  /// The offset of local time from UTC at a time, in seconds.
  package var zone: @Sendable (FileTime) -> Int

  package init(now: FileTime, zone: @escaping @Sendable (FileTime) -> Int) {
    self.now = now
    self.zone = zone
  }

  /// Returns formats for the system's time zone.
  package static func local(now: FileTime) -> Formats {
    Formats(now: now) { time in
      var seconds = time_t(time.seconds)
      var parts = tm()
      return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
    }
  }

  /// Formats a count with grouped digits, such as `61,904`.
  package static func count(_ value: Int) -> String { value.grouped }

  /// Formats a number of bytes in powers of 1,000: `812 B`, `64 KB`, `5.4 MB`. From megabytes up, the text has one
  /// decimal.
  package static func bytes(_ value: Int) -> String {
    let value = Swift.max(value, 0)
    if value < 1_000 { return "\(value) B" }
    if value < 999_500 { return "\((value + 500) / 1_000) KB" }
    var unit = 1_000_000
    for name in ["MB", "GB", "TB", "PB"] {
      // Rounded in tenths, so that 999.96 MB becomes 1.0 GB.
      let (tenth, half) = (unit / 10, unit / 20)
      let tenths = value / tenth + (value % tenth >= half ? 1 : 0)
      if tenths < 10_000 || name == "PB" { return "\(count(tenths / 10)).\(tenths % 10) \(name)" }
      unit *= 1_000
    }
    return "\(value) B"
  }

  /// Parses a number of bytes with an optional unit, such as `812`, `64 KB`, `1.5MB` or `2 GiB`.
  /// - Returns: `nil` for other texts.
  package static func byteCount(_ text: String) -> Int? {
    let letters = text.lowercased().filter { $0 != " " }
    let digits = letters.prefix { $0.isNumber || $0 == "." }
    let units = ["": 1.0, "b": 1, "k": 1e3, "kb": 1e3, "m": 1e6, "mb": 1e6, "g": 1e9, "gb": 1e9, "t": 1e12, "tb": 1e12]
    let binary = ["kib": 1_024.0, "mib": 1_048_576, "gib": 1_073_741_824, "tib": 1_099_511_627_776]
    let unit = String(letters.dropFirst(digits.count))
    guard let number = Double(digits), let factor = units[unit] ?? binary[unit], number * factor < 1e18 else {
      return nil
    }
    return Int((number * factor).rounded())
  }

  /// Formats a fraction as a percentage, such as `42 %`. The text is at least `1 %` for every fraction above 0, and at
  /// most `99 %` for every fraction below 1.
  package static func percent(_ fraction: Double) -> String {
    guard fraction.isFinite, fraction > 0 else { return "0 %" }
    return fraction >= 1 ? "100 %" : "\(Swift.min(99, Swift.max(1, Int((fraction * 100).rounded())))) %"
  }

  /// Formats a time as a short date: `18:40` if it is today, `16 Jun, 18:40` if it is in this year, otherwise `16 Jun
  /// 2023`.
  package func date(_ time: FileTime) -> String {
    let (then, today) = (civil(time), civil(now))
    let clock = Self.two(then.seconds / 3_600) + ":" + Self.two(then.seconds / 60 % 60)
    let day = "\(then.day) \(Self.months[then.month - 1])"
    if then.year != today.year { return "\(day) \(then.year)" }
    return then.month == today.month && then.day == today.day ? clock : "\(day), \(clock)"
  }

  /// Returns the number of the local day of a time, counted from 1 January 1970.
  func day(of time: FileTime) -> Int {
    let local = Swift.max(-100_000_000_000_000, Swift.min(100_000_000_000_000, Int(time.seconds))) + zone(time)
    return local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
  }

  /// Returns the title of a day: `Today`, `Yesterday`, `Monday, 8 Jun` in this year, otherwise `16 Jun 2023`.
  /// - Parameter day: A number of a day, as `day(of:)` returns it.
  func dayTitle(_ day: Int) -> String {
    switch self.day(of: now) - day {
    case 0: return "Today"
    case 1: return "Yesterday"
    default: break
    }
    // Noon in UTC is the same day in formats without a time zone.
    let utc = Formats(now: now) { _ in 0 }
    let then = utc.civil(FileTime(seconds: Int64(day) * 86_400 + 43_200))
    let words = "\(then.day) \(Self.months[then.month - 1])"
    guard then.year == civil(now).year else { return "\(words) \(then.year)" }
    // 1 January 1970 was a Thursday.
    return "\(Self.weekdays[((day + 3) % 7 + 7) % 7]), \(words)"
  }

  private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

  /// Formats a time as a date with seconds, such as `16 Jun 2026, 18:40:05`.
  package func fullDate(_ time: FileTime) -> String {
    let then = civil(time)
    let clock = [then.seconds / 3_600, then.seconds / 60 % 60, then.seconds % 60].map { Self.two($0) }
    return "\(then.day) \(Self.months[then.month - 1]) \(then.year), " + clock.joined(separator: ":")
  }

  /// Formats a time of day, such as `18:40`.
  package func clock(_ time: FileTime) -> String {
    let then = civil(time)
    return Self.two(then.seconds / 3_600) + ":" + Self.two(then.seconds / 60 % 60)
  }

  /// Formats a time by ISO 8601, in local time with the offset from UTC: `2026-06-16T18:40:05+02:00`.
  package func iso(_ time: FileTime) -> String {
    let parts = civil(time)
    let offset = zone(time)
    let year = String(parts.year)
    let zoneText =
      offset == 0
      ? "Z" : (offset < 0 ? "-" : "+") + Self.two(abs(offset) / 3_600) + ":" + Self.two(abs(offset) / 60 % 60)
    return String(repeating: "0", count: Swift.max(0, 4 - year.count)) + year + "-" + Self.two(parts.month) + "-"
      + Self.two(parts.day) + "T" + Self.two(parts.seconds / 3_600) + ":" + Self.two(parts.seconds / 60 % 60) + ":"
      + Self.two(parts.seconds % 60) + zoneText
  }

  static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

  /// Converts a time to its calendar date and the seconds since midnight, both in local time.
  private func civil(_ time: FileTime) -> (year: Int, month: Int, day: Int, seconds: Int) {
    // File systems contain arbitrary times, so the time is clamped to about three million years, which avoids
    // overflow.
    let local = Swift.max(-100_000_000_000_000, Swift.min(100_000_000_000_000, Int(time.seconds))) + zone(time)
    let seconds = ((local % 86_400) + 86_400) % 86_400
    let days = (local - seconds) / 86_400
    // From Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": years begin in March, eras have 400 years.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1, seconds)
  }
}
