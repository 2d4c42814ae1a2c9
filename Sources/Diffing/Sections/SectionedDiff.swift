/// The difference of two lists of sections.
@usableFromInline
enum SectionedDiff<Sections: RandomAccessCollection> where Sections.Element: DifferentiableSection {
  @usableFromInline typealias Element = Sections.Element.Elements.Element

  /// Finds the difference of two lists of sections and their elements.
  ///
  /// Sections and elements are read in place, through functions that are compiled for their types; elements that do not
  /// lie in arrays are copied first.
  /// - Complexity: O(*n*) on average.
  @inlinable
  static func difference(from old: Sections, to new: Sections, hashing: IdentityHashing? = nil) -> ListDifference {
    let (old, new) = (Array(old), Array(new))
    let (oldElements, newElements) = (arrays(of: old), arrays(of: new))
    return withExtendedLifetime((old, new, oldElements, newElements)) {
      SectionArrays.difference(
        from: old.memory, to: new.memory, ElementOperations(of: Sections.Element.self),
        oldElements.map(\.memory), newElements.map(\.memory), ElementOperations(of: Element.self), hashing)
    }
  }

  /// Returns the elements of each section as arrays. The caller keeps them while their memory is read, because a
  /// section may make its elements on demand.
  @inlinable
  static func arrays(of sections: [Sections.Element]) -> [[Element]] {
    var arrays: [[Element]] = []
    arrays.reserveCapacity(sections.count)
    let areArrays = Sections.Element.Elements.self == [Element].self
    for section in sections {
      arrays.append(areArrays ? unsafeBitCast(section.elements, to: [Element].self) : Array(section.elements))
    }
    return arrays
  }
}
