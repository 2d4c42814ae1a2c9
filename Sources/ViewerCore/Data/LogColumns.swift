/// The parts of log lines, such as the time, that have a column in the list. A part that no line has gets no column.
package struct LogColumns: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let time = LogColumns(rawValue: 1)
  package static let level = LogColumns(rawValue: 2)
  package static let source = LogColumns(rawValue: 4)
  /// A time of day with more digits than milliseconds have, and one with more than microseconds have.
  static let microseconds = LogColumns(rawValue: 8)
  static let nanoseconds = LogColumns(rawValue: 16)

  /// The number of characters of a time of day with milliseconds, with a margin, and of one with microseconds.
  private static let (millisecondsLength, microsecondsLength) = (14, 15)

  /// Creates the columns for the parts that one line has.
  package init(_ line: LogLine) {
    self = []
    if line.time != nil { insert(.time) }
    let length = line.clock?.count ?? 0
    if length > Self.millisecondsLength { insert(length > Self.microsecondsLength ? .nanoseconds : .microseconds) }
    if line.level != nil { insert(.level) }
    if line.source != nil { insert(.source) }
  }
}
