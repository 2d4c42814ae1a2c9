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
  private let sets: [ASCIISet]
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
    case (6, 3?): readChain(at: subtable, table)
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

  /// Format 3 of a context: a coverage for each place.
  private mutating func readContext(at subtable: Int, _ table: OpenTypeTable) {
    guard let inputs = table.word(at: subtable + 2), let records = table.word(at: subtable + 4), records > 0 else {
      return
    }
    add(places: places(at: subtable + 6, count: inputs, base: subtable, table), input: 0)
  }

  /// Format 3 of a chained context: what stands before (nearest first), the input, what stands behind.
  private mutating func readChain(at subtable: Int, _ table: OpenTypeTable) {
    var place = subtable + 2
    var parts: [[ASCIISet]] = []
    for _ in 0..<3 {
      guard let count = table.word(at: place) else { return }
      parts.append(places(at: place + 2, count: count, base: subtable, table))
      place += 2 + 2 * count
    }
    // Without an action the rule only keeps later ones from matching.
    guard let records = table.word(at: place), records > 0 else { return }
    add(places: parts[0].reversed() + parts[1] + parts[2], input: parts[0].count)
  }

  private mutating func places(at start: Int, count: Int, base: Int, _ table: OpenTypeTable) -> [ASCIISet] {
    (0..<count).map { index in
      table.offset(at: start + 2 * index, from: base).map { set(at: $0, table) } ?? ASCIISet()
    }
  }

  private mutating func add(places: [ASCIISet], input: Int) {
    guard !places.contains(where: \.isEmpty), input < places.count else { return }
    if places.count == 1 {
      unknown.formUnion(places[0])
    } else {
      rules.append(Rule(places: places, anchor: input > 0 ? input - 1 : input))
    }
  }

  private mutating func set(at coverage: Int, _ table: OpenTypeTable) -> ASCIISet {
    if let known = coverages[coverage] { return known }
    var result = ASCIISet()
    for glyph in glyphs(ofCoverage: coverage, table) where glyph < sets.count { result.formUnion(sets[glyph]) }
    coverages[coverage] = result
    return result
  }

  private func glyphs(ofCoverage coverage: Int, _ table: OpenTypeTable) -> [Int] {
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

/// Bytes of a table of a font, read with bounds checks.
struct OpenTypeTable {
  var bytes: UnsafeRawBufferPointer

  func word(at offset: Int) -> Int? {
    guard offset >= 0, offset + 2 <= bytes.count else { return nil }
    return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }

  func long(at offset: Int) -> Int? {
    guard let high = word(at: offset), let low = word(at: offset + 2) else { return nil }
    return high << 16 | low
  }

  /// The place that an offset field points to, counted from `base`.
  func offset(at field: Int, from base: Int) -> Int? {
    word(at: field).flatMap { $0 == 0 ? nil : base + $0 }
  }
}
