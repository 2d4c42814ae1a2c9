import FoundationEssentials
import ScrollworkDiffing
import ScrollworkTestSupport
import Testing

/// A counter for comparisons.
private final class Count {
  var value = 0
}

/// An identity that counts its comparisons.
private struct Counted: Hashable {
  let value: Int
  let comparisons: Count

  static func == (a: Counted, b: Counted) -> Bool {
    a.comparisons.value += 1
    return a.value == b.value
  }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

private let crowd = perBuild(debug: 2_000, optimized: 200_000)

/// Functions that turn an index into an integer. A hash table with an unseeded or weak hash would put these integers
/// into few slots.
private let patterns: [@Sendable (Int) -> Int] = [
  { $0 }, { $0 << 8 }, { $0 << 16 }, { $0 << 32 }, { $0 << 44 },
  { $0 &* 0x1E37_79B9_7F4A_7C15 }, { ~($0 << 20) },
]

@Test func `identities chosen to collide are compared a few times each`() {
  for pattern in patterns {
    let comparisons = Count()
    let old = (0..<crowd).map { Counted(value: pattern($0), comparisons: comparisons) }
    let mapping = mapping(old, old.reversed())
    let asked = comparisons.value
    #expect(mapping.survivorCount == crowd)
    #expect(asked < 16 * crowd)
  }
}

/// The lists are so long that the test would not end if one of the diffs took quadratic time.
@Test func `integers, identifiers and strings that are chosen to collide take linear time`() {
  for pattern in patterns {
    let values = (0..<crowd).map(pattern)
    expectReversed(values)
    expectReversed(values.map { UUID(uuid: unsafeBitCast(($0, $0), to: uuid_t.self)) })
    expectReversed(values.map { UUID(uuid: unsafeBitCast((~$0, $0), to: uuid_t.self)) })
    expectReversed(values.map { "always the same start \($0) and always the same end" })
    expectReversed(values.map { "\($0)" })
  }
}

private func expectReversed<ID: Hashable>(_ ids: [ID]) {
  let mapping = mapping(ids, ids.reversed())
  #expect(mapping.survivorCount == ids.count)
  #expect(mapping.oldPosition(ofNew: 0) == ids.count - 1)
}

/// An identity with random equality and random hashes.
private struct Dice: Hashable {
  let generator: Generator

  final class Generator {
    var base: SeededGenerator
    init(seed: UInt64) { base = SeededGenerator(seed: seed) }
  }

  static func == (a: Dice, b: Dice) -> Bool { Int.random(in: 0..<3, using: &a.generator.base) == 0 }

  func hash(into hasher: inout Hasher) { hasher.combine(Int.random(in: 0...3, using: &generator.base)) }
}

@Test func `identities that contradict themselves still give changes from one length to the other`() {
  for seed in seeds(1_000) {
    let dice = Dice.Generator(seed: seed)
    func list(_ count: Int) -> [Item<Dice>] { (0..<count).map { Item(id: Dice(generator: dice), content: $0 % 3) } }
    let (old, new) = (list(Int(seed % 70)), list(Int(seed % 53)))
    let changes = Changeset(source: old, target: new)
    require(changes.applied(to: old).count == new.count, seed)
    require(old.count - changes.elementDeleted.count == new.count - changes.elementInserted.count, seed)
    let stages = StagedChangeset(source: old, target: new, staging: seed % 2 == 0 ? .merged : .separate)
    require((stages.last?.data ?? new).count == new.count, seed)
    let section = { (items: [Item<Dice>]) in ArraySection(model: items[0], elements: items) }
    let (sheets, others) = ([section(list(5)), section(list(9))], [section(list(3)), section(list(8))])
    let ofSections = Changeset(source: sheets, target: others)
    require(ofSections.applied(to: sheets).map(\.elements.count) == [3, 8], seed)
  }
}
