import FoundationEssentials
import ScrollworkDiffing
import ScrollworkTestSupport
import Testing

/// A list so long that common ends are compared in blocks, and an edited copy. In the copy, a few consecutive elements
/// are deleted or inserted, and others have new content.
private struct LongPair {
  var old: Items
  var new: Items

  init(seed: UInt64, repeats: Bool) {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...300, using: &generator)
    let span = repeats ? Int.random(in: 50...4_000, using: &generator) : 0
    var ids = Array(0..<count)
    if repeats { ids = ids.map { _ in Int.random(in: 0...span, using: &generator) } }
    old = ids.map { Item(id: $0, content: 0) }
    new = old
    let place = Int.random(in: 0...count, using: &generator)
    let few = Int.random(in: 1...40, using: &generator)
    if Bool.random(using: &generator) {
      new.removeSubrange(place..<min(count, place + few))
    } else {
      let ids = (0..<few).map { repeats ? Int.random(in: 0...span, using: &generator) : count + $0 }
      new.insert(contentsOf: ids.map { Item(id: $0, content: 0) }, at: place)
    }
    let stride = [0, 1, 3, 10, 64].randomElement(using: &generator) ?? 0
    if stride > 0 {
      for index in new.indices where Int.random(in: 0..<stride, using: &generator) == 0 { new[index].content = 1 }
    }
    if Int.random(in: 0..<4, using: &generator) == 0, new.count > 2 {
      new.swapAt(Int.random(in: 0..<new.count, using: &generator), Int.random(in: 0..<new.count, using: &generator))
    }
  }
}

@Test(arguments: [false, true]) func `a few that came or went in a long list pair by occurrence`(repeats: Bool) {
  for seed in seeds(3_000) {
    let pair = LongPair(seed: seed, repeats: repeats)
    check(pair, seed) { $0 }
    check(pair, seed) { "the key with number \($0), and more" }
    check(pair, seed) { UUID(uuid: unsafeBitCast(($0, $0 &* 3), to: uuid_t.self)) }
    check(pair, seed, OwnType.init)
  }
}

@Test func `a few inserted and deleted strings match canonically equivalent strings of the common end`() {
  let spellings = [
    ["row K", "row \u{212A}"], ["a;b", "a\u{37E}b"], ["`q", "\u{1FEF}q"], ["caf\u{E9}", "cafe\u{301}"],
  ]
  for seed in seeds(2_000) {
    var generator = SeededGenerator(seed: seed)
    var old = (0..<Int.random(in: 20...80, using: &generator)).map { "plain \($0)" }
    for _ in 0..<4 {
      let word = spellings.randomElement(using: &generator)?.randomElement(using: &generator) ?? ""
      old.insert(word, at: Int.random(in: 0...old.count, using: &generator))
    }
    var new = old
    let word = spellings.randomElement(using: &generator)?.randomElement(using: &generator) ?? ""
    new.insert(word, at: Int.random(in: 0...3, using: &generator))
    require(mapping(old, new).pairs == referencePairs(old, new), seed)
    require(mapping(new, old).pairs == referencePairs(new, old), seed)
    require(Changeset(source: old, target: new).applied(to: old) == new, seed)
  }
}

private func check<ID: Hashable>(_ pair: LongPair, _ seed: UInt64, _ id: (Int) -> ID) {
  let old = pair.old.map { Item(id: id($0.id), content: $0.content) }
  let new = pair.new.map { Item(id: id($0.id), content: $0.content) }
  let origins = referencePairs(pair.old.map(\.id), pair.new.map(\.id))
  let changes = Changeset(source: old, target: new)
  require(PositionMapping.between(old, and: new).pairs == origins, seed)
  require(changes.applied(to: old) == new, seed)
  require(changes.repetition?.isRight(in: [new]) ?? !bringsRepetition(pair.old.map(\.id), pair.new.map(\.id)), seed)
  let updates = origins.enumerated().filter { target, source in
    source.map { old[$0].content != new[target].content } ?? false
  }
  require(changes.elementUpdated.map(\.target.item) == updates.map(\.offset), seed)
  require(changes.elementUpdated.map(\.source.item) == updates.compactMap(\.element), seed)
  require(changes.elementInserted.map(\.item) == origins.indices.filter { origins[$0] == nil }, seed)
}

@Test func `as few elements as possible move in long lists with moved blocks`() {
  for seed in seeds(400) {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 100...500, using: &generator)
    let old = Array(0..<count)
    var new = old
    for _ in 0..<Int.random(in: 1...30, using: &generator) {
      let first = Int.random(in: 0..<count, using: &generator)
      let block = Array(new[first..<min(count, first + Int.random(in: 1...60, using: &generator))])
      new.removeSubrange(first..<first + block.count)
      new.insert(contentsOf: block, at: Int.random(in: 0...new.count, using: &generator))
    }
    if seed % 4 == 0 { new[0..<Int.random(in: 0...count, using: &generator)].shuffle(using: &generator) }
    let changes = Changeset(source: old, target: new)
    require(changes.elementMoved.count == count - referenceIncreasingLength(new), seed)
    require(changes.applied(to: old) == new, seed)
  }
}
