/// The mapping of one list of sections to another: the old path of each new element, and back.
public struct ListMapping: Sendable {
  /// An element that left its section or subsection for another one.
  package struct Crossing: Hashable, Sendable {
    /// The path of the element in the old list.
    package var old: ElementPath
    /// The path of the element in the new list.
    package var new: ElementPath
  }

  /// The mapping of the sections.
  public let sections: PositionMapping
  /// The mapping of the elements of each new section; `nil` for an inserted section.
  package let elements: [PositionMapping?]
  /// The elements that left a section or subsection for another one, sorted by new path.
  package let crossings: [Crossing]
  /// The indices into `crossings`, sorted by old path.
  private let orderByOld: [Int32]
  /// An identity that the diff met twice in the new list, for two sections or for two elements of one section; `nil` if
  /// it met none.
  public let repetition: RepeatedIdentity?

  /// Creates a mapping from known crossings, in any order.
  /// - Parameters:
  ///   - elements: One entry for each new section.
  ///   - crossings: The elements that changed sections: the mapping of the old section deletes them, that of the new
  ///     section inserts them. No position is greater than 2,147,483,647.
  /// - Complexity: O(*c* log *c*) in the number of crossings.
  package init(
    sections: PositionMapping, elements: [PositionMapping?], crossings: [(old: ElementPath, new: ElementPath)] = [],
    repetition: RepeatedIdentity? = nil
  ) {
    let sorted = crossings.map { Crossing(old: $0.old, new: $0.new) }.sorted { $0.new < $1.new }
    let order = sorted.indices.map { Int32(truncatingIfNeeded: $0) }.sorted {
      sorted[Int($0)].old < sorted[Int($1)].old
    }
    self.init(
      sections: sections, elements: elements, crossings: sorted, orderByOld: order, repetition: repetition)
  }

  /// Creates a mapping from crossings that are sorted already.
  /// - Parameters:
  ///   - crossings: The crossings, sorted by new path.
  ///   - orderByOld: The indices of the crossings, sorted by old path.
  init(
    sections: PositionMapping, elements: [PositionMapping?], crossings: [Crossing], orderByOld: [Int32],
    repetition: RepeatedIdentity?
  ) {
    precondition(elements.count == sections.newCount, "\(elements.count) mappings for \(sections.newCount) sections")
    self.sections = sections
    self.elements = elements
    self.crossings = crossings
    self.orderByOld = orderByOld
    self.repetition = repetition
  }

  /// The crossings sorted by old path.
  var crossingsByOld: some RandomAccessCollection<Crossing> {
    orderByOld.lazy.map { [crossings] in crossings[Int($0)] }
  }

  /// Whether nothing was inserted, deleted or moved.
  /// - Complexity: O(*s*) in the number of sections.
  package var isIdentity: Bool {
    // By index, because handing mappings around counts references.
    sections.isIdentity && elements.indices.allSatisfy { elements[$0]?.isIdentity ?? false }
  }

  /// Returns the new path of an old element; `nil` if it was deleted.
  /// - Complexity: As ``PositionMapping/newPosition(ofOld:)``; O(log *c*) in the number of crossings if the element
  ///   left its section or was deleted.
  public func newPath(ofOld old: ElementPath) -> ElementPath? {
    if let section = sections.newPosition(ofOld: old.section),
      let item = elements[section]?.newPosition(ofOld: old.item)
    {
      return ElementPath(section: section, item: item)
    }
    let index = orderByOld.partitioningIndex { crossings[Int($0)].old >= old }
    guard index < orderByOld.count else { return nil }
    let crossing = crossings[Int(orderByOld[index])]
    return crossing.old == old ? crossing.new : nil
  }

  /// Returns the old path of a new element; `nil` if it was inserted.
  /// - Complexity: As ``PositionMapping/oldPosition(ofNew:)``; O(log *c*) in the number of crossings if the element
  ///   came from another section or was inserted.
  public func oldPath(ofNew new: ElementPath) -> ElementPath? {
    if let section = sections.oldPosition(ofNew: new.section),
      let item = elements[new.section]?.oldPosition(ofNew: new.item)
    {
      return ElementPath(section: section, item: item)
    }
    let index = crossings.partitioningIndex { $0.new >= new }
    return index < crossings.count && crossings[index].new == new ? crossings[index].old : nil
  }
}

extension ListMapping {
  /// The number of sections and elements that were inserted, deleted or moved, without the elements of inserted and
  /// deleted sections. A program may skip the animation of an update with too many changes.
  /// - Complexity: O(*m* log *m*) in the number of elements between the common ends, for the sections and for each section
  ///   that stayed.
  public var changeCount: Int {
    let ofSections = sections.insertCount + sections.deleteCount + sections.moveCount
    let ofElements = elements.reduce(0) { count, mapping in
      count + (mapping.map { $0.insertCount + $0.deleteCount + $0.moveCount } ?? 0)
    }
    // An element that crossed counts as a deletion and as an insertion if both sections survived.
    let doubles = crossings.filter {
      sections.newPosition(ofOld: $0.old.section) != nil && elements[$0.new.section] != nil
    }
    return ofSections + ofElements - doubles.count
  }
}

extension ListMapping: CustomStringConvertible {
  /// One line: the sections, then the elements of the surviving sections.
  public var description: String {
    let stayed = elements.compactMap(\.self)
    let inserted = stayed.reduce(0) { $0 + $1.insertCount }
    let deleted = stayed.reduce(0) { $0 + $1.deleteCount }
    let moved = stayed.reduce(0) { $0 + $1.moveCount }
    let ofElements = "\(deleted) deleted, \(inserted) inserted, \(moved) moved; \(crossings.count) crossed"
    return "sections \(sections); elements \(ofElements)"
  }
}
