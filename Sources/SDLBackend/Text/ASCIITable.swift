/// The glyphs, advances and kerning pairs of printable ASCII in one face, in font units, as HarfBuzz gives them.
///
/// A code is a character's number minus 0x20, from 0 to 94, or 95 for the ellipsis. Faces are shaped without ligatures
/// and contextual forms, so a text is a sequence of characters moved by kerning pairs. A pair that behaves otherwise is
/// refused, and text with such a pair goes through HarfBuzz.
final class ASCIITable {
  /// The number of codes.
  static let count = 96
  /// The code of the ellipsis.
  static let ellipsis: UInt8 = 95

  /// The glyph of each code.
  let glyphs: UnsafeMutablePointer<UInt32>
  /// The advance of each code by itself.
  let advances: UnsafeMutablePointer<Int32>
  /// Whether plain text in the face can be typeset from the tables at all.
  private(set) var isUsable: Bool

  /// The advance of each code before each other code, or `unseen` or `refusal`.
  private let pairs: UnsafeMutablePointer<Int32>
  /// The shaper from which the tables get their numbers.
  private let shaper: PairShaper
  /// For each code, whether it always needs HarfBuzz.
  private var isRefused = [Bool](repeating: false, count: count)

  /// The entry for a pair that has not been used yet.
  private static let unseen = Int32.min
  /// The entry for a pair that needs HarfBuzz.
  private static let refusal = Int32.min + 1

  /// Fills the tables for single codes. Checks the tables against HarfBuzz, unless the font is part of the program: for
  /// those fonts tests do that, and the program starts faster.
  init(of face: FontFace) {
    shaper = PairShaper(font: face.font, features: face.features)
    glyphs = .allocate(capacity: Self.count)
    glyphs.initialize(repeating: 0, count: Self.count)
    advances = .allocate(capacity: Self.count)
    advances.initialize(repeating: 0, count: Self.count)
    pairs = .allocate(capacity: Self.count * Self.count)
    pairs.initialize(repeating: Self.unseen, count: Self.count * Self.count)
    isUsable = true
    if case .bundled = face.source, fillAtOnce() { return }
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

  /// Fills the tables for single codes by shaping all of them as one text. Returns `false` if a code has no glyph of
  /// its own.
  private func fillAtOnce() -> Bool {
    guard let all = shaper.shape((0..<Self.count).map { UInt8($0) }, isKerned: false), all.count == Self.count,
      all.allSatisfy({ $0.glyph != 0 })
    else { return false }
    for (code, alone) in all.enumerated() { (glyphs[code], advances[code]) = (alone.glyph, alone.advance) }
    return true
  }

  deinit {
    glyphs.deallocate()
    advances.deallocate()
    pairs.deallocate()
  }

  /// The result of a measurement.
  struct Measure {
    /// The number of elements of `starts` that were written.
    var count: Int
    /// The end of the last code, in font units and without tracking; `nil` if the limit was reached before.
    var end: Int?
  }

  /// The largest width of a text, and the tracking that adds to its width.
  struct Limit {
    /// The largest width, in font units and with tracking.
    var width = Double.infinity
    /// The space added to each character, in font units.
    var tracking = 0.0
  }

  /// Writes the start of each code, in font units and without tracking. Stops after the first start beyond the limit.
  /// - Parameter starts: Memory for as many numbers as there are codes.
  /// - Returns: `nil` if the text needs HarfBuzz.
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

  /// Returns the advance of a code before another, in font units; `nil` if the pair needs HarfBuzz.
  private func advance(of first: Int, before second: Int) -> Int32? {
    let place = first * Self.count + second
    if pairs[place] == Self.unseen { pairs[place] = learn(UInt8(first), UInt8(second)) }
    return pairs[place] == Self.refusal ? nil : pairs[place]
  }

  /// Shapes a pair and returns the advance of its first code, or `refusal` if the pair has other glyphs.
  private func learn(_ first: UInt8, _ second: UInt8) -> Int32 {
    guard !isRefused[Int(first)], !isRefused[Int(second)], let pair = shaper.shape([first, second]), pair.count == 2,
      pair[0].glyph == glyphs[Int(first)], pair[1].glyph == glyphs[Int(second)],
      pair[1].advance == advances[Int(second)], abs(pair[0].advance) < 1 << 24
    else { return Self.refusal }
    return pair[0].advance
  }

  /// Whether the tables agree with HarfBuzz on a text with many pairs. They disagree in a font in which neighbouring
  /// pairs affect each other.
  private func matchesHarfBuzz() -> Bool {
    let text = "AVATAR To Way, LTd. \"Yo\" fifty r.s. 1174 P.A. kV (2024-01-15) [Wave] 12:30 a-b X+Y 3 x 4 A@b {1}"
    let probe = text.utf8.map { $0 - 0x20 }
    var starts = [Int](repeating: 0, count: probe.count)
    let measured = probe.withUnsafeBufferPointer { codes in
      starts.withUnsafeMutableBufferPointer { starts in
        starts.baseAddress.flatMap { measure(codes, starts: $0, limit: Limit()) }
      }
    }
    // A text with a refused pair is never set from the tables, so there is nothing to compare.
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
