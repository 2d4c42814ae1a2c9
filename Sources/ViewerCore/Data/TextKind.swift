/// How text is shown: as it is, or in the columns of a log.
package enum TextKind: String, Hashable, Sendable {
  case text, log

  /// How much of a file is looked at.
  package static let sampleSize = 65_536

  /// Judges text by its beginning: a log if at least 2 in 5 of its first lines say when they were written or how serious they are. The rest
  /// may be what programs write under such lines.
  package static func detect(_ bytes: [UInt8]) -> TextKind {
    var (lines, structured) = (0, 0)
    bytes.withUnsafeBytes { bytes in
      for line in bytes.split(separator: 0x0A, maxSplits: 200).prefix(200) {
        lines += 1
        if LogLineParser.parse(UnsafeRawBufferPointer(rebasing: line)).isStructured { structured += 1 }
      }
    }
    return structured > 0 && structured * 5 >= lines * 2 ? .log : .text
  }
}
