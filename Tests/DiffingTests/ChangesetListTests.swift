import ScrollworkDiffing
import Testing

private func path(_ item: Int) -> ElementPath { ElementPath(section: 0, item: item) }

@Test func `a list of changes is read as an array is`() {
  let changes = Changeset(source: Array(0..<100), target: Array(0..<40) + Array(43..<100))
  let deleted = changes.elementDeleted
  #expect(deleted == [path(40), path(41), path(42)])
  #expect(deleted.count == 3 && deleted.first == path(40) && deleted.last == path(42))
  #expect(deleted[1] == path(41))
  #expect(Array(deleted[1...]) == [path(41), path(42)])
  #expect(deleted.map(\.item) == [40, 41, 42])
  #expect("\(deleted)" == "[0.40, 0.41, 0.42]")
  #expect(changes.elementInserted.isEmpty && changes.elementInserted.first == nil)
  #expect(Set([deleted, [path(40), path(41), path(42)], []]).count == 2)
}

@Test func `an edited list of changes leaves the others and all copies alone`() {
  let old = [ArraySection(model: "a", elements: [1, 2, 3]), ArraySection(model: "b", elements: [4, 5])]
  let new = [ArraySection(model: "b", elements: [5, 1, 6]), ArraySection(model: "c", elements: [4])]
  let changes = Changeset(source: old, target: new)
  var edited = changes
  #expect(edited == changes)
  edited.elementMoved.removeAll()
  edited.elementDeleted.append(path(7))
  edited.sectionInserted += [5]
  #expect(edited.elementMoved.isEmpty && edited != changes)
  #expect(edited.elementDeleted == changes.elementDeleted + [path(7)])
  #expect(edited.sectionInserted == changes.sectionInserted + [5])
  #expect(edited.sectionDeleted == changes.sectionDeleted && edited.elementInserted == changes.elementInserted)
  #expect(changes.applied(to: old) == new)
  edited.elementMoved = changes.elementMoved
  edited.elementDeleted = changes.elementDeleted
  edited.sectionInserted.removeLast()
  #expect(edited == changes && edited.hashValue == changes.hashValue)
}

@Test func `a changeset of known changes has these changes, and none without arguments`() {
  let known = Changeset(
    data: [1, 2], sectionDeleted: [3], sectionInserted: 4...5,
    sectionMoved: [PositionChange(source: 1, target: 2)], elementDeleted: [path(1)],
    elementUpdated: [PositionChange(source: path(1), target: path(2))])
  #expect(known.sectionDeleted == [3] && known.sectionInserted == [4, 5])
  #expect(known.sectionMoved == [PositionChange(source: 1, target: 2)] && known.sectionUpdated.isEmpty)
  #expect(known.elementDeleted == [path(1)] && known.elementInserted.isEmpty && known.elementMoved.isEmpty)
  #expect(known.elementUpdated == [PositionChange(source: path(1), target: path(2))])
  #expect((known.sectionChangeCount, known.elementChangeCount) == (4, 2))
  #expect("\(known)" == "sections 1 deleted, 2 inserted, 1 moved; 1 deleted, 1 updated")
  var none = Changeset(data: [1, 2], elementDeleted: [path(1)])
  none.elementDeleted = []
  #expect(none == Changeset(data: [1, 2]) && !none.hasChanges && "\(none)" == "no changes")
}
