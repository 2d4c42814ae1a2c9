/// Two lists of sections, as far as their difference has to know them: it asks about sections as a whole, so that what it
/// asks may be compiled for their types, and the rest once for all.
@usableFromInline
protocol SectionPair {
  var oldSectionCount: Int { get }
  var newSectionCount: Int { get }

  func oldCount(ofSection section: Int) -> Int
  func newCount(ofSection section: Int) -> Int

  /// The difference of the sections without their elements.
  func sectionDifference(_ hashing: IdentityHashing?) -> PositionDifference

  /// The difference of the elements of two sections.
  func elementDifference(old: Int, new: Int, _ hashing: IdentityHashing?) -> PositionDifference

  func isContentEqual(new: ElementPath, old: ElementPath) -> Bool

  /// Pairs elements across sections.
  /// - Parameter room: So many bytes may be taken, not to the letter.
  func pairs(of old: Leftovers, and new: Leftovers, room: Int, _ hashing: IdentityHashing?) -> LeftoverPairs

  /// How the identity at a place of the new list is written.
  func text(at place: RepeatedIdentity.Place) -> String
}

extension SectionPair {
  /// - Complexity: O(*n*) on average.
  @usableFromInline
  func difference(_ hashing: IdentityHashing? = nil) -> ListDifference {
    let sections = sectionDifference(hashing)
    var elements: [PositionMapping?] = []
    elements.reserveCapacity(newSectionCount)
    var updates: [ElementPath] = []
    for position in 0..<newSectionCount {
      guard let oldPosition = sections.mapping.oldPosition(ofNew: position) else {
        elements.append(nil)
        continue
      }
      let difference = elementDifference(old: oldPosition, new: position, hashing)
      difference.updates.forEachMarked { updates.append(ElementPath(section: position, item: $0)) }
      elements.append(difference.mapping)
    }
    var builder = ListMappingBuilder(sections: sections.mapping, elements: elements)
    join(into: &builder, hashing)
    let mapping = builder.mapping(text: text)
    updates += mapping.crossings.lazy.filter { !isContentEqual(new: $0.new, old: $0.old) }.map(\.new)
    if !mapping.crossings.isEmpty { updates.sort() }
    return ListDifference(mapping: mapping, sectionUpdates: sections.updates, elementUpdates: updates)
  }

  /// Pairs across sections what found no partner in its own.
  private func join(into builder: inout ListMappingBuilder, _ hashing: IdentityHashing?) {
    guard builder.mayHaveCrossings(oldCount: oldCount(ofSection:), newCount: newCount(ofSection:)) else { return }
    var old = Leftovers()
    builder.forEachOldLeftover { old.add($1 ?? 0..<oldCount(ofSection: $0), section: $0) }
    if old.count == 0 || !old.areNumbered { return }
    var new = Leftovers()
    builder.forEachNewLeftover { new.add($1 ?? 0..<newCount(ofSection: $0), section: $0) }
    if new.count == 0 || !new.areNumbered { return }
    let elementCount = (0..<oldSectionCount).reduce(0) { $0 + oldCount(ofSection: $1) }
    let room = LeftoverPairs.room(count: elementCount)
    builder.add(pairs(of: old, and: new, room: room, hashing), old: old, new: new)
  }
}

/// The difference of two lists of sections.
@usableFromInline
enum SectionedDiff<Sections: RandomAccessCollection> where Sections.Element: DifferentiableSection {
  @usableFromInline typealias Element = Sections.Element.Elements.Element

  /// Sections whose elements are arrays are read where they are, through what is compiled for their types; others are
  /// compared through witness tables, which takes longer unless their rows know their edits.
  /// - Complexity: O(*n*) on average.
  @inlinable
  static func difference(from old: Sections, to new: Sections, hashing: IdentityHashing? = nil) -> ListDifference {
    let (old, new) = (Array(old), Array(new))
    guard Sections.Element.Elements.self == [Element].self else {
      return SectionCollections(old: old, new: new).difference(hashing)
    }
    let (oldElements, newElements) = (arrays(of: old), arrays(of: new))
    return withExtendedLifetime((old, new, oldElements, newElements)) {
      SectionArrays.difference(
        from: ElementMemory(old), to: ElementMemory(new), ElementOperations(of: Sections.Element.self),
        ElementMemory.all(oldElements), ElementMemory.all(newElements), ElementOperations(of: Element.self), hashing)
    }
  }

  /// The elements of each section, kept for as long as their memory is read: they may be made when they are asked for.
  /// - Precondition: They are arrays.
  @inlinable
  static func arrays(of sections: [Sections.Element]) -> [[Element]] {
    var arrays: [[Element]] = []
    arrays.reserveCapacity(sections.count)
    for section in sections { arrays.append(unsafeBitCast(section.elements, to: [Element].self)) }
    return arrays
  }
}

/// Which section and element became which, and whose content is not what it was.
@usableFromInline
struct ListDifference {
  @usableFromInline let mapping: ListMapping
  /// New positions of sections that survive and whose content differs.
  @usableFromInline let sectionUpdates: ContentMarks
  /// New paths, ascending, of elements that survive and whose content differs.
  @usableFromInline let elementUpdates: [ElementPath]
}
