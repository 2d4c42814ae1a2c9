import CHarfBuzz

/// The substitutions of a face that depend on neighbours, as far as they concern the characters of an ``ASCIITable``.
///
/// A text in which no rule matches is set glyph by glyph. The rules are read from the font's `GSUB` table, for the lookups
/// that HarfBuzz would apply; where a format is not known here, the characters it starts with count as matched always.
/// Source: OpenType 1.9, "GSUB" and "OpenType Layout Common Table Formats".
struct SubstitutionRules {
  /// A sequence of neighbours that is substituted somewhere.
  struct Rule {
    /// The characters possible at each place.
    var places: [ASCIISet]
    /// The place whose pair with the next one is looked for first.
    var anchor: Int
  }

  private(set) var rules: [Rule] = []
  /// Characters that are never set by themselves.
  private(set) var unknown = ASCIISet()
  /// For each glyph number the characters that may show as it.
  let sets: [ASCIISet]
  private var coverages: [Int: ASCIISet] = [:]

  /// - Parameter forms: For each glyph number the characters that may show as it.
  init(lookups: [Int], table: OpenTypeTable, forms: [ASCIISet]) {
    sets = forms
    guard let list = table.offset(at: 8, from: 0) else { return }
    for index in lookups {
      guard let lookup = table.offset(at: list + 2 + 2 * index, from: list) else { continue }
      readLookup(at: lookup, table)
    }
  }

  private mutating func readLookup(at lookup: Int, _ table: OpenTypeTable) {
    guard let type = table.word(at: lookup), let count = table.word(at: lookup + 4) else { return }
    for index in 0..<count {
      guard var subtable = table.offset(at: lookup + 6 + 2 * index, from: lookup) else { return }
      var kind = type
      if type == 7, let inner = table.word(at: subtable + 2), let offset = table.long(at: subtable + 4) {
        kind = inner
        subtable += offset
      }
      readSubtable(at: subtable, type: kind, table)
    }
  }

  private mutating func readSubtable(at subtable: Int, type: Int, _ table: OpenTypeTable) {
    let format = table.word(at: subtable)
    switch (type, format) {
    // One glyph becomes others whatever stands beside it: shaping the character alone shows it.
    case (1, _), (2, _), (3, _): break
    case (4, _): readLigatures(at: subtable, table)
    case (5, 3?): readContext(at: subtable, table)
    case (6, 1?), (6, 2?): readRuleSets(at: subtable, byClass: format == 2, table)
    case (6, 3?): readCoverages(at: subtable, table)
    default:
      if let coverage = table.offset(at: subtable + 2, from: subtable) { unknown.formUnion(set(at: coverage, table)) }
    }
  }

  private mutating func readLigatures(at subtable: Int, _ table: OpenTypeTable) {
    guard let coverage = table.offset(at: subtable + 2, from: subtable),
      let count = table.word(at: subtable + 4), !set(at: coverage, table).isEmpty
    else { return }
    for (index, first) in glyphs(ofCoverage: coverage, table).prefix(count).enumerated() {
      guard first < sets.count, !sets[first].isEmpty,
        let set = table.offset(at: subtable + 6 + 2 * index, from: subtable), let size = table.word(at: set)
      else { continue }
      for member in 0..<size {
        guard let ligature = table.offset(at: set + 2 + 2 * member, from: set),
          let components = table.word(at: ligature + 2), components > 1
        else { continue }
        let rest = (0..<components - 1).map { table.word(at: ligature + 4 + 2 * $0) ?? 0 }
        add(places: [sets[first]] + rest.map { $0 < sets.count ? sets[$0] : ASCIISet() }, input: 0)
      }
    }
  }

  mutating func add(places: [ASCIISet], input: Int) {
    guard !places.contains(where: \.isEmpty), input < places.count else { return }
    if places.count == 1 {
      unknown.formUnion(places[0])
    } else {
      rules.append(Rule(places: places, anchor: input > 0 ? input - 1 : input))
    }
  }

  mutating func set(at coverage: Int, _ table: OpenTypeTable) -> ASCIISet {
    if let known = coverages[coverage] { return known }
    var result = ASCIISet()
    for glyph in glyphs(ofCoverage: coverage, table) where glyph < sets.count { result.formUnion(sets[glyph]) }
    coverages[coverage] = result
    return result
  }

  func glyphs(ofCoverage coverage: Int, _ table: OpenTypeTable) -> [Int] {
    guard let format = table.word(at: coverage), let count = table.word(at: coverage + 2) else { return [] }
    if format == 1 { return (0..<count).compactMap { table.word(at: coverage + 4 + 2 * $0) } }
    var result: [Int] = []
    for index in 0..<count {
      let range = coverage + 4 + 6 * index
      guard let first = table.word(at: range), let last = table.word(at: range + 2), first <= last else { continue }
      result.append(contentsOf: first...last)
    }
    return result
  }
}
