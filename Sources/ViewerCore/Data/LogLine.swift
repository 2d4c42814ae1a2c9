/// The severity of a log line.
package enum LogLevel: Int, Hashable, Comparable, Sendable, CaseIterable {
  case trace, debug, info, warn, error, fatal

  package static func < (a: LogLevel, b: LogLevel) -> Bool { a.rawValue < b.rawValue }

  /// The standard word for the level.
  package var title: String {
    switch self {
    case .trace: "TRACE"
    case .debug: "DEBUG"
    case .info: "INFO"
    case .warn: "WARN"
    case .error: "ERROR"
    case .fatal: "FATAL"
    }
  }

  /// Creates the level that a word stands for, such as `WARN` or `err`, in any case; returns `nil` for other words.
  init?(word: some StringProtocol) {
    switch word.uppercased() {
    case "TRACE", "TRC", "VERBOSE", "VRB", "FINEST", "FINER": self = .trace
    case "DEBUG", "DBG", "FINE": self = .debug
    case "INFO", "INF", "INFORMATION", "NOTICE", "CONFIG": self = .info
    case "WARN", "WRN", "WARNING": self = .warn
    case "ERROR", "ERR", "SEVERE": self = .error
    case "FATAL", "FTL", "CRITICAL", "CRIT", "ALERT", "EMERG", "EMERGENCY", "PANIC": self = .fatal
    default: return nil
    }
  }
}

/// The parts of a log line, as ranges of UTF-8 bytes from the start of the line.
///
/// A line in an unknown form consists of a message only.
package struct LogLine: Hashable, Sendable {
  /// The range of the time; `nil` if the line has none.
  package var time: Range<Int>?
  /// The range of the time of day in `time`; `nil` if the line has none.
  package var clock: Range<Int>?
  /// The level; `nil` if the line has none.
  package var level: LogLevel?
  /// The range of the word for the level; `nil` if the line has none.
  package var levelWord: Range<Int>?
  /// The range of the component or program that wrote the line; `nil` if the line names none.
  package var source: Range<Int>?
  /// The range of the rest of the line; the whole line if no other part was found.
  package var message: Range<Int>

  /// Whether the line has a time or a level.
  package var isStructured: Bool { time != nil || level != nil }

  /// The range of the time without a date before it, because the column is narrow and neighbouring lines usually share
  /// the date; `nil` if the line has no time.
  var shownTime: Range<Int>? { clock ?? time }

  /// The largest number of letters in the column of levels.
  static let levelWidth = 6

  /// Returns the standard word for the level if the word in the line is a number, a letter or too long for its column;
  /// `nil` if the word in the line can be shown.
  /// - Parameter line: The text of the line.
  package func levelTitle(in line: String) -> String? {
    guard let level, let levelWord else { return nil }
    let word = Self.text(levelWord, of: line)
    return word.count > Self.levelWidth || word.count == 1 || word.allSatisfy(\.isNumber) ? level.title : nil
  }

  /// Returns the part of `line` in `range`, given in UTF-8 bytes.
  package static func text(_ range: Range<Int>, of line: String) -> Substring {
    let utf8 = line.utf8
    guard range.upperBound <= utf8.count else { return "" }
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    return line[start..<utf8.index(start, offsetBy: range.count)]
  }
}
