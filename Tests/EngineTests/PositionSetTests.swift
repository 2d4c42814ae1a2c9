import ScrollworkDiffing
import ScrollworkEngine
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

@Test(arguments: 0..<rounds)
func `a position set equals an ordinary set`(seed: Int) {
  var generator = SeededGenerator(seed: UInt64(seed))
  var (positions, model) = (PositionSet(), Set<Int>())
  for _ in 0..<60 {
    let start = Int.random(in: 0..<80, using: &generator)
    let range = start..<(start + Int.random(in: 0...12, using: &generator))
    if Bool.random(using: &generator) {
      positions.insert(range)
      model.formUnion(range)
    } else {
      positions.remove(range)
      model.subtract(range)
    }
    #expect(positions.ranges.flatMap { Array($0) } == model.sorted())
    #expect(positions.count == model.count && positions.isEmpty == model.isEmpty)
    #expect((0..<95).allSatisfy { positions.contains($0) == model.contains($0) })
    // No two ranges touch, so their number is as small as possible.
    #expect(zip(positions.ranges, positions.ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
  }
}

@Test(arguments: 0..<rounds)
func `the difference of two position sets is that of ordinary sets`(seed: Int) {
  var generator = SeededGenerator(seed: UInt64(seed))
  func random() -> PositionSet {
    var positions = PositionSet()
    for _ in 0..<Int.random(in: 0...6, using: &generator) {
      let start = Int.random(in: 0..<60, using: &generator)
      positions.insert(start..<start + Int.random(in: 0...12, using: &generator))
    }
    return positions
  }
  for _ in 0..<20 {
    let (a, b) = (random(), random())
    let expected = Set(a.ranges.joined()).subtracting(b.ranges.joined()).sorted()
    #expect(a.subtracting(b).ranges.flatMap { Array($0) } == expected)
  }
}

@Test(arguments: 0..<rounds)
func `a position set follows its elements through a mapping`(seed: Int) {
  var generator = SeededGenerator(seed: UInt64(seed))
  let old = Array(0..<Int.random(in: 1...300, using: &generator))
  var new = old
  for _ in 0..<Int.random(in: 0...6, using: &generator) {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      new.insert(contentsOf: (0..<5).map { _ in Int.random(in: 1000..<9999, using: &generator) }, at: new.count / 2)
    case 1: new.removeFirst(min(new.count, 7))
    case 2 where Bool.random(using: &generator): new.shuffle(using: &generator)
    default: new.append(Int.random(in: 1000..<9999, using: &generator))
    }
  }
  new = new.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  var positions = PositionSet()
  for _ in 0..<Int.random(in: 0...9, using: &generator) {
    let start = Int.random(in: 0..<old.count, using: &generator)
    positions.insert(start..<min(old.count, start + Int.random(in: 1...60, using: &generator)))
  }
  let members = Set(positions.ranges.joined())
  let mapping = IdentityColumn(ids: old.map { ElementID($0) }).mapping(
    to: IdentityColumn(ids: new.map { ElementID($0) }))
  let mapped = positions.mapped(by: mapping)
  #expect(mapped.ranges.flatMap { Array($0) } == new.indices.filter { members.contains(new[$0]) })
}
