import FoundationEssentials
import ScrollworkDiffing
import ScrollworkTestSupport
import Testing

@Test func `equal occurrences pair, whatever the type of identity`() {
  for seed in seeds(2_000) {
    var generator = SeededGenerator(seed: seed)
    let (old, new) = randomPair(using: &generator)
    let expected = referencePairs(old, new)
    let byInt = mapping(old, new)
    #expect(byInt.pairs == expected, "\(old) -> \(new)")
    #expect(byInt.isConsistent)
    let ids = { (keys: [Int]) in keys.map { $0 % 2 == 0 ? ElementID($0) : ElementID("\($0)") } }
    let mappings = [
      byInt,
      mapping(old.map { "key \($0)" }, new.map { "key \($0)" }),
      mapping(old.map { "e\u{301}\($0)" }, new.map { "\u{E9}\($0)" }),
      mapping(old.map(uuid), new.map(uuid)),
      mapping(old.map(OwnType.init), new.map(OwnType.init)),
      mapping(old.map(EqualHash.init), new.map(EqualHash.init)),
      mapping(old.map(Int32.init), new.map(Int32.init)),
      IdentityColumn(ids: ids(old)).mapping(to: IdentityColumn(ids: ids(new))),
    ]
    #expect(mappings.allSatisfy { $0.pairs == expected })
    #expect(
      mappings.compactMap(\.repetition).allSatisfy { new[$0.first] == new[$0.second] && $0.first < $0.second })
    #expect(!bringsRepetition(old, new) || mappings.allSatisfy { $0.repetition != nil }, "\(old) -> \(new)")
  }
}

private func uuid(_ value: Int) -> UUID {
  let byte = UInt8(truncatingIfNeeded: value)
  return UUID(uuid: (1, 2, 3, 4, 5, 6, 7, byte, 9, 10, 11, 12, 13, 14, UInt8(value >> 8 & 255), 16))
}

@Test func `elements that keep their order do not move, and as many keep it as can`() {
  for seed in seeds(2_000) {
    var generator = SeededGenerator(seed: seed)
    let (old, new) = randomPair(using: &generator, unique: seed % 2 == 0)
    let mapping = mapping(old, new)
    let moves = mapping.moves()
    let pairs = mapping.pairs.enumerated().compactMap { new, old in old.map { (new: new, old: $0) } }
    let staying = pairs.filter { !moves.contains(new: $0.new) }.map(\.old)
    #expect(staying == staying.sorted())
    #expect(staying.count == referenceIncreasingLength(pairs.map(\.old)))
    #expect(moves.count == mapping.moveCount && moves.count == pairs.count - staying.count)
    #expect(moves.newRanges.flatMap(\.self) == pairs.map(\.new).filter { moves.contains(new: $0) })
  }
}

@Test func `the way back is the mapping reversed`() {
  for seed in seeds(2_000) {
    var generator = SeededGenerator(seed: seed)
    let (old, new) = randomPair(using: &generator)
    let there = mapping(old, new)
    let back = mapping(new, old)
    #expect((0..<old.count).map { there.newPosition(ofOld: $0) } == back.pairs)
  }
}

@Test func `every way to read the identities gives the same mapping`() {
  for seed in seeds(2_000) {
    var generator = SeededGenerator(seed: seed)
    let (old, new) = randomPair(using: &generator)
    let expected = mapping(old, new)
    let rows = { (keys: [Int]) in keys.map { Row(id: $0) } }
    let (oldRows, newRows) = (rows(old), rows(new))
    let byKeyPath = IdentityColumn(oldRows, id: \.id)
    let byIdentifiable = IdentityColumn(newRows)
    #expect(byKeyPath.mapping(to: IdentityColumn(newRows, id: \.id)) == expected)
    #expect(IdentityColumn(oldRows).mapping(to: byIdentifiable) == expected)
    #expect(byKeyPath.mapping(to: byIdentifiable) == expected)
    #expect(IdentityColumn(old.lazy.map { Row(id: $0) }).mapping(to: byIdentifiable) == expected)
    #expect(byKeyPath.mapping(to: IdentityColumn(newRows[...], id: \.id)) == expected)
    #expect((0..<new.count).allSatisfy { byIdentifiable.id(at: $0) == ElementID(new[$0]) })
  }
}

@Test func `large lists with many edits pair as the reference has it`() {
  var generator = SeededGenerator(seed: 5)
  let old = (0..<20_000).map { _ in Int.random(in: 0...(1 << 40), using: &generator) }
  var new = old
  new.removeSubrange(4_000..<5_500)
  for _ in 0..<500 {
    new.remove(at: Int.random(in: 0..<new.count, using: &generator))
    new.insert(Int.random(in: 0...(1 << 40), using: &generator), at: Int.random(in: 0...new.count, using: &generator))
  }
  new[1_000..<1_200].shuffle(using: &generator)
  new.append(contentsOf: old[100..<110])
  let edited = mapping(old, new)
  #expect(edited.pairs == referencePairs(old, new))
  #expect(edited.isConsistent)
  let shuffled = old.shuffled(using: &generator)
  #expect(mapping(old, shuffled).pairs == referencePairs(old, shuffled))
}

@Test func `common start and end are found and nothing else is stored`() {
  let old = Array(0..<1_000)
  let appended = mapping(old, old + [7_000, 7_001])
  #expect(appended.commonPrefix == 1_000 && appended.commonSuffix == 0 && appended.insertCount == 2)
  let prepended = mapping(old, [7_000] + old)
  #expect(prepended.commonPrefix == 0 && prepended.commonSuffix == 1_000 && prepended.moveCount == 0)
  let same = mapping(old, Array(0..<1_000))
  #expect(same.isIdentity && same.commonPrefix == 1_000)
  #expect(same == .identity(count: 1_000))
}

@Test func `an element inserted before its equal takes its place`() {
  let mapping = mapping(["a", "b", "c"], ["c", "a", "b", "c"])
  #expect(mapping.pairs == [2, 0, 1, nil])
}

@Test func `ranges of numbers are compared by their bounds`() {
  let old = IdentityColumn(0..<10_000_000, id: \.self)
  let shifted = old.mapping(to: IdentityColumn(5..<10_000_020, id: \.self))
  #expect(shifted.deleteCount == 5 && shifted.insertCount == 20)
  #expect(shifted.newPosition(ofOld: 4) == nil && shifted.newPosition(ofOld: 9_999_999) == 9_999_994)
  #expect(shifted.moveCount == 0)
  #expect(old.mapping(to: IdentityColumn(20_000_000..<20_000_001, id: \.self)).survivorCount == 0)
  #expect(old.id(at: 41) == ElementID(41))
}

@Test func `columns of different types have nothing in common`() {
  let mapping = IdentityColumn([1, 2], id: \.self).mapping(to: IdentityColumn(["1", "2"], id: \.self))
  #expect(mapping == .disjoint(oldCount: 2, newCount: 2))
  #expect(mapping.pairs == [nil, nil])
}

@Test func `one storage read by two key paths is not one column`() {
  struct Pair {
    var a: Int
    var b: Int
  }
  let pairs = [Pair(a: 1, b: 3), Pair(a: 2, b: 1)]
  let mapping = IdentityColumn(pairs, id: \.a).mapping(to: IdentityColumn(pairs, id: \.b))
  #expect(mapping.pairs == [nil, 0])
}

@Test func `strings are equal as Swift has it, also to one that is not ASCII`() {
  let kelvin = "\u{212A}"
  let mapping = mapping([kelvin, "x", "y", "z"], ["y", "z", "x", "K"])
  #expect(mapping.pairs == [2, 3, 1, 0])
}

@Test func `numbers that are not equal to themselves are inserted and deleted`() {
  let mapping = mapping([1, Double.nan, 0.0], [Double.nan, -0.0, 1])
  #expect(mapping.pairs == [nil, 2, 0])
}

/// An identity whose equality and hash are inconsistent.
private struct Broken: Hashable {
  let value: Int

  nonisolated(unsafe) static var generator = SeededGenerator(seed: 3)

  static func == (a: Broken, b: Broken) -> Bool { Bool.random(using: &generator) }

  func hash(into hasher: inout Hasher) { hasher.combine(Int.random(in: 0...3, using: &Self.generator)) }
}

@Test func `an inconsistent Hashable still gives a pairing`() {
  for count in [1, 2, 10, 100, 500] {
    let old = (0..<count).map(Broken.init)
    let new = (0..<count).map(Broken.init)
    #expect(mapping(old, new).isConsistent)
  }
}

@Test func `a mapping made of positions answers as one made of identities`() {
  let made = PositionMapping(oldCount: 5, newCount: 5, commonPrefix: 1, commonSuffix: 1, oldOfNew: [3, -1, 2])
  #expect(made == mapping([0, 1, 2, 3, 4], [0, 3, 9, 2, 4]))
  #expect(made.hashValue == mapping([0, 1, 2, 3, 4], [0, 3, 9, 2, 4]).hashValue)
  #expect(made != mapping([0, 1, 2, 3, 4], [0, 2, 9, 3, 4]))
  #expect("\(made)" == "5 -> 5, 4 stay, 1 deleted, 1 inserted")
}

@Test func `an identity that comes twice is named where the diff meets it`() {
  #expect(mapping([1, 2, 3], [1, 2, 3]).repetition == nil)
  #expect(mapping([1, 2, 3], [3, 1, 2, 4]).repetition == nil)
  #expect(mapping([1, 2, 3], [2, 9, 1, 9, 4, 3]).repetition == .init(first: 1, second: 3))
  // The first 2 is paired with the old one, so none is left for the second.
  #expect(mapping([1, 2, 3], [9, 2, 1, 2, 3]).repetition == .init(first: 1, second: 3))
  let list = ListMapping.between(
    [SectionIdentity(id: ElementID(0), elements: IdentityColumn([7, 8], id: \.self))],
    and: [SectionIdentity(id: ElementID(0), elements: IdentityColumn([8, 7, 8, 6], id: \.self))])
  #expect(list.repetition?.first == .element(ElementPath(section: 0, item: 0)))
  #expect(list.repetition?.second == .element(ElementPath(section: 0, item: 2)))
}

@Test func `an identity inserted twice is reported, wherever it is inserted`() {
  let many = Array(0..<1_000)
  let twice = PositionMapping.Repetition(first: 1, second: 2)
  #expect(mapping([], [7, 8, 8]).repetition == twice)
  #expect(mapping(many, [2_000, 3_000, 3_000] + many).repetition == twice)
  #expect(mapping(many.map(OwnType.init), ([2_000, 3_000, 3_000] + many).map(OwnType.init)).repetition == twice)
  #expect(mapping(many, many + [7_777, 7_777]).repetition == .init(first: 1_000, second: 1_001))
  #expect(mapping(many, many[..<500] + [7_777, 7_777] + many[500...]).repetition == .init(first: 500, second: 501))
  #expect(mapping(many, many[..<500] + [700] + many[500...]).repetition == .init(first: 500, second: 701))
  let spellings = mapping(["a"], ["a", "row \u{212A}", "b", "row K"])
  #expect(spellings.repetition == .init(first: 1, second: 3))
  // Most new elements have no partner.
  let fresh = (0..<200).map { 5_000 + $0 }
  #expect(mapping([1, 2, 3], fresh + [5_199]).repetition == .init(first: 199, second: 200))
  var store = RowStore(many)
  let old = IdentityColumn(store, id: \.self)
  store.append(contentsOf: [7_777, 8_888, 7_777])
  #expect(old.mapping(to: IdentityColumn(store, id: \.self)).repetition == .init(first: 1_000, second: 1_002))
}

/// Returns the repetitions that the diffs of columns and of arrays report, for sections whose ids are their positions.
private func repetition(_ old: [[Int]], _ new: [[Int]]) -> [RepeatedIdentity?] {
  let columns = { (lists: [[Int]]) in
    lists.enumerated().map { SectionIdentity(id: ElementID($0), elements: IdentityColumn($1, id: \.self)) }
  }
  let sections = { (lists: [[Int]]) in lists.enumerated().map { ArraySection(model: $0, elements: $1) } }
  return [
    ListMapping.between(columns(old), and: columns(new)).repetition,
    Changeset(source: sections(old), target: sections(new)).repetition,
  ]
}

@Test func `an identity in two sections does not hide one that is twice in a section`() {
  // The element 1 crosses from the first section to the others, and 2 is inserted twice into the last.
  for repetition in repetition([[1, 2], [3], [4]], [[], [3, 1], [4, 1, 2, 5, 2]]) {
    #expect(repetition?.id == "2")
    #expect(repetition?.first == .element(ElementPath(section: 2, item: 2)))
    #expect(repetition?.second == .element(ElementPath(section: 2, item: 4)))
  }
  #expect(repetition([[1, 2], [3], [4]], [[], [3, 1], [4, 1, 2]]) == [nil, nil])
}

@Test func `the survivor next to a position is the one that a search finds`() {
  func check(_ mapping: PositionMapping, at positions: some Sequence<Int>) {
    let survivors = (0..<mapping.oldCount).filter { mapping.newPosition(ofOld: $0) != nil }
    for position in positions {
      #expect(mapping.firstSurvivor(from: position) == survivors.first { $0 >= position }, "\(mapping) \(position)")
      #expect(mapping.lastSurvivor(upTo: position - 1) == survivors.last { $0 < position }, "\(mapping) \(position)")
    }
  }
  for seed in seeds(500) {
    var generator = SeededGenerator(seed: seed)
    let (old, new) = randomPair(using: &generator, unique: seed % 2 == 0)
    check(mapping(old, new), at: 0...old.count)
    // In their order, the survivors are stored as runs.
    check(mapping(old, old.filter { $0 % 3 != Int(seed % 3) }), at: 0...old.count)
    check(mapping(Array(0..<old.count), Array(0..<new.count)), at: 0...old.count)
  }
  var generator = SeededGenerator(seed: 7)
  let numbers = Array(0..<20_000)
  for new in [numbers.filter { $0 % 7 == 0 }.shuffled(using: &generator), numbers.filter { $0 / 100 % 2 == 0 }] {
    check(mapping(numbers, new), at: stride(from: 0, through: 20_000, by: 997))
  }
}
