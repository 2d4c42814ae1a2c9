/// The substitutions of a face that depend on neighbours, as far as they concern the characters of an ``ASCIITable``.
///
/// The rules are read from the font's `GSUB` table, for the lookups that HarfBuzz applies, and run on codes instead of
/// glyphs. Replacing one glyph by another in a context is done here: dates and names in brackets are full of it. Whatever
/// else a font may do makes the text go through HarfBuzz.
/// Source: OpenType 1.9, "GSUB" and "OpenType Layout Common Table Formats".
struct SubstitutionRules {
  enum Action {
    /// Nothing is done, and later rules are not tried.
    case keep
    /// The code at a place becomes another; `map` has the new code for each old one.
    case replace(place: Int, map: [UInt8])
    /// The text has to go through HarfBuzz.
    case refuse
  }

  /// A sequence of neighbours.
  struct Rule {
    /// The codes possible at each place.
    var places: [ASCIISet]
    /// Where the input starts and how long it is; the other places are surroundings.
    var input: Int
    var inputCount: Int
    var action: Action

    /// The place whose pair with the next one tells that the rule may match.
    var anchor: Int { input > 0 ? input - 1 : input }
  }

  /// Rules of which the first that matches at a place is taken.
  struct Lookup {
    /// The codes that some rule's input starts with.
    var starts = ASCIISet()
    var rules: [Rule] = []
  }

  private(set) var lookups: [Lookup] = []
  /// The glyph of each code after all substitutions; those behind ``ASCIITable/count`` arise from rules.
  private(set) var glyphs: [UInt32]
  /// Codes that are never set by themselves.
  private(set) var unknown = ASCIISet()

  /// The codes that are shown with a glyph before the lookup that is being read.
  private(set) var sets: [ASCIISet]
  private var coverages: [Int: ASCIISet] = [:]
  /// The lookup from which on a code can stand in a text.
  private var births: [Int]
  private var position = 0
  private var list = 0

  /// - Parameter nominal: The glyph that the font maps each code to.
  init(lookups indices: [Int], table: OpenTypeTable, glyphCount: Int, nominal: [UInt32]) {
    glyphs = nominal
    births = Array(repeating: -1, count: nominal.count)
    sets = Array(repeating: ASCIISet(), count: glyphCount)
    guard let list = table.offset(at: 8, from: 0) else { return }
    self.list = list
    var known = -1
    // Rules make new codes that other rules look for, so reading goes on until there are no more.
    var origins = nominal
    while known != origins.count {
      known = origins.count
      glyphs = origins
      lookups = []
      for (order, index) in indices.enumerated() {
        position = order
        readLookup(index, table)
      }
      for code in known..<max(known, births.count) { origins.append(glyphsAtBirth[code - nominal.count]) }
    }
  }

  /// The glyphs that new codes are born with.
  private var glyphsAtBirth: [UInt32] = []

  // MARK: Running

  /// Puts each code in the form that its neighbours ask for.
  /// - Returns: False if the text has to go through HarfBuzz.
  func apply(to codes: UnsafeMutableBufferPointer<UInt8>) -> Bool {
    for lookup in lookups {
      var index = 0
      while index < codes.count {
        guard lookup.starts.contains(codes[index]), let rule = match(lookup, codes, at: index) else {
          index += 1
          continue
        }
        switch rule.action {
        case .keep: break
        case .refuse: return false
        case .replace(let place, let map):
          let target = index - rule.input + place
          codes[target] = map[Int(codes[target])]
        }
        index += rule.inputCount
      }
    }
    return true
  }

  private func match(_ lookup: Lookup, _ codes: UnsafeMutableBufferPointer<UInt8>, at index: Int) -> Rule? {
    for place in lookup.rules.indices where matches(lookup.rules[place], codes, at: index) {
      return lookup.rules[place]
    }
    return nil
  }

  private func matches(_ rule: Rule, _ codes: UnsafeMutableBufferPointer<UInt8>, at index: Int) -> Bool {
    let start = index - rule.input
    guard start >= 0, start + rule.places.count <= codes.count else { return false }
    for place in rule.places.indices where !rule.places[place].contains(codes[start + place]) { return false }
    return true
  }

  // MARK: Reading

  private mutating func readLookup(_ index: Int, _ table: OpenTypeTable) {
    rebuildSets()
    lookups.append(Lookup())
    forEachSubtable(of: index, table) { rules, type, subtable in
      let format = table.word(at: subtable)
      switch (type, format) {
      case (1, _): break
      case (4, _): rules.readLigatures(at: subtable, table)
      case (5, 3?): rules.readContext(at: subtable, table)
      case (6, 1?), (6, 2?): rules.readRuleSets(at: subtable, byClass: format == 2, table)
      case (6, 3?): rules.readCoverages(at: subtable, table)
      default:
        if let coverage = table.offset(at: subtable + 2, from: subtable) {
          rules.unknown.formUnion(rules.set(at: coverage, table))
        }
      }
    }
    let old = glyphs
    for code in glyphs.indices where births[code] < position {
      if let glyph = replacement(of: Int(old[code]), by: index, table) { glyphs[code] = UInt32(glyph) }
    }
  }

  private mutating func forEachSubtable(
    of index: Int, _ table: OpenTypeTable, _ body: (inout SubstitutionRules, _ type: Int, _ subtable: Int) -> Void
  ) {
    for (type, subtable) in subtables(of: index, table) { body(&self, type, subtable) }
  }

  private func subtables(of index: Int, _ table: OpenTypeTable) -> [(type: Int, subtable: Int)] {
    guard let lookup = table.offset(at: list + 2 + 2 * index, from: list), let type = table.word(at: lookup),
      let count = table.word(at: lookup + 4)
    else { return [] }
    var result: [(Int, Int)] = []
    for place in 0..<count {
      guard let subtable = table.offset(at: lookup + 6 + 2 * place, from: lookup) else { break }
      if type == 7, let inner = table.word(at: subtable + 2), let offset = table.long(at: subtable + 4) {
        result.append((inner, subtable + offset))
      } else {
        result.append((type, subtable))
      }
    }
    return result
  }

  /// What a lookup that replaces single glyphs makes of one; `nil` if nothing.
  private func replacement(of glyph: Int, by index: Int, _ table: OpenTypeTable) -> Int? {
    for (type, subtable) in subtables(of: index, table) where type == 1 {
      guard let coverage = table.offset(at: subtable + 2, from: subtable),
        let place = glyphs(ofCoverage: coverage, table).firstIndex(of: glyph)
      else { continue }
      if table.word(at: subtable) == 1 { return table.word(at: subtable + 4).map { (glyph + $0) & 0xffff } }
      return table.word(at: subtable + 6 + 2 * place)
    }
    return nil
  }

  private func isSingle(_ index: Int, _ table: OpenTypeTable) -> Bool {
    let kinds = subtables(of: index, table)
    return !kinds.isEmpty && kinds.allSatisfy { $0.type == 1 }
  }

  private mutating func rebuildSets() {
    coverages.removeAll(keepingCapacity: true)
    for index in sets.indices where !sets[index].isEmpty { sets[index] = ASCIISet() }
    for (code, glyph) in glyphs.enumerated() where births[code] <= position && Int(glyph) < sets.count {
      sets[Int(glyph)].insert(UInt8(code))
    }
  }

  /// What a rule does, from the records behind it.
  mutating func action(at records: Int, input: [ASCIISet], before: Int, _ table: OpenTypeTable) -> Action {
    guard let count = table.word(at: records), count > 0 else { return .keep }
    guard count == 1, let place = table.word(at: records + 2), let lookup = table.word(at: records + 4),
      place < input.count, isSingle(lookup, table)
    else { return .refuse }
    var map = (0..<UInt8(ASCIISet.capacity)).map { $0 }
    for code in 0..<UInt8(glyphs.count) where input[place].contains(code) {
      guard let glyph = replacement(of: Int(glyphs[Int(code)]), by: lookup, table) else { continue }
      guard let new = self.code(showing: UInt32(glyph)) else { return .refuse }
      map[Int(code)] = new
    }
    return .replace(place: before + place, map: map)
  }

  /// The code that is shown with a glyph from here on, a new one if need be; `nil` if there is no room for it.
  private mutating func code(showing glyph: UInt32) -> UInt8? {
    if let known = glyphs.indices.first(where: { glyphs[$0] == glyph && births[$0] <= position }) {
      return UInt8(known)
    }
    guard births.count < ASCIISet.capacity else { return nil }
    births.append(position)
    glyphs.append(glyph)
    glyphsAtBirth.append(glyph)
    return UInt8(births.count - 1)
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
          let components = table.word(at: ligature + 2)
        else { continue }
        var places = [sets[first]]
        for component in 0..<max(0, components - 1) {
          let glyph = table.word(at: ligature + 4 + 2 * component) ?? 0
          places.append(glyph < sets.count ? sets[glyph] : ASCIISet())
        }
        add(Rule(places: places, input: 0, inputCount: places.count, action: .refuse))
      }
    }
  }

  mutating func add(_ rule: Rule) {
    guard !rule.places.contains(where: \.isEmpty), rule.input < rule.places.count, let last = lookups.indices.last
    else {
      return
    }
    lookups[last].starts.formUnion(rule.places[rule.input])
    lookups[last].rules.append(rule)
    // A rule without neighbours has no pair that tells of it.
    if rule.places.count == 1, case .refuse = rule.action { unknown.formUnion(rule.places[0]) }
    if rule.places.count == 1, case .replace = rule.action { unknown.formUnion(rule.places[0]) }
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
