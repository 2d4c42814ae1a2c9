/// How text is shown: as it is, or in the columns of a log.
package enum TextKind: String, Hashable, Sendable {
  case text, log

  /// How much of a file is looked at.
  package static let sampleSize = 65_536

  /// Judges text by its beginning: a log if at least 2 in 5 of its first lines say when they were written or how serious they are. The rest
  /// may be what programs write under such lines.
  package static func detect(_ bytes: [UInt8]) -> TextKind {
    var tally = Tally()
    bytes.withUnsafeBytes { bytes in
      for line in bytes.split(separator: 0x0A, maxSplits: sampleLines).prefix(sampleLines) {
        tally.add(UnsafeRawBufferPointer(rebasing: line))
      }
    }
    return tally.kind
  }

  /// Judges the first lines of what was indexed so far.
  static func detect(_ snapshot: LineIndexSnapshot) -> TextKind {
    var tally = Tally()
    for line in 0..<min(snapshot.count, sampleLines) {
      snapshot.line(at: line).bytes.withUnsafeBytes { tally.add($0) }
    }
    return tally.kind
  }

  /// What the first lines of a log have.
  static func columns(of snapshot: LineIndexSnapshot) -> LogColumns {
    (0..<min(snapshot.count, sampleLines)).reduce(into: LogColumns()) { columns, line in
      snapshot.line(at: line).bytes.withUnsafeBytes { columns.formUnion(LogColumns(LogLineParser.parse($0))) }
    }
  }

  /// No more lines than these are looked at.
  static let sampleLines = 200

  private struct Tally {
    var lines = 0
    var structured = 0

    mutating func add(_ line: UnsafeRawBufferPointer) {
      lines += 1
      if LogLineParser.parse(line).isStructured { structured += 1 }
    }

    var kind: TextKind { structured > 0 && structured * 5 >= lines * 2 ? .log : .text }
  }
}
