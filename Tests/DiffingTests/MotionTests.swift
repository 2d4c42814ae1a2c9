import ScrollworkDiffing
import ScrollworkTestSupport
import Testing

extension Changeset {
  /// The same changes for a view without motion: each move becomes a deletion and an insertion with the newest content.
  fileprivate var withoutMotion: Changeset {
    let gone = Set(sectionDeleted + sectionMoved.map(\.source))
    let come = Set(sectionInserted + sectionMoved.map(\.target))
    let moved = Set(elementMoved.map(\.target))
    var still = self
    (still.sectionMoved, still.elementMoved) = ([], [])
    still.sectionDeleted = gone.sorted()
    still.sectionInserted = come.sorted()
    still.sectionUpdated.removeAll { come.contains($0.target) }
    still.elementDeleted = (elementDeleted + elementMoved.map(\.source)).filter { !gone.contains($0.section) }
      .sorted()
    still.elementInserted = (elementInserted + elementMoved.map(\.target)).filter { !come.contains($0.section) }
      .sorted()
    still.elementUpdated.removeAll { come.contains($0.target.section) || moved.contains($0.target) }
    return still
  }

  fileprivate var hasMotion: Bool { !sectionMoved.isEmpty || !elementMoved.isEmpty }

  /// The number of moves from deleted sections to inserted ones, which no view can show as moves.
  fileprivate var unseenMoveCount: Int {
    let (gone, come) = (Set(sectionDeleted), Set(sectionInserted))
    return elementMoved.count { gone.contains($0.source.section) && come.contains($0.target.section) }
  }
}

@Test(arguments: Repeats.allCases)
func `a changeset without motion leads to the same target without moves`(
  repeats: Repeats
) {
  for seed in seeds(6_000) {
    var maker = ListMaker(seed: seed, repeats: repeats)
    let old = maker.sheets(upTo: 4)
    let new = maker.edited(old)
    let changes = Changeset(source: old, target: new)
    let limit = Int.random(in: 0...12, using: &maker.generator)
    let shown = changes.changeCount > limit ? changes.withoutMotion : changes
    require(shown.applied(to: old) == new, seed)
    require(try Screen(old).applying(shown) == Screen(new), seed)
    require(changes.changeCount <= limit || shown.elementMoved.isEmpty && shown.sectionMoved.isEmpty, seed)
    require(changes.hasMotion || changes.withoutMotion == changes, seed)
  }
}

@Test(arguments: Repeats.allCases) func `the number of changes is known before one of them is made`(repeats: Repeats) {
  for seed in seeds(6_000) {
    var maker = ListMaker(seed: seed, repeats: repeats)
    let old = maker.sheets(upTo: 4)
    let new = maker.edited(old)
    let changes = Changeset(source: old, target: new)
    let updates = changes.sectionUpdated.count + changes.elementUpdated.count
    let mapping = ListMapping.between(old, and: new)
    require(mapping.changeCount == changes.changeCount - updates - changes.unseenMoveCount, seed)
  }
}
