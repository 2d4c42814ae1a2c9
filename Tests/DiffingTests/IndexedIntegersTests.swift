import ScrollworkDiffing
import ScrollworkTestSupport
import Testing

/// Integers in four bytes each, which are read one by one, as the rows of a large table are.
private struct ShortIntegers: RandomAccessCollection, Sendable {
  var values: [Int32]

  init(_ values: [Int]) { self.values = values.map { Int32($0) } }

  var startIndex: Int { 0 }
  var endIndex: Int { values.count }
  subscript(position: Int) -> Int { Int(values[position]) }
}

/// A value with an integer that is its identity, in memory.
private struct Numbered: Sendable {
  var text = "row"
  var id: Int
}

@Test func `close integers pair as the reference has it, however they are stored`() {
  for seed in seeds(3_000) {
    var generator = SeededGenerator(seed: seed)
    let (old, new) = (closeIntegers(using: &generator), closeIntegers(using: &generator))
    for (oldColumn, newColumn) in zip(columns(old), columns(new).reversed()) {
      check(oldColumn.mapping(to: newColumn, indexedFrom: 0), old, new, seed)
    }
  }
}

@Test func `a range of integers pairs with a part of it in any order`() {
  for seed in seeds(2_000) {
    var generator = SeededGenerator(seed: seed)
    let lower = Int.random(in: -70...20, using: &generator)
    let range = lower..<lower + Int.random(in: 0...200, using: &generator)
    let part = closeIntegers(using: &generator)
    let whole = IdentityColumn(range, id: \.self)
    for column in columns(part) {
      check(whole.mapping(to: column, indexedFrom: 0), Array(range), part, seed)
      check(column.mapping(to: whole, indexedFrom: 0), part, Array(range), seed)
    }
  }
}

@Test func `integers that repeat, or lie far apart, pair by occurrence and are reported as without indexes`() {
  for seed in seeds(2_000) {
    var generator = SeededGenerator(seed: seed)
    let pair = randomPair(using: &generator)
    let factor = [1, 1_000_003, Int.max / 20_000].randomElement(using: &generator) ?? 1
    let (old, new) = (pair.old.map { $0 * factor }, pair.new.map { $0 * factor })
    let (oldColumn, newColumn) = (IdentityColumn(old, id: \.self), IdentityColumn(new, id: \.self))
    let mapping = oldColumn.mapping(to: newColumn, indexedFrom: 0)
    check(mapping, old, new, seed)
    require(mapping.repetition == oldColumn.mapping(to: newColumn, indexedFrom: .max).repetition, seed)
  }
}

@Test func `a column keeps its index for later lists`() {
  for seed in seeds(300) {
    var generator = SeededGenerator(seed: seed)
    var old = closeIntegers(using: &generator)
    var column = IdentityColumn(ShortIntegers(old), id: \.self)
    for _ in 0..<5 {
      let new = Bool.random(using: &generator) ? old : closeIntegers(using: &generator)
      let newColumn = IdentityColumn(ShortIntegers(new), id: \.self)
      check(column.mapping(to: newColumn, indexedFrom: 0), old, new, seed)
      (old, column) = (new, newColumn)
    }
  }
}

@Test func `the extreme integers pair`() {
  for lists in [[Int.min, Int.max], [Int.max - 2, Int.max - 1, Int.max], [Int.min, Int.min + 1, Int.min + 2]] {
    let (old, new) = (lists, Array(lists.reversed()))
    let mapping = IdentityColumn(old, id: \.self).mapping(to: IdentityColumn(new, id: \.self), indexedFrom: 0)
    check(mapping, old, new, 0)
  }
}

@Test func `a long list of integers in another order pairs by itself through indexes`() {
  var generator = SeededGenerator(seed: 7)
  let count = 8_500
  let (old, new) = ((0..<count).shuffled(using: &generator), (0..<count).shuffled(using: &generator))
  let column = IdentityColumn(ShortIntegers(old), id: \.self)
  check(column.mapping(to: IdentityColumn(ShortIntegers(new), id: \.self)), old, new, 7)
}

/// Checks every answer of a mapping against the slow reference.
private func check(_ mapping: PositionMapping, _ old: [Int], _ new: [Int], _ seed: UInt64) {
  let reference = referencePairs(old, new)
  require(mapping.pairs == reference, seed)
  require(mapping.isConsistent, seed)
  require(mapping.survivorCount == reference.count { $0 != nil }, seed)
  require(mapping.isIdentity == (old == new), seed)
  require(mapping.insertedRanges().flatMap { $0 } == reference.indices.filter { reference[$0] == nil }, seed)
  let survivors = Set(reference.compactMap(\.self))
  require(mapping.deletedRanges().flatMap { $0 } == old.indices.filter { !survivors.contains($0) }, seed)
  let pairs = mapping.runs().flatMap { run in (0..<run.count).map { [run.old + $0, run.new + $0] } }
  require(pairs == reference.enumerated().compactMap { pair in pair.element.map { [$0, pair.offset] } }, seed)
  require(mapping.moveCount == survivors.count - referenceIncreasingLength(reference.compactMap(\.self)), seed)
}

/// Returns columns that store the same integers in different ways.
private func columns(_ integers: [Int]) -> [IdentityColumn] {
  [
    IdentityColumn(integers, id: \.self), IdentityColumn(ShortIntegers(integers), id: \.self),
    IdentityColumn(integers.map { Numbered(id: $0) }, id: \.id),
    IdentityColumn(RowStore(integers.map { Numbered(id: $0) }), id: \.id),
  ]
}

/// Returns distinct integers in a small range, in order or shuffled, with or without gaps.
private func closeIntegers(using generator: inout SeededGenerator) -> [Int] {
  let lower = Int.random(in: -80...80, using: &generator)
  var integers = Array(lower..<lower + Int.random(in: 0...150, using: &generator))
  let share = [0.05, 0.5, 0.98, 1.0].randomElement(using: &generator) ?? 1.0
  integers = integers.filter { _ in Double.random(in: 0..<1, using: &generator) < share }
  switch Int.random(in: 0..<4, using: &generator) {
  case 0: integers.shuffle(using: &generator)
  case 1: integers.reverse()
  case 2:
    let first = Int.random(in: 0...integers.count, using: &generator)
    integers[first...].shuffle(using: &generator)
  default: break
  }
  return integers
}
