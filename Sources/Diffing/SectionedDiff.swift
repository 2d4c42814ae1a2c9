/// The difference of two lists of sections, in code that knows their types.
@usableFromInline
enum SectionedDiff<Sections: RandomAccessCollection> where Sections.Element: DifferentiableSection {
  @usableFromInline typealias ElementID = Sections.Element.Elements.Element.DifferenceIdentifier

  /// How many sections at the start are what they were with all that is in them, as far as it can be told by comparing
  /// memory.
  @inlinable
  static func unchangedCount(from old: Sections, to new: Sections) -> Int {
    let count = old.withContiguousStorageIfAvailable { old in
      new.withContiguousStorageIfAvailable { new in
        let (old, new) = (ElementView(old), ElementView(new))
        var count = 0
        while count < min(old.count, new.count), new.isEqual(at: count, to: old, at: count),
          new.isContentEqual(at: count, to: old, at: count),
          isUnchanged(from: old.element(at: count).pointee.elements, to: new.element(at: count).pointee.elements)
        {
          count += 1
        }
        return count
      } ?? 0
    }
    return count ?? 0
  }

  @inlinable
  static func isUnchanged(from old: Sections.Element.Elements, to new: Sections.Element.Elements) -> Bool {
    let isUnchanged = old.withContiguousStorageIfAvailable { old in
      new.withContiguousStorageIfAvailable { new in
        let (old, new) = (ElementView(old), ElementView(new))
        if old.isSameMemory(as: new) { return true }
        guard type(of: new).hasIdenticalMemory, old.count == new.count else { return false }
        return new.count == 0 || new.isMemoryIdentical(at: 0, to: old, at: 0, count: new.count)
      } ?? false
    }
    return isUnchanged ?? false
  }

  /// Sections in contiguous memory are read where they are.
  /// - Parameter unchanged: So many sections at the start are known to be what they were with all that is in them.
  /// - Complexity: O(*n*) on average.
  @inlinable
  static func difference(
    from old: Sections, to new: Sections, hashing: IdentityHashing? = nil, unchanged: Int = 0
  ) -> ListDifference {
    let inMemory = old.withContiguousStorageIfAvailable { old in
      new.withContiguousStorageIfAvailable { new in
        SectionedDiff<UnsafeBufferPointer<Sections.Element>>.found(from: old, to: new, hashing, unchanged)
      }
    }
    if let inMemory, let inMemory { return inMemory }
    return found(from: old, to: new, hashing, unchanged)
  }

  @inlinable
  static func found(
    from old: Sections, to new: Sections, _ hashing: IdentityHashing?, _ unchanged: Int
  ) -> ListDifference {
    let sections = ElementDiff.difference(from: old, to: new, hashing: hashing)
    var elements: [PositionMapping?] = []
    elements.reserveCapacity(new.count)
    var updates: [ElementPath] = []
    let kept = min(unchanged, sections.mapping.commonPrefix)
    for position in 0..<kept { elements.append(.identity(count: self.elements(position, of: new).count)) }
    for position in kept..<new.count {
      guard let oldPosition = sections.mapping.oldPosition(ofNew: position) else {
        elements.append(nil)
        continue
      }
      let difference = ElementDiff.difference(
        from: self.elements(oldPosition, of: old), to: self.elements(position, of: new), hashing: hashing)
      if !difference.updates.isEmpty {
        for update in difference.updates {
          updates.append(ElementPath(section: position, item: update))
        }
      }
      elements.append(difference.mapping)
    }
    var builder = ListMappingBuilder(sections: sections.mapping, elements: elements)
    join(old, new, into: &builder, hashing)
    let mapping = builder.mapping { place in
      switch place {
      case .section(let position):
        "\(ScrollworkDiffing.ElementID(new[new.index(new.startIndex, offsetBy: position)].differenceIdentifier))"
      case .element(let path):
        "\(ScrollworkDiffing.ElementID(element(at: path, of: new).differenceIdentifier))"
      }
    }
    updates += mapping.crossings.lazy.filter {
      !element(at: $0.new, of: new).isContentEqual(to: element(at: $0.old, of: old))
    }.map(\.new)
    if !mapping.crossings.isEmpty { updates.sort() }
    return ListDifference(mapping: mapping, sectionUpdates: sections.updates, elementUpdates: updates)
  }

  @inlinable
  @inline(__always)
  static func elements(_ position: Int, of sections: Sections) -> Sections.Element.Elements {
    sections[sections.index(sections.startIndex, offsetBy: position)].elements
  }

  @inlinable
  static func element(at path: ElementPath, of sections: Sections) -> Sections.Element.Elements.Element {
    let elements = elements(path.section, of: sections)
    return elements[elements.index(elements.startIndex, offsetBy: path.item)]
  }

  /// Pairs across sections what found no partner in its own.
  @inlinable
  static func join(
    _ old: Sections, _ new: Sections, into builder: inout ListMappingBuilder, _ hashing: IdentityHashing?
  ) {
    let mayCross = builder.mayHaveCrossings(
      oldCount: { elements($0, of: old).count }, newCount: { elements($0, of: new).count })
    if !mayCross { return }
    var oldParts = Leftovers()
    builder.forEachOldLeftover { position, range in
      oldParts.add(range ?? 0..<elements(position, of: old).count, section: position)
    }
    if oldParts.count == 0 || !oldParts.areNumbered { return }
    var newParts = Leftovers()
    builder.forEachNewLeftover { position, range in
      newParts.add(range ?? 0..<elements(position, of: new).count, section: position)
    }
    if newParts.count == 0 || !newParts.areNumbered { return }
    let pairs: LeftoverPairs = LeftoverPairs.between(
      oldParts, newParts, room: LeftoverPairs.room(count: elementCount(of: old)), hashing: hashing,
      fillOld: { part, range, ids in
        fill(ids, range, of: elements(oldParts.parts[part].section, of: old))
      },
      fillNew: { part, range, ids in
        fill(ids, range, of: elements(newParts.parts[part].section, of: new))
      })
    builder.add(pairs, old: oldParts, new: newParts)
  }

  @inlinable
  static func elementCount(of sections: Sections) -> Int {
    sections.reduce(0) { $0 + $1.elements.count }
  }

  @inlinable
  static func fill(
    _ ids: UnsafeMutablePointer<ElementID>, _ range: Range<Int>,
    of elements: Sections.Element.Elements
  ) {
    var target = ids
    var index = elements.index(elements.startIndex, offsetBy: range.lowerBound)
    for _ in 0..<range.count {
      target.initialize(to: elements[index].differenceIdentifier)
      target += 1
      elements.formIndex(after: &index)
    }
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
