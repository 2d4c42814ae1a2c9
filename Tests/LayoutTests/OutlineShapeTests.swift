import ScrollworkLayout
import ScrollworkTestSupport
import Testing

struct OutlineShapeTests {
  @Test(arguments: 0..<rounds)
  func `parents, siblings and subtrees match those found by a walk over all rows`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var shape = OutlineShape()
    var levels: [Int] = []
    // Long runs, so that there are several chunks.
    for _ in 0..<8 {
      let place = levels.isEmpty ? 0 : Int.random(in: 0...levels.count, using: &random)
      let end = min(levels.count, place + Int.random(in: 0..<400, using: &random))
      var new: [Int] = []
      var level = place > 0 ? levels[place - 1] : -1
      for _ in 0..<Int.random(in: 0..<1500, using: &random) {
        level = Int.random(in: 0...min(level + 1, 12), using: &random)
        new.append(level)
      }
      // The row after the new ones must not be too deep.
      if end < levels.count, levels[end] > level + 1 { new += level + 1..<levels[end] }
      levels.replaceSubrange(place..<end, with: new)
      shape.replaceSubrange(place..<end, with: new.map { OutlineShape.Mark(level: $0) })
    }
    shape.checkInvariants()
    #expect(shape.count == levels.count)
    for _ in 0..<40 where !levels.isEmpty { compare(shape, levels, at: Int.random(in: levels.indices, using: &random)) }
  }

  private func compare(_ shape: OutlineShape, _ levels: [Int], at row: Int) {
    let level = levels[row]
    let parent = levels[..<row].lastIndex { $0 < level }
    let end = levels[(row + 1)...].firstIndex { $0 <= level } ?? levels.count
    #expect(shape[row].level == level && shape.parent(of: row) == parent && shape.end(of: row) == end)
    let last = parent.map { parent in levels[(parent + 1)...].firstIndex { $0 <= levels[parent] } ?? levels.count }
    let siblings = (parent.map { $0 + 1 } ?? 0)..<(last ?? levels.count)
    #expect(shape.siblings(of: row) == siblings)
    let same = siblings.filter { levels[$0] == level }
    let place = shape.place(amongSiblings: row)
    #expect(place.count == same.count && same[place.position] == row)
    #expect(shape.row(ofChild: place.position, of: parent) == row)
    #expect(shape.row(ofChild: same.count, of: parent) == siblings.upperBound)
  }

  @Test func `a copy keeps its rows while another one changes`() {
    var shape = OutlineShape()
    shape.replaceSubrange(0..<0, with: (0..<3000).map { OutlineShape.Mark(level: $0 % 2) })
    let copy = shape
    shape.replaceSubrange(10..<2000, with: [])
    shape.set(OutlineShape.Mark(level: 0, isExpandable: true, isExpanded: true), at: 0)
    #expect(copy.count == 3000 && !copy[0].isExpanded && shape.count == 1010 && shape[0].isExpanded)
  }
}
