/// The old path of each new element and back, for a list of sections that became another.
public struct ListMapping: Sendable {
  /// Sections, old to new and back.
  public let sections: PositionMapping
  /// For each new section that has a counterpart in the old list, its elements; `nil` for an inserted section.
  public let elements: [PositionMapping?]
  /// Elements that left a section for another, by new path.
  private let oldOfCrossing: [ElementPath: ElementPath]
  private let newOfCrossing: [ElementPath: ElementPath]

  /// - Parameters:
  ///   - elements: One entry for each new section.
  ///   - crossings: Elements that are gone by the mapping of their old section and new by that of their new one.
  public init(
    sections: PositionMapping, elements: [PositionMapping?], crossings: [(old: ElementPath, new: ElementPath)] = []
  ) {
    precondition(elements.count == sections.newCount, "\(elements.count) mappings for \(sections.newCount) sections")
    self.sections = sections
    self.elements = elements
    oldOfCrossing = Dictionary(crossings.map { ($0.new, $0.old) }, uniquingKeysWith: { first, _ in first })
    newOfCrossing = Dictionary(crossings.map { ($0.old, $0.new) }, uniquingKeysWith: { first, _ in first })
  }

  /// Elements that left a section for another, in no particular order.
  /// - Complexity: O(*c*) in their number.
  public var crossings: [(old: ElementPath, new: ElementPath)] { newOfCrossing.map { (old: $0.key, new: $0.value) } }

  /// True if nothing was inserted, deleted or moved.
  public var isIdentity: Bool { sections.isIdentity && elements.allSatisfy { $0?.isIdentity ?? false } }

  /// Where the element at an old path is now; `nil` if it is gone.
  public func newPath(ofOld old: ElementPath) -> ElementPath? {
    if let section = sections.newPosition(ofOld: old.section),
      let item = elements[section]?.newPosition(ofOld: old.item)
    {
      return ElementPath(section: section, item: item)
    }
    return newOfCrossing.isEmpty ? nil : newOfCrossing[old]
  }

  /// Where the element at a new path was before; `nil` if it is new.
  public func oldPath(ofNew new: ElementPath) -> ElementPath? {
    if let section = sections.oldPosition(ofNew: new.section),
      let item = elements[new.section]?.oldPosition(ofNew: new.item)
    {
      return ElementPath(section: section, item: item)
    }
    return oldOfCrossing.isEmpty ? nil : oldOfCrossing[new]
  }
}
