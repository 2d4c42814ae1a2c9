/// The state of a CSV parser between two bytes. It advances over up to 64 bytes at a time.
///
/// The grammar is that of Python's `csv` module in its default mode. A quote opens a quoted field only at the start of
/// the field. In a quoted field, two quotes stand for one, and any other quote closes it; text after it belongs to the
/// field. Outside of quotes a line feed, a carriage return, or both in this order end a row.
struct CSVCursor: Sendable {
  /// The state within a row. `row_scan.c` uses the same numbers.
  enum State: UInt8, Sendable {
    /// Before the first byte of a field.
    case start
    /// In a field, outside of quotes.
    case field
    /// Inside quotes.
    case quoted
    /// After a quote inside quotes, which ends them unless another quote follows.
    case afterQuote
  }

  let bytes: CSVBytes
  var state = State.start
  /// Whether the byte before was a carriage return that ended a row.
  var isAfterReturn = false
  /// Whether the previous byte was the first byte of a longer character.
  var isInCharacter = false
  /// Whether a field had text after its closing quote, so that its text is not contiguous in the file.
  var hasTextAfterQuotes = false
  /// The offset of the quote that opened the last quoted field.
  var quoteStart = 0
  /// The offsets of quotes that are read as text, ascending; see `CSVScanner`.
  private(set) var literalQuotes: [Int] = []
  /// The first of the literal quotes that is not read yet; `Int.max` if there is none.
  private(set) var nextLiteral = Int.max
  /// The state in a JSON array.
  private var elements: JSONElementCursor

  /// - Parameter isInside: Whether a JSON array has begun.
  init(_ bytes: CSVBytes, state: State = .start, isInside: Bool = false) {
    self.bytes = bytes
    elements = JSONElementCursor(isInside: isInside)
    self.state = state
  }

  /// The structure of up to 64 bytes as bit masks: the bytes that end rows, and the delimiters between fields.
  struct Structure {
    var ends: UInt64
    var delimiters: UInt64
  }

  /// Sets the quotes that are read as text.
  /// - Parameter offset: The offset of the next byte.
  mutating func setLiteralQuotes(_ offsets: [Int], from offset: Int) {
    literalQuotes = offsets
    updateNextLiteral(from: offset)
  }

  private mutating func updateNextLiteral(from offset: Int) {
    nextLiteral = literalQuotes.first { $0 >= offset } ?? .max
  }

  /// Advances over up to 64 bytes, and returns their structure.
  /// - Parameters:
  ///   - start: The first byte. At least 64 bytes must be readable there.
  ///   - count: The number of bytes to advance over, 1 to 64.
  ///   - offset: The offset of the first byte in the file.
  @inline(__always)
  mutating func advance(_ start: UnsafeRawPointer, count: Int, at offset: Int) -> Structure {
    if bytes.form == .jsonElements { return Structure(ends: elements.advance(start, count: count), delimiters: 0) }
    var masks = CSVMasks(start, bytes)
    if count < 64 { masks.keep(first: count) }
    let inside = bytes.hasWideCharacters ? trails(UnsafeRawBufferPointer(start: start, count: count)) : 0
    masks.delimiters &= ~inside
    let last: UInt64 = 1 &<< UInt64(truncatingIfNeeded: count &- 1)
    if masks.quotes == 0 {
      if state == .quoted { return Structure(ends: 0, delimiters: 0) }
      if state == .afterQuote, masks.boundaries & 1 == 0 { hasTextAfterQuotes = true }
      if masks.carriageReturns == 0, !isAfterReturn {
        state = (masks.lineFeeds | masks.delimiters) & last != 0 ? .start : .field
        return Structure(ends: masks.lineFeeds, delimiters: masks.delimiters)
      }
      return finish(masks, quoted: 0, last)
    }
    return advanceOverQuotes(start, masks, inside, last, count, at: offset)
  }

  /// Returns the bits of the bytes that are not the first of their character.
  @inline(never)
  private mutating func trails(_ block: UnsafeRawBufferPointer) -> UInt64 {
    guard let leads = bytes.leads else { return 0 }
    var trails: UInt64 = 0
    for (place, byte) in block.enumerated() {
      if isInCharacter, CharacterEncoding.isTrail(byte) {
        trails |= 1 << UInt64(place)
        isInCharacter = false
      } else {
        isInCharacter = leads[Int(byte)]
      }
    }
    return trails
  }

  /// Ends a block.
  /// - Parameter quoted: The bits of the bytes inside quotes, with the opening quotes.
  @inline(__always)
  private mutating func finish(_ masks: CSVMasks, quoted: UInt64, _ last: UInt64) -> Structure {
    let afterReturn = masks.carriageReturns &<< 1 | (isAfterReturn ? 1 : 0)
    let ends = (masks.carriageReturns | masks.lineFeeds & ~afterReturn) & ~quoted
    let delimiters = masks.delimiters & ~quoted
    isAfterReturn = masks.carriageReturns & ~quoted & last != 0
    if quoted & last != 0 {
      state = .quoted
    } else if masks.quotes & last != 0 {
      state = .afterQuote
    } else {
      state = (masks.carriageReturns | masks.lineFeeds | masks.delimiters) & last != 0 ? .start : .field
    }
    return Structure(ends: ends, delimiters: delimiters)
  }

  /// Advances over a block with quotes. Quotes open and close alternately, so a byte is quoted if the number of quotes
  /// up to it is odd, which is computed by exclusive or. This is valid if each opening quote follows a delimiter, a row
  /// end or a quote; otherwise the block is read byte by byte.
  @inline(__always)
  private mutating func advanceOverQuotes(
    _ start: UnsafeRawPointer, _ masks: CSVMasks, _ inside: UInt64, _ last: UInt64, _ count: Int, at offset: Int
  ) -> Structure {
    let quotes = masks.quotes
    var quoted = quotes
    quoted ^= quoted &<< 1
    quoted ^= quoted &<< 2
    quoted ^= quoted &<< 4
    quoted ^= quoted &<< 8
    quoted ^= quoted &<< 16
    quoted ^= quoted &<< 32
    if state == .quoted { quoted = ~quoted }
    let opening = quotes & quoted
    let isAfterQuote: UInt64 = state == .afterQuote ? 1 : 0
    let afterQuote = quotes &<< 1 | isAfterQuote
    let boundaries = masks.boundaries &<< 1 | (state == .start ? 1 : 0)
    if opening & ~(afterQuote | boundaries) != 0 || offset &+ count > nextLiteral {
      return advanceByteByByte(UnsafeRawBufferPointer(start: start, count: count), inside, at: offset)
    }
    let afterClosing = (quotes & ~quoted) &<< 1 | isAfterQuote
    let valid = count < 64 ? 1 &<< UInt64(truncatingIfNeeded: count) &- 1 : UInt64.max
    if afterClosing & valid & ~(quotes | masks.boundaries) != 0 { hasTextAfterQuotes = true }
    let first = opening & ~afterQuote
    if first != 0 { quoteStart = offset &+ 63 &- first.leadingZeroBitCount }
    return finish(masks, quoted: quoted, last)
  }

  /// Advances over a block in which some quotes are ordinary text.
  @inline(never)
  private mutating func advanceByteByByte(
    _ block: UnsafeRawBufferPointer, _ inside: UInt64, at offset: Int
  ) -> Structure {
    var structure = Structure(ends: 0, delimiters: 0)
    for (place, byte) in block.enumerated() {
      let wasAfterReturn = isAfterReturn
      isAfterReturn = false
      if byte == bytes.quote, offset + place == nextLiteral {
        updateNextLiteral(from: offset + place + 1)
        state = .field
      } else if state == .quoted {
        if byte == bytes.quote { state = .afterQuote }
      } else if byte == bytes.quote, state != .field {
        if state == .start { quoteStart = offset + place }
        state = .quoted
      } else if byte == bytes.delimiter, inside >> UInt64(place) & 1 == 0 {
        structure.delimiters |= 1 << UInt64(place)
        state = .start
      } else if byte == 0x0A || byte == 0x0D {
        if byte == 0x0D || !wasAfterReturn { structure.ends |= 1 << UInt64(place) }
        isAfterReturn = byte == 0x0D
        state = .start
      } else {
        if state == .afterQuote { hasTextAfterQuotes = true }
        state = .field
      }
    }
    return structure
  }
}
