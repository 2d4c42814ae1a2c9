import ScrollworkDiffing
import ScrollworkTestSupport
import Testing

/// Ways to break a changeset of sections. A changeset without the kind of change that a mutation breaks stays as it is.
private let mutations: [(String, @Sendable (inout Changeset<Sheets>, inout SeededGenerator) -> Void)] = [
  ("a deletion is dropped", { drop(&$0.elementDeleted, &$1) }),
  ("an insertion is dropped", { drop(&$0.elementInserted, &$1) }),
  ("an update is dropped", { drop(&$0.elementUpdated, &$1) }),
  ("a move is dropped", { drop(&$0.elementMoved, &$1) }),
  ("the deletion of a section is dropped", { drop(&$0.sectionDeleted, &$1) }),
  ("the insertion of a section is dropped", { drop(&$0.sectionInserted, &$1) }),
  ("the update of a section is dropped", { drop(&$0.sectionUpdated, &$1) }),
  ("the move of a section is dropped", { drop(&$0.sectionMoved, &$1) }),
  ("a deletion is there twice", { double(&$0.elementDeleted, &$1) }),
  ("an insertion is there twice", { double(&$0.elementInserted, &$1) }),
  ("an update is there twice", { double(&$0.elementUpdated, &$1) }),
  ("a move is there twice", { double(&$0.elementMoved, &$1) }),
  ("a section is inserted twice", { double(&$0.sectionInserted, &$1) }),
  ("a section is deleted twice", { double(&$0.sectionDeleted, &$1) }),
  ("another element is deleted", { change(&$0.elementDeleted, &$1) { $0.item += 1 } }),
  ("another place is inserted", { change(&$0.elementInserted, &$1) { $0.item += 1 } }),
  ("another element is updated", { change(&$0.elementUpdated, &$1) { $0.target.item += 1 } }),
  ("another element is moved", { change(&$0.elementMoved, &$1) { $0.source.item += 1 } }),
  ("an element is moved elsewhere", { change(&$0.elementMoved, &$1) { $0.target.item += 1 } }),
  ("an element is moved into another section", { change(&$0.elementMoved, &$1) { $0.target.section += 1 } }),
  ("another section is deleted", { change(&$0.sectionDeleted, &$1) { $0 += 1 } }),
  ("another section is moved", { change(&$0.sectionMoved, &$1) { $0.source += 1 } }),
  ("a section is moved elsewhere", { change(&$0.sectionMoved, &$1) { $0.target += 1 } }),
]

private func drop<T>(_ changes: inout [T], _ generator: inout SeededGenerator) {
  if let index = changes.indices.randomElement(using: &generator) { changes.remove(at: index) }
}

private func double<T>(_ changes: inout [T], _ generator: inout SeededGenerator) {
  if let change = changes.randomElement(using: &generator) { changes.append(change) }
}

private func change<T>(_ changes: inout [T], _ generator: inout SeededGenerator, _ edit: (inout T) -> Void) {
  guard let index = changes.indices.randomElement(using: &generator) else { return }
  var changed = changes[index]
  edit(&changed)
  changes.replaceSubrange(index...index, with: [changed])
}

/// Whether the only missing moves lead from deleted sections to inserted ones. Such an element is inserted with its
/// section, so the screen shows the same.
private func isHarmless(_ mutant: Changeset<Sheets>, _ changes: Changeset<Sheets>) -> Bool {
  var others = changes
  others.elementMoved = mutant.elementMoved
  let missing = Set(changes.elementMoved).subtracting(mutant.elementMoved)
  return others == mutant && mutant.elementMoved.count + missing.count == changes.elementMoved.count
    && missing.allSatisfy {
      changes.sectionDeleted.contains($0.source.section) && changes.sectionInserted.contains($0.target.section)
    }
}

/// Correct changesets of random lists without repetitions are broken in every way, and each break must be noticed.
@Test func `a broken changeset does not pass`() {
  var broken = [Int](repeating: 0, count: mutations.count)
  for seed in seeds(20_000) {
    var maker = ListMaker(seed: seed, repeats: .never)
    let old = maker.sheets(upTo: 4)
    let new = maker.edited(old)
    let changes = Changeset(source: old, target: new)
    let index = Int(seed) % mutations.count
    var mutant = changes
    mutations[index].1(&mutant, &maker.generator)
    if mutant == changes || isHarmless(mutant, changes) { continue }
    broken[index] += 1
    let passes = (try? Screen(old).applying(mutant)) == Screen(new)
    if passes { Issue.record("seed \(seed): \(mutations[index].0) in \(changes)") }
  }
  #if !DEBUG
    for (count, mutation) in zip(broken, mutations) { #expect(count > 20, "\(mutation.0)") }
  #endif
}

@Test func `a broken step does not pass`() {
  var broken = 0
  for seed in seeds(10_000) {
    var maker = ListMaker(seed: seed, repeats: .never)
    let old = maker.sheets(upTo: 4)
    let new = maker.edited(old)
    let right = StagedChangeset(source: old, target: new, staging: seed % 2 == 0 ? .separate : .merged)
    guard let position = right.indices.randomElement(using: &maker.generator) else { continue }
    var stages = right
    mutations[Int(seed) % mutations.count].1(&stages[position], &maker.generator)
    if stages == right { continue }
    broken += 1
    if (try? Screen(old).playing(stages)) == Screen(new) {
      Issue.record("seed \(seed): \(mutations[Int(seed) % mutations.count].0) in step \(position) of \(right)")
    }
  }
  #expect(broken > 0)
}

@Test func `steps that a view cannot take are refused`() {
  let old: Sheets = [
    ArraySection(model: Item(id: 1, content: 0), elements: [Item(id: 10, content: 0), Item(id: 11, content: 0)]),
    ArraySection(model: Item(id: 2, content: 0), elements: [Item(id: 20, content: 0)]),
  ]
  let new: Sheets = [
    ArraySection(model: Item(id: 2, content: 0), elements: [Item(id: 11, content: 0)]),
    ArraySection(model: Item(id: 1, content: 1), elements: [Item(id: 10, content: 0), Item(id: 20, content: 5)]),
  ]
  // A changeset with all changes at once is correct, but not a valid step of a staged one.
  let changes = Changeset(source: old, target: new)
  #expect(throws: Never.self) { try Screen(old).applying(changes) }
  #expect(throws: Screen.Refusal.self) { try Screen.checkStage(changes) }
  #expect(throws: Screen.Refusal.self) { try Screen.checkStage(Changeset(data: old)) }
}
