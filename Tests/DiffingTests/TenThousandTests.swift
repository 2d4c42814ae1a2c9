import ScrollworkDiffing
import ScrollworkTestSupport
import Testing

/// A list of ten thousand elements and an edited copy, with thousands of deletions, insertions, moves and updates.
private struct ManyRows {
  var old: Items
  var new: Items

  init(seed: UInt64, repeats: Bool) {
    var generator = SeededGenerator(seed: seed)
    var fresh = 0
    func rows(_ count: Int) -> Items {
      (0..<count).map { _ in
        fresh += 1
        return Item(id: repeats ? Int.random(in: 0..<4_000, using: &generator) : fresh, content: 0)
      }
    }
    old = rows(10_000)
    new = old
    for _ in 0..<Int.random(in: 1...5, using: &generator) {
      let first = Int.random(in: 0..<new.count, using: &generator)
      let last = min(new.count, first + Int.random(in: 1...2_500, using: &generator))
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: new.removeSubrange(first..<last)
      case 1: new.insert(contentsOf: rows(last - first), at: first)
      case 2: new[first..<last].shuffle(using: &generator)
      case 3:
        let moved = Array(new[first..<last])
        new.removeSubrange(first..<last)
        new.insert(contentsOf: moved, at: Int.random(in: 0...new.count, using: &generator))
      case 4: for index in first..<last { new[index].content += 1 }
      default: new.reverse()
      }
    }
  }
}

/// Returns the length of a longest increasing subsequence, as the number of piles of patience sorting.
private func pileCount(_ values: [Int]) -> Int {
  var tops: [Int] = []
  for value in values {
    var (low, high) = (0, tops.count)
    while low < high {
      let middle = (low + high) / 2
      if tops[middle] < value { low = middle + 1 } else { high = middle }
    }
    if low == tops.count { tops.append(value) } else { tops[low] = value }
  }
  return tops.count
}

@Test(arguments: [false, true]) func `changes of ten thousand elements lead to the target and are as few as possible`(
  repeats: Bool
) {
  for seed in ScrollworkTestSupport.seeds(perBuild(debug: 2, optimized: 40)).map(UInt64.init) {
    let rows = ManyRows(seed: seed, repeats: repeats)
    let origins = referencePairs(rows.old.map(\.id), rows.new.map(\.id))
    let survivors = origins.compactMap(\.self)
    let changes = Changeset(source: rows.old, target: rows.new)
    require(changes.applied(to: rows.old) == rows.new, seed)
    require(changes.elementDeleted.count == rows.old.count - survivors.count, seed)
    require(changes.elementInserted.map(\.item) == origins.indices.filter { origins[$0] == nil }, seed)
    require(changes.elementMoved.count == survivors.count - pileCount(survivors), seed)
    require(changes.elementMoved.allSatisfy { origins[$0.target.item] == $0.source.item }, seed)
    let updated = origins.indices.filter { new in
      origins[new].map { rows.old[$0].content != rows.new[new].content } ?? false
    }
    require(changes.elementUpdated.map(\.target.item) == updated, seed)
    let stages = StagedChangeset(source: rows.old, target: rows.new)
    require(stages.last.map { $0.data == rows.new } ?? (rows.old == rows.new), seed)
    require(stages.reduce(rows.old) { $1.applied(to: $0) } == rows.new, seed)
    require(Changeset(source: rows.new, target: rows.old).applied(to: rows.new) == rows.old, seed)
  }
}
