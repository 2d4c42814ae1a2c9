/// The parts of log lines, such as the time, that have a column in the list. A part that no line has gets no column.
package struct LogColumns: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let time = LogColumns(rawValue: 1)
  package static let level = LogColumns(rawValue: 2)
  package static let source = LogColumns(rawValue: 4)

  /// Creates the columns for the parts that one line has.
  package init(_ line: LogLine) {
    self = []
    if line.time != nil { insert(.time) }
    if line.level != nil { insert(.level) }
    if line.source != nil { insert(.source) }
  }
}
