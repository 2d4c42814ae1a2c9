import Glibc

// The lines of a text in any encoding, as UTF-8.

extension CharacterEncoding {
  /// Calls `body` with the text of a line in UTF-8, without its carriage return and the mark of the file. Lines that
  /// are UTF-8 already are not copied; their invalid sequences stay.
  /// - Parameter line: The line number, counted from 0.
  func withText<Result>(
    of piece: LinePiece, line: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    if isUTF8 || (unitSize == 1 && Self.isASCII(piece.bytes)) { return body(piece.text(ofLine: line)) }
    let bytes = line == 0 && piece.isStart ? piece.bytes.dropFirst(marked(piece.bytes)) : piece.bytes[...]
    var text = decode(bytes)
    return text.withUTF8 { text in
      let end = piece.isEnd && text.last == 0x0D ? text.count - 1 : text.count
      return body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[..<end])))
    }
  }

  /// Returns the length of the byte order mark at the start of `bytes`; 0 if they do not begin with one.
  func marked(_ bytes: some Collection<UInt8>) -> Int { bytes.starts(with: mark) ? mark.count : 0 }

  private static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.reduce(0, |) < 0x80 }

  /// Returns the offset after the next line end at or after `start`; `nil` if there is none.
  /// - Parameters:
  ///   - bytes: Bytes of the file that begin with a code unit.
  @inline(__always)
  func lineEnd(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    var position = start
    while position < bytes.count, let found = memchr(base + position, 0x0A, bytes.count - position) {
      let place = base.distance(to: UnsafeRawPointer(found))
      if unitSize == 1 { return place + 1 }
      let isLow = place & 1 == (isLittleEndian ? 0 : 1)
      let other = isLittleEndian ? place + 1 : place - 1
      if isLow, other < bytes.count, bytes[other] == 0 { return (place & ~1) + 2 }
      position = place + 1
    }
    return nil
  }
}
