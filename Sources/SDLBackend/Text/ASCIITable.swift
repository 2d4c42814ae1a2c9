/// What HarfBuzz does with printable ASCII in one face, as tables: glyphs, advances and kerned pairs in font units.
///
/// Codes are the characters 0x20 to 0x7E counted from 0, the ellipsis as 95, and behind it the forms that characters take
/// beside certain others, such as the higher hyphen between capitals. Text set from the tables equals what HarfBuzz gives:
/// the pairs were placed by HarfBuzz, the rules are the font's, and text that they do not cover is refused.
final class ASCIITable {
  /// Number of codes that text is read as.
  static let count = 96
  static let ellipsis: UInt8 = 95

  /// Glyph of each code.
  let glyphs: UnsafeMutablePointer<UInt32>
  /// Advance of each code standing alone.
  let advances: UnsafeMutablePointer<Int32>
  /// How far a rule may look.
  let reach: Int
  /// False if the face does things to plain text that the tables do not hold.
  private(set) var isUsable: Bool

  /// Advance of a code before another, times two, plus one if a rule may match there; filled as pairs turn up.
  private let pairs: UnsafeMutablePointer<Int32>
  private let rules: SubstitutionRules
  private let shaper: PairShaper
  /// Codes that are never set from the tables.
  private let refused: ASCIISet

  private static let capacity = ASCIISet.capacity
  // Both are odd, so that one test tells the plain pairs.
  private static let unseen = Int32.min + 1
  private static let refusal = Int32.min + 3

  init(of face: FontFace) {
    let reader = LayoutReader(font: face.font, features: face.features)
    shaper = PairShaper(font: face.font, features: face.features)
    glyphs = .allocate(capacity: Self.capacity)
    glyphs.initialize(repeating: 0, count: Self.capacity)
    advances = .allocate(capacity: Self.capacity)
    advances.initialize(repeating: 0, count: Self.capacity)
    pairs = .allocate(capacity: Self.capacity * Self.capacity)
    pairs.initialize(repeating: Self.unseen, count: Self.capacity * Self.capacity)
    let nominal = (0..<UInt8(Self.count)).map(shaper.nominal)
    rules = reader.substitutionRules(nominal: nominal)
    reach = rules.lookups.reduce(1) { $1.rules.reduce($0) { max($0, $1.places.count) } }
    var refused = rules.unknown
    for (code, glyph) in rules.glyphs.enumerated() {
      glyphs[code] = glyph
      advances[code] = shaper.advance(ofGlyph: glyph)
      guard code < Self.count else { continue }
      let alone = PairShaper.Glyph(glyph: glyph, advance: advances[code])
      if nominal[code] == 0 || shaper.shape([UInt8(code)]) != [alone] { refused.insert(UInt8(code)) }
    }
    self.refused = refused
    isUsable = reader.positionsAreSimple
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
  /// - Parameters:
  ///   - codes: The text; `count` of them are added up, what follows is looked at only. They are put in the forms that
  ///     their neighbours ask for.
  ///   - starts: Room for `count` numbers.
  /// - Returns: `nil` if the text has to go through HarfBuzz.
  /// - Complexity: O(*k*) in the number of starts written.
  func measure(
    _ codes: UnsafeMutableBufferPointer<UInt8>, count: Int, starts: UnsafeMutablePointer<Int>, limit: Limit
  ) -> Measure? {
    switch add(codes, count, starts, limit, isFinal: false) {
    case .measured(let measure): return measure
    case .refused: return nil
    case .hasRules:
      guard rules.apply(to: codes), case .measured(let measure) = add(codes, count, starts, limit, isFinal: true) else {
        return nil
      }
      return measure
    }
  }

  private enum Sum {
    case measured(Measure)
    case refused
    /// A rule may match.
    case hasRules
  }

  private func add(
    _ codes: UnsafeMutableBufferPointer<UInt8>, _ count: Int, _ starts: UnsafeMutablePointer<Int>, _ limit: Limit,
    isFinal: Bool
  ) -> Sum {
    guard count > 0, let base = codes.baseAddress else { return .measured(Measure(count: 0, end: 0)) }
    var x = 0
    var previous = Int(base[0])
    starts[0] = 0
    for index in 1..<max(1, count) {
      let code = Int(base[index])
      let entry = pairs[previous * Self.capacity + code]
      if entry & 1 == 0 {
        x += Int(entry >> 1)
      } else {
        guard let advance = advance(of: UInt8(previous), before: UInt8(code)) else { return .refused }
        if !isFinal, pairs[previous * Self.capacity + code] & 1 != 0 { return .hasRules }
        x += advance
      }
      starts[index] = x
      previous = code
      if Double(x) + Double(index) * limit.tracking > limit.width {
        return .measured(Measure(count: index + 1, end: nil))
      }
    }
    if count == 1, refused.contains(UInt8(previous)) { return .refused }
    return .measured(Measure(count: count, end: x + Int(advances[previous])))
  }

  /// Advance of one code before another, in font units; `nil` if only HarfBuzz knows.
  private func advance(of first: UInt8, before second: UInt8) -> Int? {
    let place = Int(first) * Self.capacity + Int(second)
    if pairs[place] == Self.unseen { pairs[place] = learn(first, second) }
    return pairs[place] == Self.refusal ? nil : Int(pairs[place] >> 1)
  }

  private func learn(_ first: UInt8, _ second: UInt8) -> Int32 {
    guard !refused.contains(first), !refused.contains(second),
      let pair = shaper.place(glyphs[Int(first)], glyphs[Int(second)]), pair.count == 2,
      pair[0].glyph == glyphs[Int(first)], pair[1].glyph == glyphs[Int(second)],
      pair[1].advance == advances[Int(second)], abs(pair[0].advance) < 1 << 24
    else { return Self.refusal }
    return pair[0].advance << 1 | (isAnchor(first, second) ? 1 : 0)
  }

  private func isAnchor(_ first: UInt8, _ second: UInt8) -> Bool {
    rules.lookups.contains { lookup in
      lookup.rules.contains { rule in
        if case .keep = rule.action { return false }
        return rule.places.count > 1 && rule.places[rule.anchor].contains(first)
          && rule.places[rule.anchor + 1].contains(second)
      }
    }
  }

  /// Tries the tables on a text with many pairs and forms: fonts exist whose pairs are not independent of each other.
  private func matchesHarfBuzz() -> Bool {
    let text = "AVATAR To Way, LTd. \"Yo\" fifty r.s. 1174 P.A. kV (2024-01-15) [Wave] 12:30 a-b X+Y 3 x 4 A@b {1}"
    let probe = text.utf8.map { $0 - 0x20 }
    var codes = probe
    var starts = [Int](repeating: 0, count: probe.count)
    let measured = codes.withUnsafeMutableBufferPointer { codes in
      starts.withUnsafeMutableBufferPointer { starts in
        starts.baseAddress.flatMap { measure(codes, count: codes.count, starts: $0, limit: Limit()) }
      }
    }
    // A text that the tables refuse anyway can't be set wrong by them.
    guard let end = measured?.end else { return true }
    guard let shaped = shaper.shape(probe), shaped.count == probe.count else { return false }
    var x = 0
    for (index, glyph) in shaped.enumerated() {
      guard glyph.glyph == glyphs[Int(codes[index])], starts[index] == x else { return false }
      x += Int(glyph.advance)
    }
    return x == end
  }
}
