import ScrollworkDiffing
import ScrollworkTestSupport
import Testing

@Test func `numbers that increase pair as the reference has it, in memory or as a range`() {
  for seed in seeds(2_000) {
    var generator = SeededGenerator(seed: seed)
    let old = increasing(using: &generator)
    let new = increasing(using: &generator)
    check(mapping(old, new), old, new)
    let lower = Int.random(in: -5...20, using: &generator)
    let range = lower..<lower + Int.random(in: 0...60, using: &generator)
    let (there, back) = (mappingOfRange(range, to: old), mappingToRange(old, range))
    check(there, Array(range), old)
    check(back, old, Array(range))
  }
}

@Test func `a range pairs with numbers in any order and twice`() {
  for seed in seeds(2_000) {
    var generator = SeededGenerator(seed: seed)
    let keys = (0..<Int.random(in: 0...30, using: &generator)).map { _ in Int.random(in: -3...12, using: &generator) }
    check(mappingOfRange(0..<10, to: keys), Array(0..<10), keys)
    check(mappingToRange(keys, 0..<10), keys, Array(0..<10))
  }
}

@Test func `a common end whose numbers are in the middle as well pairs by occurrence`() {
  for (old, new) in [
    ([2, 5], [5, 2, 5]), ([5, 2, 5], [2, 5]), ([1, 2, 9], [1, 9, 2, 9]), ([7, 1, 3], [7, 1, 2, 7, 3]),
  ] {
    check(mapping(old, new), old, new)
  }
}

private func check(_ mapping: PositionMapping, _ old: [Int], _ new: [Int]) {
  #expect(mapping.pairs == referencePairs(old, new), "\(old) -> \(new)")
  #expect(mapping.isConsistent, "\(old) -> \(new)")
}

private func mappingOfRange(_ old: Range<Int>, to new: [Int]) -> PositionMapping {
  IdentityColumn(old, id: \.self).mapping(to: IdentityColumn(new, id: \.self))
}

private func mappingToRange(_ old: [Int], _ new: Range<Int>) -> PositionMapping {
  IdentityColumn(old, id: \.self).mapping(to: IdentityColumn(new, id: \.self))
}

/// Returns increasing numbers below 80: few, half or nearly all of them, chosen at random.
private func increasing(using generator: inout SeededGenerator) -> [Int] {
  let share = [0.1, 0.5, 0.95].randomElement(using: &generator) ?? 0.5
  return (0..<Int.random(in: 0...80, using: &generator)).filter { _ in
    Double.random(in: 0...1, using: &generator) < share
  }
}
