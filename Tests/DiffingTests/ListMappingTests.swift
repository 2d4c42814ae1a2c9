import ScrollworkDiffing
import ScrollworkTestSupport
import Testing

private struct Sheet {
  var id: Int
  var keys: [Int]

  /// The identities of the section: numbers in a section with an even id, strings in others.
  var identity: SectionIdentity {
    let column =
      id % 2 == 0 ? IdentityColumn(keys, id: \.self) : IdentityColumn(keys.map { "\($0)" }, id: \.self)
    return SectionIdentity(id: ElementID(id), elements: column)
  }

  static func random(using generator: inout SeededGenerator) -> [Sheet] {
    (0..<Int.random(in: 0...5, using: &generator)).map { _ in
      Sheet(
        id: Int.random(in: 0...5, using: &generator),
        keys: (0..<Int.random(in: 0...8, using: &generator)).map { _ in Int.random(in: 0...12, using: &generator) })
    }
  }
}

/// Returns the pairs of the slow reference: sections, elements of paired sections, then others in list order.
private func reference(_ old: [Sheet], _ new: [Sheet]) -> [ElementPath: ElementPath] {
  var oldOfNew: [ElementPath: ElementPath] = [:]
  var taken: Set<ElementPath> = []
  let sections = referencePairs(old.map(\.id), new.map(\.id))
  for (newSection, oldSection) in sections.enumerated() {
    guard let oldSection else { continue }
    for (item, oldItem) in referencePairs(old[oldSection].keys, new[newSection].keys).enumerated() {
      guard let oldItem else { continue }
      oldOfNew[ElementPath(section: newSection, item: item)] = ElementPath(section: oldSection, item: oldItem)
      taken.insert(ElementPath(section: oldSection, item: oldItem))
    }
  }
  for (newSection, sheet) in new.enumerated() {
    for (item, key) in sheet.keys.enumerated() {
      let path = ElementPath(section: newSection, item: item)
      guard oldOfNew[path] == nil else { continue }
      let candidates = old.enumerated().filter { $1.id % 2 == sheet.id % 2 }.flatMap { section, sheet in
        sheet.keys.enumerated().filter { $1 == key }.map { ElementPath(section: section, item: $0.offset) }
      }
      guard let partner = candidates.first(where: { !taken.contains($0) }) else { continue }
      oldOfNew[path] = partner
      taken.insert(partner)
    }
  }
  return oldOfNew
}

@Test func `sections match first, then elements within them, then unmatched elements across them`() {
  for seed in seeds(2_000) {
    var generator = SeededGenerator(seed: seed)
    let old = Sheet.random(using: &generator)
    var new = old.shuffled(using: &generator)
    for _ in 0..<Int.random(in: 0...4, using: &generator) where !new.isEmpty {
      let section = new.indices.randomElement(using: &generator) ?? 0
      new[section].keys.shuffle(using: &generator)
      let moved = new[section].keys.popLast()
      let target = new.indices.randomElement(using: &generator) ?? 0
      if let moved { new[target].keys.append(moved) }
    }
    if seed % 3 == 0 { new += Sheet.random(using: &generator) }
    if seed % 4 == 0 { new.removeFirst(min(1, new.count)) }
    let mapping = ListMapping.between(old.map(\.identity), and: new.map(\.identity))
    let expected = reference(old, new)
    for (section, sheet) in new.enumerated() {
      for item in sheet.keys.indices {
        let path = ElementPath(section: section, item: item)
        #expect(mapping.oldPath(ofNew: path) == expected[path])
      }
    }
    let back = Dictionary(expected.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    for (section, sheet) in old.enumerated() {
      for item in sheet.keys.indices {
        let path = ElementPath(section: section, item: item)
        #expect(mapping.newPath(ofOld: path) == back[path])
      }
    }
  }
}

@Test func `a list that did not change maps to itself`() {
  let list = [Sheet(id: 2, keys: [1, 2]), Sheet(id: 3, keys: [])].map(\.identity)
  #expect(ListMapping.between(list, and: list).isIdentity)
  #expect(ListMapping.between([], and: list).sections.insertCount == 2)
}

@Test func `crossings may be given in any order`() {
  let paths = (0..<4).map { ElementPath(section: 0, item: $0) }
  let targets = (0..<4).map { ElementPath(section: 1, item: 3 - $0) }
  let mapping = ListMapping(
    sections: .identity(count: 2),
    elements: [.disjoint(oldCount: 4, newCount: 0), .disjoint(oldCount: 0, newCount: 4)],
    crossings: zip(paths, targets).map { (old: $0, new: $1) })
  #expect(paths.map { mapping.newPath(ofOld: $0) } == targets)
  #expect(targets.map { mapping.oldPath(ofNew: $0) } == paths)
  #expect(mapping.isIdentity == false)
}

@Test func `the number of changes counts each move, insertion and deletion once`() {
  let old = [Sheet(id: 0, keys: [1, 2, 3]), Sheet(id: 2, keys: [4]), Sheet(id: 4, keys: [5, 6])]
  let new = [Sheet(id: 2, keys: [3, 4]), Sheet(id: 0, keys: [2, 1, 9]), Sheet(id: 6, keys: [5, 7])]
  let mapping = ListMapping.between(old.map(\.identity), and: new.map(\.identity))
  // One section is moved, one deleted, one inserted. Elements: 3 crossed, 2 moved, 9 inserted; 5 was deleted with its
  // section.
  #expect(mapping.changeCount == 6)
  #expect(mapping.crossings.count == 2)
  #expect(
    "\(mapping)" == "sections 3 -> 3, 2 stay, 1 deleted, 1 inserted; elements 1 deleted, 2 inserted, 1 moved; 2 crossed"
  )
  #expect(ListMapping.between(old.map(\.identity), and: old.map(\.identity)).changeCount == 0)
}
