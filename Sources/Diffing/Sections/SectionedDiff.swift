/// The difference of two lists of sections.
@usableFromInline
enum SectionedDiff<Sections: RandomAccessCollection> where Sections.Element: DifferentiableSection {
  @usableFromInline typealias Element = Sections.Element.Elements.Element

  /// Finds the difference.
  ///
  /// Sections whose elements are arrays are read in place, through functions that are compiled for their types. Others are
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

  /// The elements of each section, which the caller keeps while their memory is read: a section may make them on demand.
  /// - Precondition: They are arrays.
  @inlinable
  static func arrays(of sections: [Sections.Element]) -> [[Element]] {
    var arrays: [[Element]] = []
    arrays.reserveCapacity(sections.count)
    for section in sections { arrays.append(unsafeBitCast(section.elements, to: [Element].self)) }
    return arrays
  }
}
