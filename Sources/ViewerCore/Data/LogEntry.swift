/// The entry of a log to which a line belongs: a line with a time or a level, and the lines that continue it, such as
/// a stack trace.
///
/// If the entries of the log begin with a time, all lines without a time and a level continue the entry before them.
/// In other logs, only lines do that are indented or look like a part of a stack trace.
///
/// Pass the lines one after another.
struct LogEntry: Sendable {
  /// The level of the last line's entry; `nil` if it has none.
  private(set) var level: LogLevel?
  /// Whether there is an entry that lines may continue.
  private var isOpen = false
  /// Whether a line had a time.
  private var hasTimes = false

  /// Processes the next line.
  /// - Returns: The level in the line itself; `nil` if it has none.
  mutating func read(_ line: UnsafeRawBufferPointer) -> LogLevel? {
    let log = LogLineParser.parse(line)
    if log.isStructured {
      (level, isOpen) = (log.level, true)
      if log.time != nil { hasTimes = true }
    } else if !hasTimes, !isOpen || !Self.continues(line) {
      (level, isOpen) = (nil, false)
    }
    return log.level
  }

  /// Beginnings of lines in stack traces that are not indented.
  private static let beginnings: [StaticString] = [
    "at ", "...", "Caused by", "Suppressed:", "Traceback", "During handling of", "The above exception", "--- End of",
    "goroutine ", "stack backtrace", "Stack trace",
  ]

  /// Whether a line without time and level continues the one before: it is indented, or part of a stack trace.
  private static func continues(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let first = line.first else { return false }
    if first == 0x20 || first == 0x09 { return line.contains { $0 > 0x20 } }
    let isTrace = beginnings.contains { beginning in
      line.count >= beginning.utf8CodeUnitCount
        && line.prefix(beginning.utf8CodeUnitCount)
          .elementsEqual(UnsafeBufferPointer(start: beginning.utf8Start, count: beginning.utf8CodeUnitCount))
    }
    return isTrace || beginsWithException(line)
  }

  /// The largest length of the name of an exception, in bytes.
  private static let longestName = 200

  /// Whether a line begins with the name of an exception, such as `java.lang.IllegalStateException: closed`.
  private static func beginsWithException(_ line: UnsafeRawBufferPointer) -> Bool {
    let name = line.prefix(longestName).prefix { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "$"): true
      default: false
      }
    }
    let next = name.endIndex < line.endIndex ? line[name.endIndex] : UInt8(ascii: ":")
    guard next == UInt8(ascii: ":") || next == 0x20 || next == 0x0D else { return false }
    return ["Exception", "Error", "Throwable"].contains { ending in
      name.count > ending.utf8.count && name.suffix(ending.utf8.count).elementsEqual(ending.utf8)
    }
  }
}
