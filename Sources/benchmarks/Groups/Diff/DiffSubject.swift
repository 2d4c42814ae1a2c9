import CAllocationCounter
import Scrollwork

/// The data of a workload before and after its changes, with identities of one type.
struct DiffSubject<ID: DiffBenchmarkID> {
  typealias Element = DiffElement<ID>
  typealias Sections = [ArraySection<Element, Element>]

  let isSectioned: Bool
  let old: Sections
  let new: Sections
  /// The identities of all elements before the change, in order, for comparisons without sections.
  let oldIDs: [ID]
  let newIDs: [ID]
  /// The list before the change, in the form in which a collection view passes it to the diff.
  private let oldColumns: [SectionIdentity]
  private let newColumns: [SectionIdentity]

  init(_ kind: DiffCase, _ workload: DiffWorkload) {
    isSectioned = kind.isSectioned
    old = Self.sections(workload.old, updateStride: 0)
    // Made anew: strings of the target share no storage with those of the source.
    new = Self.sections(workload.new, updateStride: workload.updateStride)
    oldIDs = old.flatMap { $0.elements.map(\.id) }
    newIDs = new.flatMap { $0.elements.map(\.id) }
    oldColumns = Self.columns(of: old)
    newColumns = Self.columns(of: new)
  }

  private static func columns(of sections: Sections) -> [SectionIdentity] {
    sections.map { SectionIdentity(id: ElementID($0.model.id), elements: IdentityColumn($0.elements, id: \.id)) }
  }

  private static func sections(_ lists: [(section: Int, keys: [Int])], updateStride: Int) -> Sections {
    lists.map { list in
      let elements = list.keys.enumerated().map { index, key in
        Element(id: ID(key: key), revision: updateStride > 0 && index % updateStride == 0 ? 1 : 0)
      }
      return ArraySection(model: Element(id: ID(key: list.section), revision: 0), elements: elements)
    }
  }

  /// Creates and releases a whole changeset: pairs, fewest moves and updates of content.
  /// - Returns: The number of changes.
  @inline(never)
  func difference() -> Int {
    isSectioned
      ? Changeset(source: old, target: new).changeCount
      : Changeset(source: old[0].elements, target: new[0].elements).changeCount
  }

  /// Creates and releases the mapping that a collection view needs.
  /// - Returns: The number of sections that survive.
  @inline(never)
  func mapping() -> Int {
    // A column of many integers keeps their positions for the next diff, which would be another workload.
    guard !isSectioned, oldIDs.count + newIDs.count >= IdentityColumn.indexedCount else {
      return ListMapping.between(oldColumns, and: newColumns).sections.survivorCount
    }
    return ListMapping.between(Self.columns(of: old), and: Self.columns(of: new)).sections.survivorCount
  }

  /// Returns the peak of the memory allocated while a changeset is made, in bytes and without the changeset itself.
  func scratchBytes() -> Int {
    var (peak, rest) = (0, 0)
    scrollwork_allocation_watch_begin()
    if isSectioned {
      let changes = Changeset(source: old, target: new)
      scrollwork_allocation_watch_end(&peak, &rest)
      return changes.changeCount < 0 ? 0 : peak - rest
    }
    let changes = Changeset(source: old[0].elements, target: new[0].elements)
    scrollwork_allocation_watch_end(&peak, &rest)
    return changes.changeCount < 0 ? 0 : peak - rest
  }

  /// Compares the lists as a program would by hand: fills a table of the old positions, and looks each new identity up.
  /// - Returns: The number of identities that are in both lists.
  @inline(never)
  func dictionary() -> Int {
    var positions = [ID: Int32](minimumCapacity: oldIDs.count)
    for (position, id) in oldIDs.enumerated() { positions[id] = Int32(truncatingIfNeeded: position) }
    var found = 0
    for id in newIDs where positions[id] != nil { found += 1 }
    return found
  }

  @inline(never)
  func standardDifference() -> Int { newIDs.difference(from: oldIDs).count }
}
