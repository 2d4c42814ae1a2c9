import ScrollworkPlatform

/// Encodes lines in a `PrintFormat` and buffers the bytes.
struct LineWriter {
  private var encoder: RecordEncoder
  /// Whether the line is written with quotes.
  private var isQuoted = false

  /// The size at which the buffer should be written, in bytes.
  private static let capacity = 1 << 16

  init(format: PrintFormat) {
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
    switch encoder.format {
    case .text:
      encoder.append(piece.bytes)
      if piece.hasNewline { encoder.endRow() }
    case .ndjson:
      if piece.isStart { encoder.append("{\"line\":\(number),\"text\":\"") }
      encoder.escapedJSON(piece.text(ofLine: number - 1))
      if piece.isEnd { encoder.append("\"}\n") }
    case .csv, .tsv:
      if piece.isStart {
        encoder.append(String(number))
        encoder.separator()
        // The other pieces of a long line may need quotes.
        let isWhole = encoder.format == .tsv && piece.isEnd
        isQuoted = !isWhole || encoder.needsQuotes(piece.text(ofLine: number - 1))
        if isQuoted { encoder.quote() }
      }
      let text = piece.text(ofLine: number - 1)
      if isQuoted { encoder.part(text) } else { encoder.repaired(text) }
      if piece.isEnd {
        if isQuoted { encoder.quote() }
        encoder.endRow()
      }
    }
  }
}
