extension StagedChangeset where Data.Element: DifferentiableSection {
  /// Creates the steps from one list of sections to another.
  /// - Parameter staging: The way to divide the changes.
  /// - Complexity: As ``Changeset/init(source:target:)``, and O(*n*) if there is more than one step.
  @inlinable
  public init(source: Data, target: Data, staging: Staging = .merged) {
    self.init(sections: Changeset(source: source, target: target), source: source, staging)
  }

  /// Creates the steps for known changes of sections. Not inlinable, so that it is compiled only once.
  @usableFromInline
  init(sections changes: Changeset<Data>, source: Data, _ staging: Staging) {
    var plan = SectionStages(changes, source: source)
    plan.addElementUpdates()
    if staging == .merged, changes.sectionMoved.isEmpty {
      plan.addStructure()
    } else {
      // If no element is deleted, deletions of sections can share a step with the moves.
      let isMerged = staging == .merged && plan.elements.deleted.isEmpty
      if !isMerged { plan.addDeletions() }
      plan.addSections(withDeletions: isMerged)
      plan.addElements()
    }
    plan.addSectionUpdates()
    var stages = plan.stages.filter(\.hasChanges)
    if !stages.isEmpty { stages[stages.count - 1].data = changes.data }
    self.init(stages, repetition: changes.repetition)
  }
}

/// The changes of elements without moves out of deleted sections and into inserted ones, which steps cannot express. An
/// element that moves out of a deleted section into a surviving one is inserted instead. An element that moves out of a
/// surviving section into an inserted one is deleted instead.
private struct StageableElements {
  var deleted: [ElementPath]
  var inserted: [ElementPath]
  var moved: [PositionChange<ElementPath>] = []
  var updated: [PositionChange<ElementPath>]

  init(_ changes: ChangePositions) {
    let (gone, new) = (Set(changes.sectionDeleted), Set(changes.sectionInserted))
    deleted = changes.elementDeleted
    inserted = changes.elementInserted
    for move in changes.elementMoved {
      switch (gone.contains(move.source.section), new.contains(move.target.section)) {
      case (false, false): moved.append(move)
      case (true, false): inserted.append(move.target)
      case (false, true): deleted.append(move.source)
      case (true, true): break
      }
    }
    updated = changes.elementUpdated.filter { !gone.contains($0.source.section) && !new.contains($0.target.section) }
    deleted.sort()
    inserted.sort()
  }
}

/// The steps of a list of sections, while they are made.
private struct SectionStages<Data: RandomAccessCollection & RangeReplaceableCollection>
where Data.Element: DifferentiableSection {
  let changes: Changeset<Data>
  let elements: StageableElements
  private let target: [Data.Element]
  /// For each section of the target, its position in the source; `nil` for an inserted section.
  private let origins: [Int?]
  /// The sections at their positions in the source, with their elements after the steps so far.
  private var sections: [Data.Element]
  private(set) var stages: [Changeset<Data>] = []

  init(_ changes: Changeset<Data>, source: Data) {
    self.changes = changes
    elements = StageableElements(changes.positions)
    target = Array(changes.data)
    sections = Array(source)
    origins = changes.positions.sectionOrigins(count: source.count)
  }

  /// Adds step 1 of ``StagedChangeset``: updates of elements.
  mutating func addElementUpdates() {
    if elements.updated.isEmpty { return }
    var replaced: [Int: [Data.Element.Elements.Element]] = [:]
    for change in elements.updated {
      let new = target[change.target.section].elements
      replaced[change.source.section, default: Array(sections[change.source.section].elements)][change.source.item] =
        new[new.index(new.startIndex, offsetBy: change.target.item)]
    }
    for (section, elements) in replaced {
      sections[section] = Data.Element(source: sections[section], elements: elements)
    }
    let inSource = elements.updated.map(\.source).sorted().map { PositionChange(source: $0, target: $0) }
    stages.append(Changeset(data: Data(sections), elementUpdated: inSource))
  }

  /// Adds steps 2 to 4 as a single step.
  mutating func addStructure() {
    stages.append(
      Changeset(
        data: arranged, sectionDeleted: changes.sectionDeleted, sectionInserted: changes.sectionInserted,
        elementDeleted: elements.deleted, elementInserted: elements.inserted, elementMoved: elements.moved))
  }

  /// Adds step 2: deletions.
  mutating func addDeletions() {
    var deletions = ChangePositions()
    deletions.elementDeleted = elements.deleted
    let replay = ElementReplay(deletions)
    for section in Set(elements.deleted.map(\.section)) {
      let old = Array(sections[section].elements)
      let kept = replay.ranges(ofSection: section, from: section, count: old.count)
      sections[section] = Data.Element(source: sections[section], elements: kept.flatMap { old[$0.items] })
    }
    let gone = Set(changes.sectionDeleted)
    stages.append(
      Changeset(
        data: Data(sections.indices.filter { !gone.contains($0) }.map { sections[$0] }),
        sectionDeleted: changes.sectionDeleted, elementDeleted: elements.deleted))
  }

  /// Adds step 3: insertions and moves of sections.
  /// - Parameter withDeletions: Whether sections are deleted in the same step.
  mutating func addSections(withDeletions: Bool) {
    let deleted = changes.sectionDeleted
    let moved = changes.sectionMoved.map { move in
      PositionChange(source: move.source - deleted.partitioningIndex { $0 >= move.source }, target: move.target)
    }
    stages.append(
      Changeset(
        data: Data(origins.enumerated().map { position, origin in origin.map { sections[$0] } ?? target[position] }),
        sectionDeleted: withDeletions ? deleted : [], sectionInserted: changes.sectionInserted,
        sectionMoved: withDeletions ? changes.sectionMoved : moved))
  }

  /// Adds step 4: insertions and moves of elements.
  mutating func addElements() {
    var positions: [Int: Int] = [:]
    for (position, origin) in origins.enumerated() { if let origin { positions[origin] = position } }
    let deleted = elements.deleted
    let moved = elements.moved.map { move in
      var move = move
      let start = ElementPath(section: move.source.section, item: 0)
      // Each source is the path that the element has after steps 2 and 3.
      move.source.item -= deleted.partitioningIndex { $0 >= move.source } - deleted.partitioningIndex { $0 >= start }
      move.source.section = positions[start.section] ?? start.section
      return move
    }
    stages.append(Changeset(data: arranged, elementInserted: elements.inserted, elementMoved: moved))
  }

  /// Adds step 5: updates of sections.
  mutating func addSectionUpdates() {
    let updated = changes.sectionUpdated.map { PositionChange(source: $0.target, target: $0.target) }
    stages.append(Changeset(data: changes.data, sectionUpdated: updated))
  }

  /// The data with all sections and elements at their target positions; the sections' own content is still the old one.
  private var arranged: Data {
    if changes.sectionUpdated.isEmpty { return changes.data }
    var arranged = target
    for change in changes.sectionUpdated {
      arranged[change.target] = Data.Element(
        source: sections[change.source], elements: target[change.target].elements)
    }
    return Data(arranged)
  }
}
