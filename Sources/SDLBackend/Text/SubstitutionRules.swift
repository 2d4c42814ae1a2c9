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
  private var singleMaps: [Int: [Int: Int]?] = [:]
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
    var present = ASCIISet()
    for code in codes { present.insert(code) }
    for lookup in lookups.indices where !lookups[lookup].starts.intersection(present).isEmpty {
      guard apply(lookup, to: codes, &present) else { return false }
    }
    return true
  }

  private func apply(
    _ lookup: Int, to codes: UnsafeMutableBufferPointer<UInt8>, _ present: inout ASCIISet
  ) -> Bool {
    var index = 0
    while index < codes.count {
      guard lookups[lookup].starts.contains(codes[index]),
        let rule = lookups[lookup].rules.firstIndex(where: { Self.matches($0, codes, at: index) })
      else {
        index += 1
        continue
      }
      switch lookups[lookup].rules[rule].action {
      case .keep: break
      case .refuse: return false
      case .replace(let place, let map):
        let target = index - lookups[lookup].rules[rule].input + place
        codes[target] = map[Int(codes[target])]
        present.insert(codes[target])
      }
      index += lookups[lookup].rules[rule].inputCount
    }
    return true
  }

  private static func matches(_ rule: Rule, _ codes: UnsafeMutableBufferPointer<UInt8>, at index: Int) -> Bool {
    guard rule.places[rule.input].contains(codes[index]) else { return false }
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
    guard let map = singles(index, table) else { return }
    for code in glyphs.indices where births[code] < position {
      if let glyph = map[Int(glyphs[code])] { glyphs[code] = UInt32(glyph) }
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

  /// What a lookup that replaces single glyphs makes of each; `nil` for any other lookup.
  private mutating func singles(_ index: Int, _ table: OpenTypeTable) -> [Int: Int]? {
    if let known = singleMaps[index] { return known }
    let parts = subtables(of: index, table)
    var map: [Int: Int]?
    if !parts.isEmpty, parts.allSatisfy({ $0.type == 1 }) {
      map = [:]
      for part in parts { readSingles(at: part.subtable, table, into: &map) }
    }
    singleMaps[index] = .some(map)
    return map
  }

  private func readSingles(at subtable: Int, _ table: OpenTypeTable, into map: inout [Int: Int]?) {
    guard let coverage = table.offset(at: subtable + 2, from: subtable) else { return }
    let isShift = table.word(at: subtable) == 1
    for (place, glyph) in glyphs(ofCoverage: coverage, table).enumerated() where map?[glyph] == nil {
      let other = table.word(at: subtable + (isShift ? 4 : 6 + 2 * place))
      map?[glyph] = isShift ? other.map { (glyph + $0) & 0xffff } : other
    }
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
      place < input.count, let singles = singles(lookup, table)
    else { return .refuse }
    var map = (0..<UInt8(ASCIISet.capacity)).map { $0 }
    for code in 0..<UInt8(glyphs.count) where input[place].contains(code) {
      guard let glyph = singles[Int(glyphs[Int(code)])] else { continue }
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
    let isList = table.word(at: coverage) == 1
    for index in 0..<(table.word(at: coverage + 2) ?? 0) {
      let place = coverage + 4 + (isList ? 2 : 6) * index
      guard let first = table.word(at: place), let last = isList ? first : table.word(at: place + 2) else { break }
      for glyph in stride(from: first, through: min(last, sets.count - 1), by: 1) { result.formUnion(sets[glyph]) }
    }
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
