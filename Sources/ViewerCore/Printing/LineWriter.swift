import ScrollworkPlatform

/// Encodes lines in a `PrintFormat` and buffers the bytes.
struct LineWriter {
  private var encoder: RecordEncoder
  /// The encoding of the lines.
  var encoding: CharacterEncoding
  /// Whether the line is written with quotes.
  private var isQuoted = false

  /// The size at which the buffer should be written, in bytes.
  private static let capacity = 1 << 16

  init(format: PrintFormat, encoding: CharacterEncoding = .utf8) {
    self.encoding = encoding
    encoder = RecordEncoder(format)
    encoder.header(["line", "text"])
  }

  var isFull: Bool { encoder.bytes.count >= Self.capacity }

  /// Writes the buffered bytes and empties the buffer.
  mutating func write(to output: inout OutputWriter) throws(FileError) {
    defer { encoder.removeAll() }
    try output.write(encoder.bytes)
  }

  /// Appends a part of a line.
  /// - Parameter number: The line number, counted from 1.
  mutating func write(_ piece: LinePiece, number: Int) {
    guard encoder.format == .text else {
      return encoding.withText(of: piece, line: number - 1) { write($0, of: piece, number: number) }
    }
    encoder.append(piece.bytes)
    guard piece.hasNewline else { return }
    guard encoding.unitSize > 1 else { return encoder.endRow() }
    encoder.append(encoding.isLittleEndian ? [0x0A, 0] : [0, 0x0A])
  }

  /// Appends a part of a line in UTF-8, as text of a record.
  private mutating func write(_ text: UnsafeRawBufferPointer, of piece: LinePiece, number: Int) {
    switch encoder.format {
    case .text: break
    case .ndjson:
      if piece.isStart { encoder.append("{\"line\":\(number),\"text\":\"") }
      encoder.escapedJSON(text)
      if piece.isEnd { encoder.append("\"}\n") }
    case .csv, .tsv:
      if piece.isStart {
        encoder.append(String(number))
        encoder.separator()
        // The other pieces of a long line may need quotes.
        let isWhole = encoder.format == .tsv && piece.isEnd
        isQuoted = !isWhole || encoder.needsQuotes(text)
        if isQuoted { encoder.quote() }
      }
      if isQuoted { encoder.part(text) } else { encoder.repaired(text) }
      if piece.isEnd {
        if isQuoted { encoder.quote() }
        encoder.endRow()
      }
    }
  }
}
