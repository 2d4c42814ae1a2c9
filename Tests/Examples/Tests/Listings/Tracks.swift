// The program of the article about diffing, which imports nothing but `ScrollworkDiffing`.

import ScrollworkDiffing

struct Track: Identifiable, Equatable, Differentiable {
  var id: Int
  var title: String
}

struct Tracks {
  static func main() {
    let old = [Track(id: 1, title: "Prelude"), Track(id: 2, title: "Fugue"), Track(id: 3, title: "Aria")]
    let new = [Track(id: 3, title: "Aria"), Track(id: 1, title: "Overture"), Track(id: 4, title: "Gigue")]

    // All changes at once.
    let changes = Changeset(source: old, target: new)
    print(changes)  // 1 deleted, 1 inserted, 1 moved, 1 updated
    print(changes.applied(to: old) == new)  // true

    // The same step by step: [1 updated], [1 deleted], [1 inserted, 1 moved].
    for step in StagedChangeset(source: old, target: new, staging: .separate) { print("[\(step)]") }

    // Only the mapping.
    let mapping = PositionMapping.between(old, and: new)
    print(mapping.oldPosition(ofNew: 0) ?? -1)  // 2

    // Sections: an element that leaves its section crosses to another one.
    let before = [ArraySection(model: "heard", elements: [1, 2]), ArraySection(model: "next", elements: [3])]
    let after = [ArraySection(model: "heard", elements: [1, 2, 3]), ArraySection(model: "next", elements: [])]
    print(Changeset(source: before, target: after).elementMoved)  // [1.0 -> 0.2]
  }
}
