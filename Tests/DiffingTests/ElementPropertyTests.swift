import FoundationEssentials
import ScrollworkDiffing
import ScrollworkTestSupport
import Testing

/// Two lists and their mapping by the slow reference.
private struct Pair {
  var old: Items
  var new: Items
  /// The old position of each new element; `nil` for an inserted one.
  let origins: [Int?]

  init(seed: UInt64, repeats: Repeats) {
    var maker = ListMaker(seed: seed, repeats: repeats)
    old = maker.items(upTo: 24)
    new = maker.edited(old)
    let end = maker.end(of: seed)
    (old, new) = (old + end, new + end)
    origins = referencePairs(old.map(\.id), new.map(\.id))
  }

  var bringsRepetition: Bool { DiffingTests.bringsRepetition(old.map(\.id), new.map(\.id)) }

  var updates: [PositionChange<Int>] {
    origins.enumerated().compactMap { target, source in
      source.flatMap { old[$0].content == new[target].content ? nil : PositionChange(source: $0, target: target) }
    }
  }

  var moveCount: Int {
    let survivors = origins.compactMap(\.self)
    return survivors.count - referenceIncreasingLength(survivors)
  }
}

/// Records a failure with the seed unless `condition` holds. If it holds, this is much faster than `#expect`.
func require(
  _ condition: @autoclosure () throws -> Bool, _ seed: UInt64, location: SourceLocation = #_sourceLocation
) {
  do {
    if try !condition() { Issue.record("seed \(seed)", sourceLocation: location) }
  } catch {
    Issue.record("seed \(seed): \(error)", sourceLocation: location)
  }
}

@Test(arguments: Repeats.allCases) func `changes of elements lead to the target and are as few as possible`(
  repeats: Repeats
) {
  for seed in seeds(12_000) {
    let pair = Pair(seed: seed, repeats: repeats)
    let changes = Changeset(source: pair.old, target: pair.new)
    require(changes.applied(to: pair.old) == pair.new, seed)
    require(try Screen(pair.old).applying(changes.asSheets) == Screen(pair.new), seed)
    require(changes.elementDeleted.count == pair.old.count - pair.origins.count { $0 != nil }, seed)
    require(changes.elementInserted.map(\.item) == pair.origins.indices.filter { pair.origins[$0] == nil }, seed)
    require(changes.elementMoved.count == pair.moveCount, seed)
    require(changes.elementMoved.allSatisfy { pair.origins[$0.target.item] == $0.source.item }, seed)
    require(
      changes.elementUpdated.map { PositionChange(source: $0.source.item, target: $0.target.item) } == pair.updates,
      seed)
    require(changes.sectionChangeCount == 0 && changes.changeCount == changes.elementChangeCount, seed)
    let back = Changeset(source: pair.new, target: pair.old)
    require(back.applied(to: changes.applied(to: pair.old)) == pair.old, seed)
    if repeats == .never { require(changes.repetition == nil, seed) }
    if let repetition = changes.repetition { require(repetition.isRight(in: [pair.new]), seed) }
    require(changes.repetition != nil || !pair.bringsRepetition, seed)
  }
}

@Test(arguments: Repeats.allCases) func `every step of changed elements can be shown, and the last shows the target`(
  repeats: Repeats
) {
  for seed in seeds(8_000) {
    let pair = Pair(seed: seed, repeats: repeats)
    for staging in [StagedChangeset<Items>.Staging.merged, .separate] {
      let stages = StagedChangeset(source: pair.old, target: pair.new, staging: staging)
      require(try Screen(pair.old).playing(stages) == Screen(pair.new), seed)
      require(stages.isEmpty ? pair.old == pair.new : stages.last?.data == pair.new, seed)
      require(stages.count <= (staging == .merged ? 2 : 3), seed)
      if pair.old.isEmpty || pair.new.isEmpty { require(stages.count <= 1, seed) }
      require(stages.changeCount == Changeset(source: pair.old, target: pair.new).changeCount, seed)
      // Each step is a complete changeset: applied to the data before the step, it gives the data of the step.
      var data = pair.old
      for stage in stages {
        data = stage.applied(to: data)
        require(data == stage.data, seed)
      }
    }
    require(StagedChangeset(source: pair.old, target: pair.old).isEmpty, seed)
  }
}

@Test func `the steps of rows are the same whatever collection keeps them, in any section`() {
  for seed in seeds(2_000) {
    let pair = Pair(seed: seed, repeats: .never)
    for isMerged in [true, false] {
      let expected = StagedChangeset(
        source: pair.old, target: pair.new, section: 3, staging: isMerged ? .merged : .separate)
      require(expected.allSatisfy { $0.elementUpdated.allSatisfy { $0.source.section == 3 } }, seed)
      let ofStores = StagedChangeset(
        source: RowStore(pair.old), target: RowStore(pair.new), section: 3, staging: isMerged ? .merged : .separate)
      let ofSlices = StagedChangeset(
        source: ([pair.new.first, nil].compactMap(\.self) + pair.old).suffix(pair.old.count), target: pair.new[...],
        section: 3, staging: isMerged ? .merged : .separate)
      require(ofStores.map { Array($0.data) } == expected.map(\.data), seed)
      require(ofSlices.map { Array($0.data) } == expected.map(\.data), seed)
      require(ofStores.map(\.description) == expected.map(\.description), seed)
      require(ofSlices.map(\.elementMoved) == expected.map(\.elementMoved), seed)
    }
  }
}

@Test(arguments: Repeats.allCases) func `the answer is the same whatever the hash`(repeats: Repeats) {
  for seed in seeds(6_000) {
    let pair = Pair(seed: seed, repeats: repeats)
    require(areAlike(pair.old, pair.new, pair.origins) { $0 }, seed)
    require(areAlike(pair.old, pair.new, pair.origins) { "a key of some length: \($0)" }, seed)
    require(areAlike(pair.old, pair.new, pair.origins) { "\u{E9}\($0)" }, seed)
    require(areAlike(pair.old, pair.new, pair.origins) { UInt32($0) }, seed)
    require(areAlike(pair.old, pair.new, pair.origins, OwnType.init), seed)
    require(areAlike(pair.old, pair.new, pair.origins, EqualHash.init), seed)
    require(areAlike(pair.old, pair.new, pair.origins) { UUID(uuid: unsafeBitCast(($0, ~$0), to: uuid_t.self)) }, seed)
  }
}

/// Whether the diffs with every way of hashing give the expected pairs.
private func areAlike<ID: Hashable>(
  _ old: Items, _ new: Items, _ origins: [Int?], _ id: (Int) -> ID
) -> Bool {
  let source = old.map { Item(id: id($0.id), content: $0.content) }
  let target = new.map { Item(id: id($0.id), content: $0.content) }
  let usual = PositionMapping.between(source, and: target)
  let repeats = bringsRepetition(old.map(\.id), new.map(\.id))
  return usual.pairs == origins && usual.isConsistent && (usual.repetition != nil || !repeats)
    && [IdentityHashing.fast, .standard, .equal].allSatisfy {
      let mapping = PositionMapping.between(source, and: target, hashing: $0)
      return mapping == usual && (mapping.repetition != nil || !repeats)
    }
}

@Test func `strings that Swift holds equal are one identity, whatever their bytes`() {
  let spellings: [[String]] = [
    ["caf\u{E9} with a long tail", "cafe\u{301} with a long tail"],
    ["\u{212A}elvin and more than that", "Kelvin and more than that"],
    ["\u{1E69}", "s\u{323}\u{307}", "s\u{307}\u{323}"], ["\u{AC00}", "\u{1100}\u{1161}"], ["K", "\u{212A}"],
    ["ohm \u{2126} in a long sentence", "ohm \u{3A9} in a long sentence"],
    ["plain text of some length", "plain text of some length"],
  ]
  for seed in seeds(5_000) {
    var generator = SeededGenerator(seed: seed)
    let keys = (0..<Int.random(in: 0...30, using: &generator)).map { _ in Int.random(in: 0...40, using: &generator) }
    var edited = keys
    if edited.count > 4 { edited.removeSubrange(1..<3) }
    if seed % 2 == 0 { edited.shuffle(using: &generator) }
    let spell = { (key: Int) in
      (spellings[key % spellings.count].randomElement(using: &generator) ?? "") + (key < 20 ? "" : "\(key)")
    }
    let (old, new) = (keys.map(spell), edited.map(spell))
    require(PositionMapping.between(old, and: new).pairs == referencePairs(old, new), seed)
    require(Changeset(source: old, target: new).applied(to: old) == new, seed)
  }
}

@Test func `collections of any kind give the changes that arrays give`() {
  for seed in seeds(3_000) {
    let pair = Pair(seed: seed, repeats: .elements)
    let expected = Changeset(source: pair.old, target: pair.new)
    let slices = Changeset(source: ([pair.old[...]] + [[]]).joined().map(\.self)[...], target: pair.new[...])
    require(slices.elementMoved == expected.elementMoved && slices.elementUpdated == expected.elementUpdated, seed)
    let reversed = Changeset(source: pair.old.reversed(), target: pair.new.reversed())
    let arrays = Changeset(source: Array(pair.old.reversed()), target: Array(pair.new.reversed()))
    require(reversed.elementMoved == arrays.elementMoved && reversed.elementDeleted == arrays.elementDeleted, seed)
    require(reversed.elementUpdated == arrays.elementUpdated, seed)
    let stores = Changeset(source: RowStore(pair.old), target: RowStore(pair.new))
    require(stores.elementMoved == expected.elementMoved && stores.elementInserted == expected.elementInserted, seed)
  }
}
