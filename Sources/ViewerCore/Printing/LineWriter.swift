/// Encodes lines in a `PrintFormat` and buffers the bytes.
struct LineWriter {
  private var encoder: RecordEncoder

  /// The size at which the buffer should be written, in bytes.
  private static let capacity = 1 << 16

  init(format: PrintFormat) {
    encoder = RecordEncoder(format)
    encoder.header(["line", "text"])
  }

  var isFull: Bool { encoder.bytes.count >= Self.capacity }

  /// Returns the buffered bytes and empties the buffer.
  mutating func take() -> [UInt8] {
    defer { encoder.removeAll() }
    return encoder.bytes
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
        encoder.quote()
      }
      encoder.part(piece.text(ofLine: number - 1))
      if piece.isEnd {
        encoder.quote()
        encoder.endRow()
      }
    }
  }
}
