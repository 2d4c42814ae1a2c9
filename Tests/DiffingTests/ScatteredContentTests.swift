import ScrollworkDiffing
import ScrollworkTestSupport
import Testing

/// A list whose identities and contents are one word each, and an edited copy. The copy has new content here and there,
/// so that no block of memory is identical, and perhaps a deleted, inserted, moved or repeated identity.
private struct ScatteredPair {
  var old: [Item<Int>]
  var new: [Item<Int>]
  /// The number of elements at the start that are not part of the lists.
  var skipped: Int

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 64...([130, 700, 1_500].randomElement(using: &generator) ?? 130), using: &generator)
    let factor = Int.random(in: 0..<2, using: &generator) == 0 ? 1 : 0x1_0001_0001
    old = (0..<count).map { Item(id: $0 &* factor, content: 0) }
    new = old
    skipped = Int.random(in: 0..<5, using: &generator)
    let (length, first) = (Int.random(in: 1...40, using: &generator), Int.random(in: 0..<count, using: &generator))
    for index in new.indices where index % length == first % length { new[index].content = 2 }
    // Content changes around the borders of blocks, wherever these begin.
    for border in stride(from: first % 64, to: count, by: 64) where Bool.random(using: &generator) {
      new[border].content = 3
      if border > 0 { new[border - 1].content = 1 }
    }
    for _ in 0..<Int.random(in: 0...3, using: &generator) { edit(&generator) }
  }

  private mutating func edit(_ generator: inout SeededGenerator) {
    let place = min(new.count - 1, 64 * Int.random(in: 0...new.count / 64, using: &generator) + skipped)
    let other = Int.random(in: new.indices, using: &generator)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: new[place].id = -1
    case 1: new[place].id = new[other].id
    case 2: new.swapAt(place, other)
    case 3: new.remove(at: place)
    default: new.insert(Item(id: new[other].id, content: 5), at: place)
    }
  }
}

/// An element whose content may be equal though its bytes differ.
private struct Rounded: Differentiable {
  var id: Int
  var content: Int

  var differenceIdentifier: Int { id }

  func isContentEqual(to source: Rounded) -> Bool { content / 2 == source.content / 2 }
}

@Test func `scattered updates are found, wherever a list begins in memory`() {
  for seed in seeds(4_000) {
    let pair = ScatteredPair(seed: seed)
    let (old, new) = (pair.old.dropFirst(pair.skipped), pair.new.dropFirst(pair.skipped / 2))
    check(Changeset(source: old, target: new), old, new, seed)
    check(Changeset(source: Array(old), target: Array(new)), old, new, seed)
    withUnaligned(Array(old)) { old in
      withUnaligned(Array(new)) { new in check(Changeset(source: old, target: new), old, new, seed) }
      Array(new).withUnsafeBufferPointer { new in check(Changeset(source: old, target: new), old, new, seed) }
    }
  }
}

@Test func `bytes that differ are new content only if the element says so`() {
  for seed in seeds(2_000) {
    let pair = ScatteredPair(seed: seed)
    let old = pair.old.map { Rounded(id: $0.id, content: $0.content) }
    let new = pair.new.map { Rounded(id: $0.id, content: $0.content) }
    let origins = referencePairs(old.map(\.id), new.map(\.id))
    let updated = new.indices.filter { index in origins[index].map { !new[index].isContentEqual(to: old[$0]) } ?? false
    }
    require(Changeset(source: old, target: new).elementUpdated.map(\.target.item) == updated, seed)
  }
}

private func check<Items: RandomAccessCollection>(
  _ changes: Changeset<Items>, _ old: some RandomAccessCollection<Item<Int>>,
  _ new: some RandomAccessCollection<Item<Int>>, _ seed: UInt64
) where Items.Element == Item<Int> {
  let (old, new) = (Array(old), Array(new))
  let origins = referencePairs(old.map(\.id), new.map(\.id))
  let updated = new.indices.filter { index in origins[index].map { old[$0].content != new[index].content } ?? false }
  require(changes.elementUpdated.map(\.target.item) == updated, seed)
  require(changes.elementUpdated.map(\.source.item) == updated.compactMap { origins[$0] }, seed)
  require(changes.elementInserted.map(\.item) == new.indices.filter { origins[$0] == nil }, seed)
  let survivors = Set(origins.compactMap(\.self))
  require(changes.elementDeleted.map(\.item) == old.indices.filter { !survivors.contains($0) }, seed)
}

/// Calls `body` with a copy that begins eight bytes after a multiple of sixteen.
private func withUnaligned(_ items: [Item<Int>], _ body: (UnsafeBufferPointer<Item<Int>>) -> Void) {
  let bytes = UnsafeMutableRawBufferPointer.allocate(
    byteCount: 8 + items.count * MemoryLayout<Item<Int>>.stride, alignment: 16)
  defer { bytes.deallocate() }
  let memory = UnsafeMutableRawBufferPointer(rebasing: bytes[8...]).bindMemory(to: Item<Int>.self)
  _ = memory.initialize(from: items)
  body(UnsafeBufferPointer(memory))
}
