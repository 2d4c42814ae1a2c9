/// How serious a line of a log is.
package enum LogLevel: Int, Hashable, Comparable, Sendable, CaseIterable {
  case trace, debug, info, warn, error, fatal

  package static func < (a: LogLevel, b: LogLevel) -> Bool { a.rawValue < b.rawValue }

  /// The word that stands in the column of levels.
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

  /// The level that a program means by a word in capitals.
  init?(word: some StringProtocol) {
    switch word.uppercased() {
    case "TRACE", "VERBOSE", "FINEST", "FINER": self = .trace
    case "DEBUG", "DBG", "FINE": self = .debug
    case "INFO", "INFORMATION", "NOTICE", "CONFIG": self = .info
    case "WARN", "WARNING": self = .warn
    case "ERROR", "ERR", "SEVERE": self = .error
    case "FATAL", "CRITICAL", "CRIT", "ALERT", "EMERG", "EMERGENCY", "PANIC": self = .fatal
    default: return nil
    }
  }
}

/// The parts of a line of a log, as ranges of UTF-8 bytes from the start of the line.
///
/// A line that is of no known form is all message.
package struct LogLine: Hashable, Sendable {
  package var time: Range<Int>?
  package var level: LogLevel?
  /// The word for the level as it stands in the line.
  package var levelWord: Range<Int>?
  /// Which part of the program, or which program, speaks.
  package var source: Range<Int>?
  package var message: Range<Int>

  /// True if the line says when it was written, or how serious it is.
  package var isStructured: Bool { time != nil || level != nil }

  /// The part of the line in `range`.
  package static func text(_ range: Range<Int>, of line: String) -> Substring {
    let utf8 = line.utf8
    guard range.upperBound <= utf8.count else { return "" }
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    return line[start..<utf8.index(start, offsetBy: range.count)]
  }
}
