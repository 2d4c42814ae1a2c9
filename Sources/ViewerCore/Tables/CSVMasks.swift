/// The bytes that structure a CSV file.
struct CSVBytes: Hashable, Sendable {
  /// The byte between two fields.
  var delimiter: UInt8
  /// The byte around quoted fields; `nil` if no field is quoted.
  var quote: UInt8?
  var form = RowForm.fields
  /// The encoding, if its multibyte characters may contain the delimiter as a later byte; otherwise `nil`.
  private var wideEncoding: CharacterEncoding?

  init(delimiter: UInt8, quote: UInt8?, form: RowForm = .fields, _ encoding: CharacterEncoding = .utf8) {
    (self.delimiter, self.quote, self.form) = (delimiter, quote, form)
    wideEncoding = encoding.leads != nil && CharacterEncoding.isTrail(delimiter) ? encoding : nil
  }

  /// Whether each byte value begins a multibyte character that may contain the delimiter; `nil` if there are none.
  var leads: [Bool]? { wideEncoding?.leads }
  /// Whether multibyte characters of the encoding may contain the byte of the delimiter.
  var hasWideCharacters: Bool { wideEncoding != nil }
}

/// The positions of structural bytes among 64 bytes, as masks; the lowest bit stands for the first byte.
struct CSVMasks {
  var delimiters: UInt64
  var quotes: UInt64
  var lineFeeds: UInt64
  var carriageReturns: UInt64

  /// The bytes that end a field.
  var boundaries: UInt64 { delimiters | lineFeeds | carriageReturns }

  /// Finds the structural bytes among 64 bytes.
  /// - Parameter start: The first byte. At least 64 bytes must be readable there.
  @inline(__always)
  init(_ start: UnsafeRawPointer, _ bytes: CSVBytes) {
    let block = Block(start)
    // Two results at a time are transposed in one vector. Most blocks have neither quotes nor carriage returns.
    guard block.contains(bytes.quote ?? 0x0D, or: 0x0D) else {
      let marks = Self.transposed(block.gathered(bytes.delimiter, 0x0A))
      (delimiters, quotes, lineFeeds, carriageReturns) = (marks[0], 0, marks[1], 0)
      return
    }
    let marks = Self.transposed(block.gathered(bytes.delimiter, bytes.quote ?? 0))
    let ends = Self.transposed(block.gathered(0x0A, 0x0D))
    delimiters = marks[0]
    quotes = bytes.quote == nil ? 0 : marks[1]
    lineFeeds = ends[0]
    carriageReturns = ends[1]
  }

  /// Removes the bits of all bytes after the first `count`.
  @inline(__always)
  mutating func keep(first count: Int) {
    let kept: UInt64 = count < 64 ? (1 << UInt64(count)) &- 1 : ~0
    delimiters &= kept
    quotes &= kept
    lineFeeds &= kept
    carriageReturns &= kept
  }

  /// Transposes 8 by 8 bits (Warren, "Hacker's Delight", section 7-3).
  @inline(__always)
  private static func transposed(_ words: SIMD2<UInt64>) -> SIMD2<UInt64> {
    var words = words
    var changed = (words ^ (words &>> 7)) & 0x00AA_00AA_00AA_00AA
    words ^= changed ^ (changed &<< 7)
    changed = (words ^ (words &>> 14)) & 0x0000_CCCC_0000_CCCC
    words ^= changed ^ (changed &<< 14)
    changed = (words ^ (words &>> 28)) & 0x0000_0000_F0F0_F0F0
    return words ^ changed ^ (changed &<< 28)
  }

  /// 64 bytes in four vectors.
  private struct Block {
    let a, b, c, d: SIMD16<UInt8>

    @inline(__always)
    init(_ start: UnsafeRawPointer) {
      a = start.loadUnaligned(as: SIMD16<UInt8>.self)
      b = start.loadUnaligned(fromByteOffset: 16, as: SIMD16<UInt8>.self)
      c = start.loadUnaligned(fromByteOffset: 32, as: SIMD16<UInt8>.self)
      d = start.loadUnaligned(fromByteOffset: 48, as: SIMD16<UInt8>.self)
    }

    /// Whether the block has one of two bytes.
    @inline(__always)
    func contains(_ first: UInt8, or second: UInt8) -> Bool {
      let (x, y) = (SIMD16(repeating: first), SIMD16(repeating: second))
      let low = (a .== x) .| (a .== y) .| (b .== x) .| (b .== y)
      let high = (c .== x) .| (c .== y) .| (d .== x) .| (d .== y)
      let any = unsafeBitCast(low .| high, to: SIMD2<UInt64>.self)
      return any[0] | any[1] != 0
    }

    /// Returns a word for each of two byte values. Bit *i* of its byte *j* is set if byte 8 *i* + *j* of the block
    /// matches.
    @inline(__always)
    func gathered(_ first: UInt8, _ second: UInt8) -> SIMD2<UInt64> {
      let (x, y) = (halves(first), halves(second))
      return SIMD2(x[0], y[0]) | SIMD2(x[1], y[1])
    }

    /// Returns the bits for the first eight bytes of each vector, and those for the last eight bytes.
    @inline(__always)
    private func halves(_ byte: UInt8) -> SIMD2<UInt64> {
      let pattern = SIMD16(repeating: byte)
      return Self.bits(a .== pattern, 0x01, 0x02) | Self.bits(b .== pattern, 0x04, 0x08)
        | Self.bits(c .== pattern, 0x10, 0x20) | Self.bits(d .== pattern, 0x40, 0x80)
    }

    /// Reduces each equal byte to one bit: `low` in the first eight bytes, `high` in the last eight.
    @inline(__always)
    private static func bits(_ equal: SIMDMask<SIMD16<Int8>>, _ low: UInt64, _ high: UInt64) -> SIMD2<UInt64> {
      unsafeBitCast(equal, to: SIMD2<UInt64>.self) & SIMD2(low &* 0x0101_0101_0101_0101, high &* 0x0101_0101_0101_0101)
    }
  }
}
