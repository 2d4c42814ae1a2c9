import CHarfBuzz

/// What HarfBuzz does with printable ASCII in one face, as tables: glyphs, advances and kerned pairs in font units.
///
/// Codes are the characters 0x20 to 0x7E counted from 0, and the ellipsis as 95. Text set from the tables equals what
/// HarfBuzz gives: each pair was shaped by HarfBuzz, and text in which a substitution depends on neighbours is refused.
final class ASCIITable {
  static let count = 96
  static let ellipsis: UInt8 = 95

  /// Glyph of each code standing alone.
  let glyphs: UnsafeMutablePointer<UInt32>
  /// Advance of each code standing alone.
  let advances: UnsafeMutablePointer<Int32>
  /// Advance of a code before another, times two, plus one if a rule may match there; filled as pairs turn up.
  private let pairs: UnsafeMutablePointer<Int32>
  private let rules: [SubstitutionRules.Rule]
  /// How far a rule may look ahead.
  let reach: Int
  /// False if the face does things to plain text that the tables do not hold.
  private(set) var isUsable: Bool
  private let shaper: PairShaper

  /// Codes that are never set from the tables.
  private let refused: ASCIISet

  // Both are odd, so that one test tells the plain pairs.
  private static let unseen = Int32.min + 1
  private static let refusal = Int32.min + 3

  init(of face: FontFace) {
    let reader = LayoutReader(font: face.font, features: face.features)
    shaper = PairShaper(font: face.font, features: face.features)
    glyphs = .allocate(capacity: Self.count)
    advances = .allocate(capacity: Self.count)
    pairs = .allocate(capacity: Self.count * Self.count)
    pairs.initialize(repeating: Self.unseen, count: Self.count * Self.count)
    var forms = [ASCIISet](repeating: ASCIISet(), count: reader.glyphCount)
    var refusedCodes = ASCIISet()
    for code in 0..<UInt8(Self.count) {
      let (nominal, shaped) = shaper.single(code)
      glyphs[Int(code)] = shaped?.glyph ?? 0
      advances[Int(code)] = shaped?.advance ?? 0
      if shaped == nil { refusedCodes.insert(code) }
      for glyph in [nominal, shaped?.glyph ?? 0] where glyph < forms.count { forms[Int(glyph)].insert(code) }
    }
    let found = reader.substitutionRules(forms: forms)
    refusedCodes.formUnion(found.unknown)
    rules = found.rules
    reach = rules.reduce(1) { max($0, $1.places.count) }
    isUsable = reader.positionsAreSimple
    refused = refusedCodes
    isUsable = isUsable && matchesHarfBuzz()
  }

  deinit {
    glyphs.deallocate()
    advances.deallocate()
    pairs.deallocate()
  }

  /// Adds up a text: writes where each code starts, in font units.
  ///
  /// Stops once a start lies beyond `limit`.
  /// - Parameters:
  ///   - codes: The text; `count` of them are added up, what follows is looked at only.
  ///   - starts: Room for `count` numbers.
  ///   - limit: The greatest start wanted, in font units, less `tracking` for each character before it.
  /// - Returns: `nil` if the text has to go through HarfBuzz.
  /// - Complexity: O(*k*) in the number of starts written.
  func measure(
    _ codes: UnsafeBufferPointer<UInt8>, count: Int, starts: UnsafeMutablePointer<Int>, limit: Double, tracking: Double
  ) -> Measure? {
    guard count > 0, let base = codes.baseAddress else { return Measure(count: 0, end: 0) }
    var x = 0
    var previous = Int(base[0])
    starts[0] = 0
    for index in 1..<max(1, count) {
      let code = Int(base[index])
      let entry = pairs[previous * Self.count + code]
      if entry & 1 == 0 {
        x += Int(entry >> 1)
      } else {
        guard let advance = lookCloser(codes, at: index) else { return nil }
        x += advance
      }
      starts[index] = x
      previous = code
      if Double(x) + Double(index) * tracking > limit { return Measure(count: index + 1, end: nil) }
    }
    if count == 1, refused.contains(UInt8(previous)) { return nil }
    return Measure(count: count, end: x + Int(advances[previous]))
  }

  /// Where the codes of a text lie.
  struct Measure {
    /// Number of starts written.
    var count: Int
    /// Where the last code ends, `nil` if the limit came first.
    var end: Int?
  }

  /// Advance of one code before another, in font units; `nil` if only HarfBuzz knows.
  func advance(of first: UInt8, before second: UInt8) -> Int? {
    let place = Int(first) * Self.count + Int(second)
    if pairs[place] == Self.unseen { pairs[place] = learn(first, second) }
    return pairs[place] == Self.refusal ? nil : Int(pairs[place] >> 1)
  }

  private func lookCloser(_ codes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
    guard let advance = advance(of: codes[index - 1], before: codes[index]) else { return nil }
    let isMarked = pairs[Int(codes[index - 1]) * Self.count + Int(codes[index])] & 1 != 0
    return isMarked && matchesRule(codes, at: index - 1) ? nil : advance
  }

  private func matchesRule(_ codes: UnsafeBufferPointer<UInt8>, at anchor: Int) -> Bool {
    rules.contains { rule in
      let start = anchor - rule.anchor
      guard start >= 0, start + rule.places.count <= codes.count else { return false }
      for place in rule.places.indices where !rule.places[place].contains(codes[start + place]) { return false }
      return true
    }
  }

  private func learn(_ first: UInt8, _ second: UInt8) -> Int32 {
    guard !refused.contains(first), !refused.contains(second), let pair = shaper.shape([first, second]),
      pair.count == 2, pair[0].glyph == glyphs[Int(first)], pair[1].glyph == glyphs[Int(second)],
      pair[1].advance == advances[Int(second)], abs(pair[0].advance) < 1 << 24
    else { return Self.refusal }
    let isAnchor = rules.contains { $0.places[$0.anchor].contains(first) && $0.places[$0.anchor + 1].contains(second) }
    return pair[0].advance << 1 | (isAnchor ? 1 : 0)
  }

  /// Tries the tables on a text with many pairs: fonts exist whose pairs are not independent of each other.
  private func matchesHarfBuzz() -> Bool {
    let probe = "AVATAR To Way, LTd. \"Yo\" fifty r.s. 1174 P.A. kV Wave".utf8.map { $0 - 0x20 }
    var starts = [Int](repeating: 0, count: probe.count)
    let measured = probe.withUnsafeBufferPointer { codes in
      starts.withUnsafeMutableBufferPointer { starts -> Measure? in
        guard let base = starts.baseAddress else { return nil }
        return measure(codes, count: codes.count, starts: base, limit: .infinity, tracking: 0)
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
