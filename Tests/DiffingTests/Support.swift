import ScrollworkDiffing
import ScrollworkTestSupport

/// Returns the seeds of a random test.
/// - Parameter count: Their number in optimized builds; `make fuzz` uses ten times as many.
func seeds(_ count: Int) -> [UInt64] {
  ScrollworkTestSupport.seeds(perBuild(debug: max(20, count / 500), optimized: count)).map(UInt64.init)
}

/// An identity whose values all have the same hash.
struct EqualHash: Hashable {
  var value: Int

  init(_ value: Int) { self.value = value }

  func hash(into hasher: inout Hasher) {}
}

/// An identity of a type for which the library has no fast path.
struct OwnType: Hashable {
  var value: Int
  var more = 7

  init(_ value: Int) { self.value = value }
}

struct Row<ID: Hashable>: Identifiable {
  var text = "row"
  var id: ID
  var revision = 0
}

/// Returns random old and new keys, with edits, shuffles, rotations and duplicates in changing proportions.
func randomPair(using generator: inout SeededGenerator, unique: Bool = false) -> (old: [Int], new: [Int]) {
  let count = Int.random(in: 0...60, using: &generator)
  let span = unique ? 0 : [3, 20, 400].randomElement(using: &generator) ?? 3
  var old = Array(0..<count)
  if unique {
    old.shuffle(using: &generator)
  } else {
    old = old.map { _ in Int.random(in: 0...span, using: &generator) }
  }
  var new = old
  var fresh = 1_000
  for _ in 0..<Int.random(in: 0...8, using: &generator) {
    edit(&new, unique: unique, span: span, fresh: &fresh, using: &generator)
  }
  guard Bool.random(using: &generator) else { return (old, new) }
  // Both lists get the same end, with more elements than one list is longer than the other.
  let end = (0..<33).map { unique ? 10_000 + $0 : Int.random(in: 0...span, using: &generator) }
  return (old + end, new + end)
}

private func edit(
  _ keys: inout [Int], unique: Bool, span: Int, fresh: inout Int, using generator: inout SeededGenerator
) {
  let first = Int.random(in: 0...keys.count, using: &generator)
  let last = min(keys.count, first + Int.random(in: 0...30, using: &generator))
  switch Int.random(in: 0..<5, using: &generator) {
  case 0: keys.removeSubrange(first..<last)
  case 1:
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      fresh += 1
      keys.insert(unique ? fresh : Int.random(in: 0...span, using: &generator), at: first)
    }
  case 2: keys[first..<last].shuffle(using: &generator)
  case 3:
    let moved = Array(keys[first..<last])
    keys.removeSubrange(first..<last)
    keys.insert(contentsOf: moved, at: Int.random(in: 0...keys.count, using: &generator))
  default: keys.reverse()
  }
}

/// Returns the pairs of the slow reference: for each new position, the old position of the same occurrence of its key.
func referencePairs<Key: Hashable>(_ old: [Key], _ new: [Key]) -> [Int?] {
  var positions: [Key: [Int]] = [:]
  for (position, key) in old.enumerated().reversed() { positions[key, default: []].append(position) }
  return new.map { positions[$0]?.popLast() }
}

/// Whether an inserted identity repeats one that the new list has after the common start. A diff promises to report
/// such a repetition.
func bringsRepetition<Key: Hashable>(_ old: [Key], _ new: [Key]) -> Bool {
  let start = zip(old, new).prefix { $0 == $1 }.count
  let (before, after) = (old[start...], new[start...])
  // A diff does not search for repetitions among many appended elements.
  if before.isEmpty, after.count > 32 { return false }
  let counts = { (keys: ArraySlice<Key>) in Dictionary(keys.map { ($0, 1) }, uniquingKeysWith: +) }
  let had = counts(before)
  return counts(after).contains { key, count in count > max(1, had[key] ?? 0) }
}

/// Returns the length of a longest increasing subsequence, in quadratic time.
func referenceIncreasingLength(_ values: [Int]) -> Int {
  var lengths: [Int] = []
  for (index, value) in values.enumerated() {
    let before = (0..<index).filter { values[$0] < value }.map { lengths[$0] }
    lengths.append(1 + (before.max() ?? 0))
  }
  return lengths.max() ?? 0
}

extension PositionMapping {
  /// The old position of each new element; `nil` for an inserted one.
  var pairs: [Int?] { (0..<newCount).map { oldPosition(ofNew: $0) } }

  /// Whether both directions of the mapping and all its counts agree.
  var isConsistent: Bool {
    let back = (0..<oldCount).map { newPosition(ofOld: $0) }
    let there = pairs
    return back.enumerated().allSatisfy { old, new in new.map { there[$0] == old } ?? true }
      && there.enumerated().allSatisfy { new, old in old.map { back[$0] == new } ?? true }
      && there.compactMap(\.self).count == survivorCount
      && insertCount == newCount - survivorCount && deleteCount == oldCount - survivorCount
      && insertedRanges().flatMap(\.self) == there.indices.filter { there[$0] == nil }
      && deletedRanges().flatMap(\.self) == back.indices.filter { back[$0] == nil }
      && runs().flatMap { run in (0..<run.count).map { [run.old + $0, run.new + $0] } }
        == there.enumerated().compactMap { new, old in old.map { [$0, new] } }
  }
}

func mapping<Key: Hashable>(_ old: [Key], _ new: [Key]) -> PositionMapping {
  IdentityColumn(old, id: \.self).mapping(to: IdentityColumn(new, id: \.self))
}
