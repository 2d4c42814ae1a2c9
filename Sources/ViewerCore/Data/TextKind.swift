/// The presentation of a text: plain, or in the columns of a log.
package enum TextKind: String, Hashable, Sendable {
  case text, log

  /// The number of bytes at the start of a text that are enough to choose its presentation.
  package static let sampleSize = 65_536

  /// Chooses the presentation of a text by its first lines: it is a log if at least two fifths of them have a time or a
  /// level. The others may be continuation lines, such as stack traces; indented ones after a line with a time do not
  /// count.
  package static func detect(_ bytes: [UInt8]) -> TextKind {
    var tally = Tally()
    bytes.withUnsafeBytes { bytes in
      for line in bytes.split(separator: 0x0A, maxSplits: sampleLines).prefix(sampleLines) {
        tally.add(UnsafeRawBufferPointer(rebasing: line))
      }
    }
    return tally.kind
  }

  /// Returns the presentation of a text, chosen by the first indexed lines.
  static func detect(_ snapshot: LineIndexSnapshot) -> TextKind {
    var tally = Tally()
    for line in 0..<min(snapshot.count, sampleLines) where !snapshot.isContinuation(line) && !snapshot.isBreak(line) {
      snapshot.line(at: line).bytes.withUnsafeBytes { tally.add($0) }
    }
    return tally.kind
  }

  /// Returns the log columns of the first lines.
  static func columns(of snapshot: LineIndexSnapshot) -> LogColumns {
    (0..<min(snapshot.count, sampleLines)).reduce(into: LogColumns()) { columns, line in
      if snapshot.isBreak(line) { return }
      snapshot.line(at: line).bytes.withUnsafeBytes { bytes in
        columns.formUnion(LogColumns(TerminalText.withoutEscapes(bytes) { LogLineParser.parse($0) }))
      }
    }
  }

  /// The largest number of lines that are examined.
  static let sampleLines = 200

  /// The counts of lines, with and without a time or a level.
  private struct Tally {
    var lines = 0
    var structured = 0
    var hasTimes = false

    mutating func add(_ line: UnsafeRawBufferPointer) {
      let log = TerminalText.withoutEscapes(line) { LogLineParser.parse($0) }
      if log.isStructured {
        structured += 1
        hasTimes = hasTimes || log.time != nil
      } else if hasTimes, line.first == 0x20 || line.first == 0x09 {
        return
      }
      lines += 1
    }

    var kind: TextKind { structured > 0 && structured * 5 >= lines * 2 ? .log : .text }
  }
}
