import ScrollworkDiffing
import ScrollworkTestSupport
import Testing

/// A store and an array that get the same random edits. Each row has a unique identity.
private struct EditedTwins {
  var store: RowStore<Item<Int>>
  var array: Items
  private var fresh: Int

  init(count: Int) {
    array = (0..<count).map { Item(id: $0, content: 0) }
    store = RowStore(array)
    fresh = count
  }

  mutating func edit(using generator: inout SeededGenerator) {
    let first = Int.random(in: 0...array.count, using: &generator)
    let last = min(array.count, first + Int.random(in: 0...20, using: &generator))
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      let rows = (0..<Int.random(in: 0...5, using: &generator)).map { Item(id: fresh + $0, content: 0) }
      fresh += rows.count
      replace(first..<first, with: rows)
    case 1: replace(first..<last, with: [])
    case 2:
      // Some rows are written again, with new content for some or in reverse order.
      var rows = array[first..<last].map {
        Item(id: $0.id, content: $0.content + Int.random(in: 0...1, using: &generator))
      }
      if Bool.random(using: &generator) { rows.reverse() }
      replace(first..<last, with: rows)
    default:
      let rows = Array(array[first..<last])
      replace(first..<last, with: [])
      let target = Int.random(in: 0...array.count, using: &generator)
      replace(target..<target, with: rows)
    }
  }

  private mutating func replace(_ range: Range<Int>, with rows: Items) {
    store.replaceSubrange(range, with: rows)
    array.replaceSubrange(range, with: rows)
  }
}

@Test func `the edits of a store give the changes that arrays give`() {
  for seed in seeds(3_000) {
    var generator = SeededGenerator(seed: seed)
    var twins = EditedTwins(count: Int.random(in: 0...300, using: &generator))
    let old = twins
    for _ in 0..<Int.random(in: 0...8, using: &generator) { twins.edit(using: &generator) }
    require(twins.store.edits(since: old.store) != nil, seed)
    let changes = Changeset(source: old.store, target: twins.store)
    let expected = Changeset(source: old.array, target: twins.array)
    require(changes.elementDeleted == expected.elementDeleted, seed)
    require(changes.elementInserted == expected.elementInserted, seed)
    require(changes.elementUpdated == expected.elementUpdated, seed)
    // The moved elements may differ, but not their number.
    require(changes.elementMoved.count == expected.elementMoved.count, seed)
    require(Array(changes.applied(to: old.store)) == twins.array, seed)
  }
}

@Test func `an identity that edits insert twice is reported as in arrays`() throws {
  let old = (0..<100).map { Item(id: $0, content: 0) }
  var store = RowStore(old)
  let before = store
  store.replaceSubrange(50..<52, with: [500, 500, 50].map { Item(id: $0, content: 0) })
  let ofArrays = try #require(Changeset(source: old, target: Array(store)).repetition)
  #expect(ofArrays.description == "500 is at 0.50 and at 0.51")
  #expect(Changeset(source: before, target: store).repetition == ofArrays)
  let columns = (IdentityColumn(before, id: \.id), IdentityColumn(store, id: \.id))
  #expect(columns.0.mapping(to: columns.1).repetition == PositionMapping.Repetition(first: 50, second: 51))
}

@Test func `a row that no edit touched stays itself, though another has its identity`() {
  var store = RowStore([1, 1, 2])
  let old = store
  store.remove(at: 0)
  #expect(Changeset(source: old, target: store).elementDeleted == [ElementPath(section: 0, item: 0)])
  #expect(Changeset(source: Array(old), target: Array(store)).elementDeleted == [ElementPath(section: 0, item: 1)])
}
