import ScrollworkDiffing

/// A simulated view of sections. It renders only inserted and updated elements, and refuses changes on which a real
/// view would crash.
struct Screen: Equatable {
  struct Section: Equatable {
    var model: Item<Int>
    var cells: Items
  }

  struct Refusal: Error, CustomStringConvertible {
    var description: String
  }

  var sections: [Section]

  init(_ sheets: Sheets) {
    sections = sheets.map { Section(model: $0.model, cells: $0.elements) }
  }

  /// Creates a screen with one section.
  init(_ items: Items) {
    sections = [Section(model: Item(id: 0, content: 0), cells: items)]
  }

  /// Returns the screen after the changes.
  func applying(_ changes: Changeset<Sheets>) throws(Refusal) -> Screen {
    try check(changes)
    var result = self
    result.sections = try placed(
      sections, deleted: changes.sectionDeleted, moved: changes.sectionMoved,
      inserted: changes.sectionInserted.map { ($0, Section(model: Item(id: -1, content: 0), cells: [])) })
    var inserted: [Int: [(Int, Item<Int>)]] = [:]
    for section in changes.sectionInserted {
      guard section < changes.data.count else { throw Refusal(description: "section \(section) is not there") }
      result.sections[section].model = changes.data[section].model
      inserted[section] = Array(changes.data[section].elements.enumerated()).map { ($0.offset, $0.element) }
    }
    try result.placeCells(of: changes, from: self, insertedWithSections: inserted)
    guard result.sections.count == changes.data.count else {
      throw Refusal(description: "\(result.sections.count) sections, the data has \(changes.data.count)")
    }
    // Identities are compared before the updates, because an update must keep the identity.
    try result.compareIdentities(with: changes.data)
    for change in changes.sectionUpdated { result.sections[change.target].model = changes.data[change.target].model }
    for change in changes.elementUpdated {
      result.sections[change.target.section].cells[change.target.item] = try changes.data.element(at: change.target)
    }
    return result
  }

  private mutating func placeCells(
    of changes: Changeset<Sheets>, from before: Screen, insertedWithSections: [Int: [(Int, Item<Int>)]]
  ) throws(Refusal) {
    var deleted = Dictionary(grouping: changes.elementDeleted, by: \.section).mapValues { $0.map(\.item) }
    for move in changes.elementMoved { deleted[move.source.section, default: []].append(move.source.item) }
    var inserted = insertedWithSections
    for path in changes.elementInserted {
      inserted[path.section, default: []].append((path.item, try changes.data.element(at: path)))
    }
    for move in changes.elementMoved {
      _ = try changes.data.element(at: move.target)
      guard before.has(move.source) else { throw Refusal(description: "\(move) moves what is not there") }
      let cell = before.sections[move.source.section].cells[move.source.item]
      inserted[move.target.section, default: []].removeAll { $0.0 == move.target.item }
      inserted[move.target.section, default: []].append((move.target.item, cell))
    }
    let origins = try Screen.origins(before.sections.count, changes)
    for (position, origin) in origins.enumerated() {
      sections[position].cells = try placed(
        origin.map { before.sections[$0].cells } ?? [], deleted: origin.flatMap { deleted[$0] } ?? [], moved: [],
        inserted: inserted[position] ?? [])
    }
  }

  private static func origins(_ count: Int, _ changes: Changeset<Sheets>) throws(Refusal) -> [Int?] {
    try Screen([Item]()).placed(
      (0..<count).map { Int?($0) }, deleted: changes.sectionDeleted, moved: changes.sectionMoved,
      inserted: changes.sectionInserted.map { ($0, Int?.none) })
  }

  /// Returns the values after deletions, moves and insertions; all other values keep their order.
  private func placed<Value>(
    _ values: [Value], deleted: some Collection<Int>, moved: some Collection<PositionChange<Int>>,
    inserted: [(Int, Value)]
  ) throws(Refusal) -> [Value] {
    let taken = deleted + moved.map(\.source)
    guard Set(taken).count == taken.count, taken.allSatisfy({ $0 >= 0 && $0 < values.count }) else {
      throw Refusal(description: "taken out twice or not there: \(taken) of \(values.count)")
    }
    var named = inserted + moved.map { ($0.target, values[$0.source]) }
    named.sort { $0.0 < $1.0 }
    guard Set(named.map(\.0)).count == named.count else { throw Refusal(description: "put in twice") }
    let gone = Set(taken)
    var rest = values.indices.filter { !gone.contains($0) }.map { values[$0] }[...]
    var result: [Value] = []
    for (position, value) in named {
      while result.count < position, let next = rest.popFirst() { result.append(next) }
      guard result.count == position else { throw Refusal(description: "nothing comes before \(position)") }
      result.append(value)
    }
    return result + rest
  }

  private func has(_ path: ElementPath) -> Bool {
    sections.indices.contains(path.section) && sections[path.section].cells.indices.contains(path.item)
  }

  private func compareIdentities(with data: Sheets) throws(Refusal) {
    for (index, section) in sections.enumerated() {
      guard section.model.id == data[index].model.id, section.cells.map(\.id) == data[index].elements.map(\.id) else {
        throw Refusal(description: "section \(index) shows \(section.cells) for \(data[index])")
      }
    }
  }

  /// Refuses changes that a view cannot perform, even if the result would be correct: positions named twice or missing,
  /// updates of inserted or deleted elements, and deletions or insertions of elements in sections that are deleted or
  /// inserted.
  private func check(_ changes: Changeset<Sheets>) throws(Refusal) {
    let sources = changes.elementDeleted + changes.elementMoved.map(\.source)
    let targets = changes.elementInserted + changes.elementMoved.map(\.target)
    let updates = changes.elementUpdated
    guard Set(sources).count == sources.count, Set(targets).count == targets.count,
      Set(updates.map(\.source)).count == updates.count, Set(updates.map(\.target)).count == updates.count
    else { throw Refusal(description: "named twice") }
    guard sources.allSatisfy(has), updates.map(\.source).allSatisfy(has) else {
      throw Refusal(description: "names what is not there")
    }
    guard Set(changes.elementDeleted).isDisjoint(with: updates.map(\.source)),
      Set(changes.elementInserted).isDisjoint(with: updates.map(\.target))
    else { throw Refusal(description: "updates what comes or goes") }
    guard Set(changes.sectionDeleted).isDisjoint(with: changes.elementDeleted.map(\.section)),
      Set(changes.sectionInserted).isDisjoint(with: changes.elementInserted.map(\.section))
    else { throw Refusal(description: "names an element that comes or goes with its section") }
    guard changes.sectionUpdated.allSatisfy({ $0.target >= 0 && $0.target < changes.data.count }) else {
      throw Refusal(description: "updates a section that is not there")
    }
  }

  /// Refuses a step of a staged changeset that is empty, or that combines changes that must be in different steps.
  static func checkStage(_ changes: Changeset<Sheets>) throws(Refusal) {
    guard changes.hasChanges else { throw Refusal(description: "an empty step") }
    if changes.elementChangeCount > 0, !changes.sectionMoved.isEmpty || !changes.sectionUpdated.isEmpty {
      throw Refusal(description: "elements change in a step with moves or updates of sections")
    }
    if !changes.elementUpdated.isEmpty || !changes.sectionUpdated.isEmpty {
      guard changes.changeCount == max(changes.elementUpdated.count, changes.sectionUpdated.count),
        changes.elementUpdated.allSatisfy({ $0.source == $0.target }),
        changes.sectionUpdated.allSatisfy({ $0.source == $0.target })
      else { throw Refusal(description: "updates are not by themselves") }
    }
    guard Set(changes.sectionDeleted).isDisjoint(with: changes.elementMoved.map(\.source.section)),
      Set(changes.sectionInserted).isDisjoint(with: changes.elementMoved.map(\.target.section))
    else { throw Refusal(description: "an element moves out of a section that goes or into one that comes") }
  }
}

extension Sheets {
  func element(at path: ElementPath) throws(Screen.Refusal) -> Item<Int> {
    guard indices.contains(path.section), self[path.section].elements.indices.contains(path.item) else {
      throw Screen.Refusal(description: "\(path) is not in the data")
    }
    return self[path.section].elements[path.item]
  }
}

extension Changeset<Items> {
  /// The same changes for a list with one section.
  var asSheets: Changeset<Sheets> {
    Changeset<Sheets>(
      data: [ArraySection(model: Item(id: 0, content: 0), elements: data)], elementDeleted: elementDeleted,
      elementInserted: elementInserted, elementUpdated: elementUpdated, elementMoved: elementMoved)
  }
}
