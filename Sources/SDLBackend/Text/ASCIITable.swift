/// Glyphs, advances and kerned pairs of printable ASCII in one face, in font units, as HarfBuzz gives them.
///
/// Codes are the characters 0x20 to 0x7E counted from 0, and the ellipsis as 95. Faces are shaped without ligatures and
/// forms that depend on neighbours, so a text is its characters one after the other, moved by pairs. A pair that turns out
/// different is refused: text with it goes through HarfBuzz.
final class ASCIITable {
  /// Number of codes.
  static let count = 96
  static let ellipsis: UInt8 = 95

  /// Glyph of each code.
  let glyphs: UnsafeMutablePointer<UInt32>
  /// Advance of each code standing alone.
  let advances: UnsafeMutablePointer<Int32>
  /// False if the face does things to plain text that the tables do not hold.
  private(set) var isUsable: Bool

  /// Advance of a code before another; filled as pairs turn up.
  private let pairs: UnsafeMutablePointer<Int32>
  private let shaper: PairShaper
  /// Whether each code is never set from the tables.
  private var isRefused = [Bool](repeating: false, count: count)

  private static let unseen = Int32.min
  private static let refusal = Int32.min + 1

  init(of face: FontFace) {
    shaper = PairShaper(font: face.font, features: face.features)
    glyphs = .allocate(capacity: Self.count)
    glyphs.initialize(repeating: 0, count: Self.count)
    advances = .allocate(capacity: Self.count)
    advances.initialize(repeating: 0, count: Self.count)
    pairs = .allocate(capacity: Self.count * Self.count)
    pairs.initialize(repeating: Self.unseen, count: Self.count * Self.count)
    isUsable = PositionReader(font: face.font, features: face.features).positionsAreSimple
    for code in 0..<Self.count {
      if let alone = shaper.shape([UInt8(code)]), alone.count == 1, alone[0].glyph != 0 {
        (glyphs[code], advances[code]) = (alone[0].glyph, alone[0].advance)
      } else {
        isRefused[code] = true
      }
    }
    isUsable = isUsable && matchesHarfBuzz()
  }

  deinit {
    glyphs.deallocate()
    advances.deallocate()
    pairs.deallocate()
  }

  /// Where the codes of a text lie.
  struct Measure {
    /// Number of starts written.
    var count: Int
    /// Where the last code ends, `nil` if the limit came first.
    var end: Int?
  }

  /// What a measured text may use.
  struct Limit {
    /// The greatest start wanted, in font units, less `tracking` for each character before it.
    var width = Double.infinity
    var tracking = 0.0
  }

  /// Adds up a text: writes where each code starts, in font units. Stops once a start lies beyond the limit.
  /// - Parameter starts: Room for as many numbers as there are codes.
  /// - Returns: `nil` if the text has to go through HarfBuzz.
  /// - Complexity: O(*k*) in the number of starts written.
  func measure(
    _ codes: UnsafeBufferPointer<UInt8>, starts: UnsafeMutablePointer<Int>, limit: Limit
  ) -> Measure? {
    let count = codes.count
    guard count > 0, let base = codes.baseAddress else { return Measure(count: 0, end: 0) }
    var x = 0
    var previous = Int(base[0])
    starts[0] = 0
    for index in 1..<max(1, count) {
      let code = Int(base[index])
      var advance = pairs[previous * Self.count + code]
      if advance <= Self.refusal {
        guard let learned = self.advance(of: previous, before: code) else { return nil }
        advance = learned
      }
      x += Int(advance)
      starts[index] = x
      previous = code
      if Double(x) + Double(index) * limit.tracking > limit.width { return Measure(count: index + 1, end: nil) }
    }
    if count == 1, isRefused[previous] { return nil }
    return Measure(count: count, end: x + Int(advances[previous]))
  }

  /// Advance of one code before another, in font units; `nil` if only HarfBuzz knows.
  private func advance(of first: Int, before second: Int) -> Int32? {
    let place = first * Self.count + second
    if pairs[place] == Self.unseen { pairs[place] = learn(UInt8(first), UInt8(second)) }
    return pairs[place] == Self.refusal ? nil : pairs[place]
  }

  private func learn(_ first: UInt8, _ second: UInt8) -> Int32 {
    guard !isRefused[Int(first)], !isRefused[Int(second)], let pair = shaper.shape([first, second]), pair.count == 2,
      pair[0].glyph == glyphs[Int(first)], pair[1].glyph == glyphs[Int(second)],
      pair[1].advance == advances[Int(second)], abs(pair[0].advance) < 1 << 24
    else { return Self.refusal }
    return pair[0].advance
  }

  /// Tries the tables on a text with many pairs: fonts exist whose pairs are not independent of each other.
  private func matchesHarfBuzz() -> Bool {
    let text = "AVATAR To Way, LTd. \"Yo\" fifty r.s. 1174 P.A. kV (2024-01-15) [Wave] 12:30 a-b X+Y 3 x 4 A@b {1}"
    let probe = text.utf8.map { $0 - 0x20 }
    var starts = [Int](repeating: 0, count: probe.count)
    let measured = probe.withUnsafeBufferPointer { codes in
      starts.withUnsafeMutableBufferPointer { starts in
        starts.baseAddress.flatMap { measure(codes, starts: $0, limit: Limit()) }
      }
    }
    // A text that the tables refuse anyway can't be set wrong by them.
    guard let end = measured?.end else { return true }
    guard let shaped = shaper.shape(probe), shaped.count == probe.count else { return false }
    var x = 0
    for (index, glyph) in shaped.enumerated() {
      guard glyph.glyph == glyphs[Int(probe[index])], starts[index] == x else { return false }
      x += Int(glyph.advance)
    }
    return x == end
  }
}
