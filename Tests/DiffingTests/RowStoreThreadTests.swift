import Dispatch
import ScrollworkDiffing
import ScrollworkTestSupport
import Synchronization
import Testing

/// A store with random edits, one row at a time.
private struct Editor {
  var store: RowStore<Int>
  private var generator: SeededGenerator
  private var fresh = 1_000_000

  init(_ store: RowStore<Int>, seed: UInt64) {
    self.store = store
    generator = SeededGenerator(seed: seed)
  }

  mutating func edit() {
    let position = Int.random(in: 0..<store.count, using: &generator)
    fresh += 1
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: store.insert(fresh, at: position)
    case 1: store.remove(at: position)
    case 2: store[position] = fresh
    default: store.move(position, to: Int.random(in: 0..<store.count, using: &generator))
    }
  }
}

/// Returns the number of diffs, computed by threads on copies of one store, that did not lead to the store's new value.
private func mistakes(rows: Int, threads: Int, rounds: Int, edits: Int) -> Int {
  let base = RowStore(0..<rows)
  let mistakes = Mutex(0)
  DispatchQueue.concurrentPerform(iterations: threads) { thread in
    var editor = Editor(base, seed: UInt64(thread))
    for _ in 0..<rounds {
      let old = editor.store
      for _ in 0..<edits { editor.edit() }
      let changes = Changeset(source: old, target: editor.store)
      let applied = changes.applied(to: old)
      if applied != editor.store || applied.brokenInvariant() != nil { mistakes.withLock { $0 += 1 } }
    }
  }
  return mistakes.withLock(\.self)
}

@Test func `threads may edit copies of one store and apply the changes, many at once`() {
  #expect(mistakes(rows: 2_000, threads: 8, rounds: 4, edits: 300) == 0)
}

@Test func `threads may apply a few changes to copies of a store of very many rows`() {
  #expect(mistakes(rows: 300_000, threads: 8, rounds: 4, edits: 5) == 0)
}
