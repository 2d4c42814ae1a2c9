import FoundationEssentials
import ScrollworkDiffing
import ScrollworkTestSupport
import Testing

/// A long list and an edited copy of it, which consist mostly of identical bytes.
private struct CopiedPair {
  var old: Items
  var new: Items

  init(seed: UInt64, repeats: Bool) {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...([40, 300, 1_500].randomElement(using: &generator) ?? 40), using: &generator)
    let ids = (0..<count).map { repeats ? Int.random(in: 0...2 * count, using: &generator) : $0 }
    old = ids.map { Item(id: $0, content: 0) }
    new = old
    for edit in 0..<Int.random(in: 0...4, using: &generator) {
      let place = Int.random(in: 0...new.count, using: &generator)
      let length = Int.random(in: 1...30, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: new.removeSubrange(place..<min(new.count, place + length))
      case 1:
        let first = repeats ? Int.random(in: 0...2 * count, using: &generator) : 10_000 * (edit + 1)
        new.insert(contentsOf: (first..<first + length).map { Item(id: $0, content: 0) }, at: place)
      case 2: for index in new[place...].indices.prefix(length) { new[index].content = 1 }
      default: for index in new.indices where index % (length + 3) == 0 { new[index].content = 2 }
      }
    }
  }
}

/// An element with unused bytes between its properties.
private struct Padded: Differentiable, Equatable {
  var isMarked: Bool
  var id: Int
  var content: Int8

  var differenceIdentifier: Int { id }
}

@Test(arguments: [false, true]) func `a long list and its edited copy match by occurrence, and changes are updates`(
  repeats: Bool
) {
  for seed in seeds(1_500) {
    let pair = CopiedPair(seed: seed, repeats: repeats)
    check(pair, seed) { $0 }
    check(pair, seed) { "a key that is too long for a small string: \($0)" }
    check(pair, seed) { UUID(uuid: unsafeBitCast(($0, $0 &* 3), to: uuid_t.self)) }
    check(pair, seed, OwnType.init)
    let old = pair.old.map { Padded(isMarked: $0.id % 3 == 0, id: $0.id, content: Int8($0.content)) }
    let new = pair.new.map { Padded(isMarked: $0.id % 3 == 0, id: $0.id, content: Int8($0.content)) }
    require(Changeset(source: old, target: new).applied(to: old) == new, seed)
  }
}

@Test(arguments: [false, true]) func `identities that end alike pair by occurrence too`(repeats: Bool) {
  for seed in seeds(1_500) {
    let pair = CopiedPair(seed: seed, repeats: repeats)
    // In these identities, the bytes that are read first are equal for all or for many.
    check(pair, seed) { $0 << 16 }
    check(pair, seed) { $0 << 6 }
    check(pair, seed) { UUID(uuid: unsafeBitCast(($0, 7), to: uuid_t.self)) }
    check(pair, seed) { "\($0) and so many others which end alike" }
    check(pair, seed) { "\($0 / 16) and \($0 % 16)" }
  }
}

/// Checks the diff of lists with the identities `id`. The lists share the storage of their identities.
private func check<ID: Hashable>(_ pair: CopiedPair, _ seed: UInt64, _ id: (Int) -> ID) {
  var made: [Int: ID] = [:]
  for item in pair.old + pair.new where made[item.id] == nil { made[item.id] = id(item.id) }
  let old = pair.old.compactMap { item in made[item.id].map { Item(id: $0, content: item.content) } }
  let new = pair.new.compactMap { item in made[item.id].map { Item(id: $0, content: item.content) } }
  let origins = referencePairs(pair.old.map(\.id), pair.new.map(\.id))
  let changes = Changeset(source: old, target: new)
  require(changes.applied(to: old) == new, seed)
  require(PositionMapping.between(old, and: new).pairs == origins, seed)
  require(
    PositionMapping.between(old, and: new, hashing: .standard) == PositionMapping.between(old, and: new), seed)
  require(IdentityColumn(old, id: \.id).mapping(to: IdentityColumn(new, id: \.id)).pairs == origins, seed)
  require(mapping(old.map(\.id), new.map(\.id)).pairs == origins, seed)
  let updated = origins.indices.filter { target in
    origins[target].map { old[$0].content != new[target].content } ?? false
  }
  require(changes.elementUpdated.map(\.target.item) == updated, seed)
  require(changes.elementUpdated.map(\.source.item) == updated.compactMap { origins[$0] }, seed)
}

@Test func `copied sections have no changes, and the changes of an edited one are found`() {
  for seed in seeds(1_500) {
    var generator = SeededGenerator(seed: seed)
    let old = (0..<6).map { section in
      ArraySection(
        model: Item(id: section, content: 0),
        elements: (0..<Int.random(in: 0...8, using: &generator)).map { Item(id: 100 * section + $0, content: 0) })
    }
    var new = old.map { ArraySection(model: $0.model, elements: $0.elements.map { Item(id: $0.id, content: 0) }) }
    require(!Changeset(source: old, target: new).hasChanges, seed)
    let changed = Int.random(in: 0..<6, using: &generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: new[changed].model.content = 1
    case 1: for index in new[changed].elements.indices { new[changed].elements[index].content = 1 }
    case 2: new[changed].elements.append(Item(id: -1, content: 0))
    default: new.remove(at: changed)
    }
    let changes = Changeset(source: old, target: new)
    require(changes.applied(to: old) == new, seed)
    require(changes.hasChanges == (old != new), seed)
    require(changes.changeCount <= max(1, old[changed].elements.count), seed)
  }
}

@Test func `a number that is none is new each time, in a section that was copied as well`() {
  let old = [ArraySection(model: "a", elements: [1, Double.nan])]
  let new = [ArraySection(model: "a", elements: [1, Double.nan])]
  let changes = Changeset(source: old, target: new)
  #expect(changes.elementDeleted == [ElementPath(section: 0, item: 1)])
  #expect(changes.elementInserted == [ElementPath(section: 0, item: 1)])
}
