/// The difference of two lists of sections, in code that knows their types.
@usableFromInline
enum SectionedDiff<Sections: RandomAccessCollection> where Sections.Element: DifferentiableSection {
  @usableFromInline typealias ElementID = Sections.Element.Elements.Element.DifferenceIdentifier

  /// - Complexity: O(*n*) on average.
  @inlinable
  static func difference(from old: Sections, to new: Sections, hashing: IdentityHashing? = nil) -> ListDifference {
    let sections = ElementDiff.difference(from: old, to: new, hashing: hashing)
    var elements: [PositionMapping?] = []
    elements.reserveCapacity(new.count)
    var updates: [ElementPath] = []
    for (position, section) in new.enumerated() {
      guard let oldPosition = sections.mapping.oldPosition(ofNew: position) else {
        elements.append(nil)
        continue
      }
      let oldSection = Self.section(oldPosition, of: old)
      let difference = ElementDiff.difference(
        from: oldSection.elements, to: section.elements, hashing: hashing)
      for update in difference.updates {
        updates.append(ElementPath(section: position, item: update))
      }
      elements.append(difference.mapping)
    }
    var builder = ListMappingBuilder(sections: sections.mapping, elements: elements)
    join(old, new, into: &builder, hashing)
    let mapping = builder.mapping { place in
      switch place {
      case .section(let position): ScrollworkDiffing.ElementID(section(position, of: new).differenceIdentifier)
      case .element(let path): ScrollworkDiffing.ElementID(element(at: path, of: new).differenceIdentifier)
      }
    }
    updates += mapping.crossings.lazy.filter {
      !element(at: $0.new, of: new).isContentEqual(to: element(at: $0.old, of: old))
    }.map(\.new)
    if !mapping.crossings.isEmpty { updates.sort() }
    return ListDifference(mapping: mapping, sectionUpdates: sections.updates, elementUpdates: updates)
  }

  @inlinable
  static func section(_ position: Int, of sections: Sections) -> Sections.Element {
    sections[sections.index(sections.startIndex, offsetBy: position)]
  }

  @inlinable
  static func element(at path: ElementPath, of sections: Sections) -> Sections.Element.Elements.Element {
    let elements = section(path.section, of: sections).elements
    return elements[elements.index(elements.startIndex, offsetBy: path.item)]
  }

  /// Pairs across sections what found no partner in its own.
  @inlinable
  static func join(
    _ old: Sections, _ new: Sections, into builder: inout ListMappingBuilder, _ hashing: IdentityHashing?
  ) {
    let mayCross = builder.mayHaveCrossings(
      oldCount: { section($0, of: old).elements.count }, newCount: { section($0, of: new).elements.count })
    if !mayCross { return }
    var oldParts = Leftovers()
    builder.forEachOldLeftover { position, range in
      oldParts.add(range ?? 0..<section(position, of: old).elements.count, section: position)
    }
    if oldParts.count == 0 || oldParts.count >= Int(Int32.max) { return }
    var newParts = Leftovers()
    builder.forEachNewLeftover { position, range in
      newParts.add(range ?? 0..<section(position, of: new).elements.count, section: position)
    }
    if newParts.count == 0 || newParts.count >= Int(Int32.max) { return }
    let pairs = LeftoverPairs.between(
      identities(of: oldParts, in: old), identities(of: newParts, in: new), hashing: hashing,
      isMistake: newParts.areInOneSection)
    builder.add(pairs, old: oldParts, new: newParts)
  }

  @inlinable
  static func identities(of leftovers: Leftovers, in sections: Sections) -> IdentityBuffer<ElementID> {
    let identities = IdentityBuffer<ElementID>(capacity: leftovers.count)
    for part in leftovers.parts { identities.append(part.range, of: section(part.section, of: sections).elements) }
    return identities
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

  @usableFromInline
  init(mapping: ListMapping, sectionUpdates: ContentMarks, elementUpdates: [ElementPath]) {
    self.mapping = mapping
    self.sectionUpdates = sectionUpdates
    self.elementUpdates = elementUpdates
  }
}
