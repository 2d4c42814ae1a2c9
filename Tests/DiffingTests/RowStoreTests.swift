import ScrollworkDiffing
import ScrollworkTestSupport
import Testing

/// A store and an array that get the same random edits. Rows have unique keys, except for those that are copied on
/// purpose.
private struct Twins {
  var store: RowStore<Int>
  var array: [Int]
  var fresh = 1_000_000

  init(count: Int) {
    array = Array(0..<count)
    store = RowStore(array)
  }

  mutating func edit(using generator: inout SeededGenerator) {
    let first = Int.random(in: 0...array.count, using: &generator)
    let length = Bool.random(using: &generator) ? 3 : 3_000
    let last = min(array.count, first + Int.random(in: 0...length, using: &generator))
    let rows = (0..<Int.random(in: 0...length, using: &generator)).map { $0 + fresh }
    fresh += rows.count
    switch Int.random(in: 0..<8, using: &generator) {
    case 0:
      store.append(contentsOf: rows)
      array.append(contentsOf: rows)
    case 1:
      store.insert(contentsOf: rows, at: first)
      array.insert(contentsOf: rows, at: first)
    case 2:
      store.removeSubrange(first..<last)
      array.removeSubrange(first..<last)
    case 3:
      store.replaceSubrange(first..<last, with: rows)
      array.replaceSubrange(first..<last, with: rows)
    case 4 where first < array.count:
      store[first] = fresh
      array[first] = fresh
      fresh += 1
    case 5:
      // A deleted row may be inserted elsewhere; by its identity it is the same row.
      let moved = Array(array[first..<last])
      array.removeSubrange(first..<last)
      store.removeSubrange(first..<last)
      let target = Int.random(in: 0...array.count, using: &generator)
      array.insert(contentsOf: moved, at: target)
      store.insert(contentsOf: moved, at: target)
    case 6: move(first..<last, using: &generator)
    default:
      store.append(fresh)
      array.append(fresh)
      fresh += 1
    }
  }

  private mutating func move(_ range: Range<Int>, using generator: inout SeededGenerator) {
    let target = Int.random(in: 0...(array.count - range.count), using: &generator)
    store.move(range, to: target)
    let moved = Array(array[range])
    array.removeSubrange(range)
    array.insert(contentsOf: moved, at: target)
  }
}

@Test func `a store has the rows of an equal array, and older values keep theirs`() {
  for seed in seeds(400) {
    var generator = SeededGenerator(seed: seed)
    var twins = Twins(count: Int.random(in: 0...9_000, using: &generator))
    var kept: [Twins] = []
    for _ in 0..<12 {
      kept.append(twins)
      twins.edit(using: &generator)
      #expect(Array(twins.store) == twins.array)
      #expect(twins.store.count == twins.array.count)
      #expect(twins.store.brokenInvariant() == nil)
    }
    for old in kept {
      #expect(Array(old.store) == old.array)
      for position in stride(from: 0, to: old.array.count, by: 97) {
        #expect(old.store[position] == old.array[position])
      }
    }
  }
}

@Test func `a store joined from slices of others has the rows of an equal array, in whole chunks`() {
  for seed in seeds(400) {
    var generator = SeededGenerator(seed: seed)
    var twins = Twins(count: Int.random(in: 0...9_000, using: &generator))
    for _ in 0..<6 { twins.edit(using: &generator) }
    var store: RowStore<Int> = []
    var array: [Int] = []
    var before = store
    for _ in 0..<40 {
      let first = Int.random(in: 0...twins.array.count, using: &generator)
      let length = Bool.random(using: &generator) ? 3 : 5_000
      let last = min(twins.array.count, first + Int.random(in: 0...length, using: &generator))
      before = store
      store.append(contentsOf: twins.store[first..<last])
      array.append(contentsOf: twins.array[first..<last])
      if first < last {
        #expect(store.edits(since: before) == [.replace(before.count..<before.count, with: last - first)])
      }
    }
    #expect(Array(store) == array)
    #expect(store.brokenInvariant() == nil)
    #expect(store.sharedChunkCount(with: store) <= array.count / 256 + 2)
    // A store must be able to append its own rows.
    store.append(contentsOf: store[...])
    #expect(Array(store) == array + array)
  }
}

@Test func `a few changes of many rows are applied without a copy of the others`() {
  let old = RowStore(0..<100_000)
  var new = old
  new.remove(at: 70_000)
  new[20] = -1
  new.move(50_000, to: 10)
  let applied = Changeset(source: old, target: new).applied(to: old)
  #expect(applied == new)
  #expect(applied.sharedChunkCount(with: old) > 90)
}

@Test func `the edits of a store give the mapping that a diff gives`() {
  for seed in seeds(400) {
    var generator = SeededGenerator(seed: seed)
    var twins = Twins(count: Int.random(in: 0...9_000, using: &generator))
    let old = twins
    for _ in 0..<Int.random(in: 0...10, using: &generator) { twins.edit(using: &generator) }
    #expect(twins.store.edits(since: old.store) != nil)
    let byEdits = IdentityColumn(old.store, id: \.self).mapping(to: IdentityColumn(twins.store, id: \.self))
    #expect(byEdits == mapping(old.array, twins.array))
    #expect(byEdits.isConsistent)
  }
}

@Test func `two values made from one know only their own edits`() {
  let base = RowStore(0..<100)
  var a = base
  var b = base
  a.append(1_000)
  b.append(2_000)
  a.append(1_001)
  #expect(a.edits(since: base) == [.replace(100..<100, with: 2)])
  #expect(b.edits(since: base) == [.replace(100..<100, with: 1)])
  #expect(a.edits(since: b) == nil)
  #expect(base.edits(since: a) == nil)
  #expect(a.edits(since: a) == [])
  let mapping = IdentityColumn(a, id: \.self).mapping(to: IdentityColumn(b, id: \.self))
  #expect(mapping.commonPrefix == 100 && mapping.survivorCount == 100)
}

@Test func `edits do not merge across a version that is still in use`() {
  var store = RowStore(0..<10)
  var versions = [store]
  for value in 0..<20 {
    store.append(value)
    versions.append(store)
  }
  for (index, version) in versions.enumerated() {
    let mapping = IdentityColumn(version, id: \.self).mapping(to: IdentityColumn(store, id: \.self))
    #expect(store.edits(since: version)?.count == 20 - index)
    #expect(mapping.commonPrefix == 10 + index && mapping.newCount == 30)
  }
}

@Test func `appending row by row is one edit`() {
  var store = RowStore(0..<10)
  let old = store
  for value in 0..<50_000 { store.append(value) }
  #expect(store.edits(since: old) == [.replace(10..<10, with: 50_000)])
  #expect(store[50_009] == 49_999)
}

@Test func `a history that is too long is forgotten and the rows are compared`() {
  var generator = SeededGenerator(seed: 1)
  var store = RowStore(0..<5_000)
  let old = store
  for _ in 0..<3_000 { store.remove(at: Int.random(in: 0..<store.count, using: &generator)) }
  #expect(store.edits(since: old) == nil)
  let mapping = IdentityColumn(old, id: \.self).mapping(to: IdentityColumn(store, id: \.self))
  #expect(mapping.deleteCount == 3_000 && mapping.insertCount == 0 && mapping.moveCount == 0)
}

@Test func `a row written again with its identity survives`() {
  var store = RowStore((0..<3_000).map { Row(id: $0) })
  let old = store
  store[1_500].revision = 1
  store[2_000] = Row(id: -1)
  let mapping = IdentityColumn(old).mapping(to: IdentityColumn(store))
  #expect(mapping.survivorCount == 2_999 && mapping.newPosition(ofOld: 1_500) == 1_500)
  #expect(mapping.newPosition(ofOld: 2_000) == nil)
}

@Test func `a different identity of the same rows is compared, not taken from the edits`() {
  struct Pair {
    var a: Int
    var b: Int
  }
  let store = RowStore((0..<10).map { Pair(a: $0, b: 9 - $0) })
  let mapping = IdentityColumn(store, id: \.a).mapping(to: IdentityColumn(store, id: \.b))
  #expect(mapping.newPosition(ofOld: 0) == 9 && mapping.moveCount == 9)
}

@Test func `rows taken out one by one leave no crumbs`() {
  var generator = SeededGenerator(seed: 2)
  var store = RowStore(0..<200_000)
  var array = Array(store)
  while array.count > 100 {
    let first = Int.random(in: 0..<array.count, using: &generator)
    let range = first..<min(array.count, first + 997)
    store.removeSubrange(range)
    array.removeSubrange(range)
    #expect(store.brokenInvariant() == nil)
  }
  #expect(Array(store) == array)
}

@Test func `a store is a collection like any other`() {
  var store: RowStore = [3, 1, 2]
  store.sort()
  #expect(Array(store) == [1, 2, 3])
  #expect(store == [1, 2, 3] && store != [1, 2])
  store.removeAll()
  #expect(store.isEmpty && store.first == nil)
  store.append(contentsOf: [])
  #expect("\(store)" == "RowStore(0 rows)")
}
