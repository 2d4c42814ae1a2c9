/// Contexts: what stands before, the input, what stands behind.
extension SubstitutionRules {
  /// Format 3 of a context without surroundings: a coverage for each place.
  mutating func readContext(at subtable: Int, _ table: OpenTypeTable) {
    guard let count = table.word(at: subtable + 2), let actions = table.word(at: subtable + 4), actions > 0 else {
      return
    }
    var places: [ASCIISet] = []
    for index in 0..<count {
      let coverage = table.offset(at: subtable + 6 + 2 * index, from: subtable)
      places.append(coverage.map { set(at: $0, table) } ?? ASCIISet())
    }
    add(Rule(places: places, input: 0, inputCount: count, action: actions == 0 ? .keep : .refuse))
  }

  /// Format 3 of a chained context: a coverage for each place.
  mutating func readCoverages(at subtable: Int, _ table: OpenTypeTable) {
    var place = subtable + 2
    var parts: [[ASCIISet]] = []
    for _ in 0..<3 {
      guard let count = table.word(at: place) else { return }
      var part: [ASCIISet] = []
      for index in 0..<count {
        let coverage = table.offset(at: place + 2 + 2 * index, from: subtable)
        part.append(coverage.map { set(at: $0, table) } ?? ASCIISet())
      }
      parts.append(part)
      place += 2 + 2 * count
    }
    add(parts, records: place, table)
  }

  /// Formats 1 and 2 of a chained context: lists of glyphs or of glyph classes, for each glyph or class that the input may start with.
  mutating func readRuleSets(at subtable: Int, byClass: Bool, _ table: OpenTypeTable) {
    guard let coverage = table.offset(at: subtable + 2, from: subtable), !set(at: coverage, table).isEmpty else {
      return
    }
    let classes = (0..<3).map { part in
      byClass ? table.offset(at: subtable + 4 + 2 * part, from: subtable).map { classSets(at: $0, table) } ?? [:] : [:]
    }
    let list = subtable + (byClass ? 10 : 4)
    let first = set(at: coverage, table)
    let sets = sets
    let glyphs = byClass ? [] : glyphs(ofCoverage: coverage, table)
    for index in 0..<(table.word(at: list) ?? 0) {
      guard let ruleSet = table.offset(at: list + 2 + 2 * index, from: list - (byClass ? 10 : 4)) else { continue }
      let start = byClass ? first.intersection(classes[1][index] ?? ASCIISet()) : single(glyphs, index)
      guard !start.isEmpty else { continue }
      for member in 0..<(table.word(at: ruleSet) ?? 0) {
        guard let rule = table.offset(at: ruleSet + 2 + 2 * member, from: ruleSet) else { continue }
        readRule(at: rule, start: start, table) { part, value in
          byClass ? classes[part][value] ?? ASCIISet() : value < sets.count ? sets[value] : ASCIISet()
        }
      }
    }
  }

  private func single(_ glyphs: [Int], _ index: Int) -> ASCIISet {
    index < glyphs.count && glyphs[index] < sets.count ? sets[glyphs[index]] : ASCIISet()
  }

  private mutating func readRule(
    at rule: Int, start: ASCIISet, _ table: OpenTypeTable, places: (_ part: Int, _ value: Int) -> ASCIISet
  ) {
    var place = rule
    var parts: [[ASCIISet]] = []
    for part in 0..<3 {
      guard let count = table.word(at: place) else { return }
      // The input's first place is known already.
      let listed = part == 1 ? max(0, count - 1) : count
      parts.append((0..<listed).map { places(part, table.word(at: place + 2 + 2 * $0) ?? 0) })
      place += 2 + 2 * listed
    }
    add([parts[0], [start] + parts[1], parts[2]], records: place, table)
  }

  /// Adds a rule of what stands before (listed nearest first), the input and what stands behind.
  private mutating func add(_ parts: [[ASCIISet]], records: Int, _ table: OpenTypeTable) {
    guard !parts.contains(where: { $0.contains(where: \.isEmpty) }) else { return }
    let action = action(at: records, input: parts[1], before: parts[0].count, table)
    add(
      Rule(
        places: parts[0].reversed() + parts[1] + parts[2], input: parts[0].count, inputCount: parts[1].count,
        action: action))
  }

  /// The characters of each class of a class definition; those that it does not name are in class 0.
  private func classSets(at definition: Int, _ table: OpenTypeTable) -> [Int: ASCIISet] {
    var classes: [Int: Int] = [:]
    if table.word(at: definition) == 1 {
      let first = table.word(at: definition + 2) ?? 0
      for index in 0..<(table.word(at: definition + 4) ?? 0) {
        classes[first + index] = table.word(at: definition + 6 + 2 * index)
      }
    } else {
      for index in 0..<(table.word(at: definition + 2) ?? 0) {
        let range = definition + 4 + 6 * index
        guard let first = table.word(at: range), let last = table.word(at: range + 2), first <= last else { continue }
        for glyph in first...last where glyph < sets.count && !sets[glyph].isEmpty {
          classes[glyph] = table.word(at: range + 4)
        }
      }
    }
    var result: [Int: ASCIISet] = [:]
    for (glyph, set) in sets.enumerated() where !set.isEmpty {
      result[classes[glyph] ?? 0, default: ASCIISet()].formUnion(set)
    }
    return result
  }
}
