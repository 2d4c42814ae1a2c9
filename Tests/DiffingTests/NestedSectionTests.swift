import ScrollworkDiffing
import ScrollworkTestSupport
import Testing

/// The identity of a subsection's element in the section that contains the subsection.
private struct HeldID: Hashable {
  var section: Int
  /// The identity in the subsection; `nil` for a header.
  var item: ElementID?
}

/// The content of a section: elements, or subsections with headers.
private indirect enum Nest: Equatable {
  case keys([Int], areTexts: Bool)
  case sections([Held])

  struct Held: Equatable {
    var id: Int
    var hasHeader: Bool
    var nest: Nest
  }

  var count: Int {
    switch self {
    case .keys(let keys, _): keys.count
    case .sections(let sections): sections.reduce(0) { $0 + $1.nest.count + ($1.hasHeader ? 1 : 0) }
    }
  }

  var column: IdentityColumn {
    switch self {
    case .keys(let keys, areTexts: false): return IdentityColumn(keys, id: \.self)
    case .keys(let keys, areTexts: true): return IdentityColumn(keys.map { "\($0)" }, id: \.self)
    case .sections(let sections):
      var ids: [HeldID] = []
      var parts: [IdentityColumn.Section] = []
      for section in sections {
        let column = section.nest.column
        if section.hasHeader { ids.append(HeldID(section: section.id, item: nil)) }
        parts.append(IdentityColumn.Section(id: ElementID(section.id), start: ids.count, elements: column))
        ids += (0..<column.count).map { HeldID(section: section.id, item: column.id(at: $0)) }
      }
      return IdentityColumn(IdentityColumn(ids, id: \.self), joining: parts)
    }
  }

  /// The names of each element: its identity and those of the sections that contain it, from the innermost to the
  /// outermost.
  var names: [[Name]] {
    switch self {
    case .keys(let keys, let areTexts): return keys.map { [.element($0, isText: areTexts)] }
    case .sections(let sections):
      return sections.flatMap { section in
        (section.hasHeader ? [[.header]] : []) + section.nest.names
      }.enumerated().map { position, names in names + [.section(holder(of: position, in: sections))] }
    }
  }

  private func holder(of position: Int, in sections: [Held]) -> Int {
    var rest = position
    for section in sections {
      rest -= section.nest.count + (section.hasHeader ? 1 : 0)
      if rest < 0 { return section.id }
    }
    return -1
  }
}

private enum Name: Hashable {
  case element(Int, isText: Bool)
  case section(Int)
  case header
}

/// A section of the list.
private struct Sheet {
  var id: Int
  var nest: Nest

  var identity: SectionIdentity { SectionIdentity(id: ElementID(id), elements: nest.column) }
}

/// Makes and edits lists with subsections.
private struct NestMaker {
  var generator: SeededGenerator
  let span: Int
  var fresh = 0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    // By the seed, identities are unique or taken from a small range, so that they repeat.
    span = [0, 8, 30][Int(seed % 3)]
  }

  mutating func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  mutating func key() -> Int {
    fresh += 1
    return span == 0 ? fresh : random(0...span)
  }

  mutating func nest(depth: Int) -> Nest {
    if depth == 0 || random(0...2) == 0 {
      return .keys((0..<random(0...6)).map { _ in key() }, areTexts: random(0...3) == 0)
    }
    return .sections((0..<random(0...3)).map { _ in held(depth: depth - 1) })
  }

  mutating func held(depth: Int) -> Nest.Held {
    Nest.Held(id: sectionID(), hasHeader: random(0...2) == 0, nest: nest(depth: depth))
  }

  mutating func sectionID() -> Int {
    fresh += 1
    return span == 0 ? fresh : random(0...9)
  }

  mutating func list() -> [Sheet] {
    (0..<random(1...4)).map { _ in Sheet(id: sectionID(), nest: nest(depth: 3)) }
  }

  /// Removes and returns an element, or a subsection with its elements.
  mutating func take(from nest: inout Nest) -> Moved? {
    switch nest {
    case .keys(var keys, let areTexts):
      guard !keys.isEmpty else { return nil }
      let key = keys.remove(at: random(0...keys.count - 1))
      nest = .keys(keys, areTexts: areTexts)
      return .key(key)
    case .sections(var sections):
      guard !sections.isEmpty else { return nil }
      let index = random(0...sections.count - 1)
      let moved = random(0...3) == 0 ? Moved.section(sections.remove(at: index)) : take(from: &sections[index].nest)
      nest = .sections(sections)
      return moved
    }
  }

  enum Moved {
    case key(Int)
    case section(Nest.Held)
  }

  /// Inserts an element or subsection from `take` at a random position. It is lost if its kind does not fit there.
  mutating func put(_ moved: Moved, into nest: inout Nest) {
    switch (nest, moved) {
    case (.keys(var keys, let areTexts), .key(let key)):
      keys.insert(key, at: random(0...keys.count))
      nest = .keys(keys, areTexts: areTexts)
    case (.sections(var sections), .section(let section)) where sections.isEmpty || random(0...1) == 0:
      sections.insert(section, at: random(0...sections.count))
      nest = .sections(sections)
    case (.sections(var sections), _) where !sections.isEmpty:
      put(moved, into: &sections[random(0...sections.count - 1)].nest)
      nest = .sections(sections)
    default: break
    }
  }

  mutating func edited(_ list: [Sheet]) -> [Sheet] {
    var list = list
    for _ in 0..<random(0...6) where !list.isEmpty {
      let (source, target) = (random(0...list.count - 1), random(0...list.count - 1))
      switch random(0...5) {
      case 0: put(.key(key()), into: &list[target].nest)
      case 1: put(.section(held(depth: 1)), into: &list[target].nest)
      case 2: list[source].id = sectionID()
      case 3: list.swapAt(source, target)
      default: if let moved = take(from: &list[source].nest) { put(moved, into: &list[target].nest) }
      }
    }
    if random(0...5) == 0 { list.insert(Sheet(id: sectionID(), nest: nest(depth: 3)), at: random(0...list.count)) }
    if random(0...5) == 0 { list.remove(at: random(0...list.count - 1)) }
    return list
  }
}

/// An element of a list with its path and its names.
private struct Placed {
  var path: ElementPath
  var names: [Name]

  static func all(_ list: [Sheet]) -> [Placed] {
    list.enumerated().flatMap { section, sheet in
      sheet.nest.names.enumerated().map { Placed(path: ElementPath(section: section, item: $0), names: $1) }
    }
  }
}

/// Returns the pairs of the slow reference: first elements of paired sections with equal names, then elements of any
/// sections with equal names, then with names equal except for the outermost one, and so on.
private func reference(_ old: [Sheet], _ new: [Sheet]) -> [ElementPath: ElementPath] {
  var oldOfNew: [ElementPath: ElementPath] = [:]
  var (left, came) = (Placed.all(old), Placed.all(new))
  func pair(_ isAsked: (Placed) -> Bool, _ isPartner: (Placed, Placed) -> Bool) {
    for target in came where isAsked(target) {
      guard let index = left.firstIndex(where: { isPartner($0, target) }) else { continue }
      oldOfNew[target.path] = left.remove(at: index).path
    }
    came.removeAll { oldOfNew[$0.path] != nil }
  }
  let sections = referencePairs(old.map(\.id), new.map(\.id))
  pair { _ in
    true
  } _: {
    sections[$1.path.section] == $0.path.section && $0.names == $1.names
  }
  let depth = (left + came).map(\.names.count).max() ?? 0
  for count in (0...depth).reversed() where count > 0 {
    pair {
      $0.names.count >= count && $0.names.prefix(count) != [.header]
    } _: {
      $0.names.count >= count && $0.names.prefix(count) == $1.names.prefix(count)
    }
  }
  return oldOfNew
}

private func check(_ old: [Sheet], _ new: [Sheet], _ seed: UInt64) {
  let mapping = ListMapping.between(old.map(\.identity), and: new.map(\.identity))
  let expected = reference(old, new)
  for target in Placed.all(new) {
    require(mapping.oldPath(ofNew: target.path) == expected[target.path], seed)
  }
  let back = Dictionary(uniqueKeysWithValues: expected.map { ($0.value, $0.key) })
  for source in Placed.all(old) {
    require(mapping.newPath(ofOld: source.path) == back[source.path], seed)
  }
  // A pair that the mapping of a section contains is not a crossing.
  let within = expected.filter { target, source in
    mapping.sections.oldPosition(ofNew: target.section) == source.section
      && mapping.elements[target.section]?.oldPosition(ofNew: target.item) == source.item
  }
  require(mapping.crossings.count == expected.count - within.count, seed)
  require(zip(mapping.crossings, mapping.crossings.dropFirst()).allSatisfy { $0.new < $1.new }, seed)
}

@Test func `elements that leave subsections are searched for by fewer and fewer of their names`() {
  for seed in seeds(20_000) {
    var maker = NestMaker(seed: seed)
    let old = maker.list()
    let new = maker.edited(old)
    check(old, new, seed)
    check(new, old, seed)
  }
}

/// Returns a section whose subsections contain numbers.
private func page(_ id: String, _ sections: [(id: String, keys: [Int])]) -> SectionIdentity {
  struct ID: Hashable {
    var section: String
    var item: Int
  }
  var ids: [ID] = []
  var parts: [IdentityColumn.Section] = []
  for (id, keys) in sections {
    parts.append(
      IdentityColumn.Section(id: ElementID(id), start: ids.count, elements: IdentityColumn(keys, id: \.self)))
    ids += keys.map { ID(section: id, item: $0) }
  }
  return SectionIdentity(
    id: ElementID(id), elements: IdentityColumn(IdentityColumn(ids, id: \.self), joining: parts))
}

@Test func `an element that goes to another subsection of its section crosses`() {
  let mapping = ListMapping.between(
    [page("p", [("a", [1, 2, 3]), ("b", [4, 5])])], and: [page("p", [("a", [1, 3]), ("b", [4, 2, 5])])])
  #expect(mapping.newPath(ofOld: ElementPath(section: 0, item: 1)) == ElementPath(section: 0, item: 3))
  #expect(mapping.oldPath(ofNew: ElementPath(section: 0, item: 3)) == ElementPath(section: 0, item: 1))
  #expect(mapping.crossings.count == 1 && mapping.changeCount == 1 && mapping.repetition == nil)
}

@Test func `the same identity in several subsections is ordinary`() {
  let (old, new) = (
    [page("p", [("a", []), ("b", [])])], [page("p", [("a", [1, 2]), ("b", [1, 2])]), page("q", [("a", [1, 2])])]
  )
  #expect(ListMapping.between(old, and: new).repetition == nil)
  #expect(ListMapping.between([page("r", [("a", [1, 2]), ("b", [1])])], and: new).repetition == nil)
  // The same identity twice in one subsection is a mistake.
  let twice = [page("p", [("a", [1, 7, 1])])]
  #expect(ListMapping.between(old, and: twice).repetition?.second == .element(ElementPath(section: 0, item: 2)))
}

@Test func `many elements that all go to other subsections pair with themselves`() {
  let count = 3_000
  let old = [page("p", (0..<30).map { part in ("\(part)", (0..<100).map { part * 100 + $0 }) })]
  let new = [page("p", (0..<60).map { part in ("n\(part)", (0..<50).map { (part * 50 + $0) * 7 % count }) })]
  let mapping = ListMapping.between(old, and: new)
  #expect(mapping.crossings.count == count)
  #expect((0..<count).allSatisfy { mapping.oldPath(ofNew: ElementPath(section: 0, item: $0))?.item == $0 * 7 % count })
}
