/// The difference of two lists of sections.
@usableFromInline
package enum SectionedDiff<Sections: RandomAccessCollection> where Sections.Element: DifferentiableSection {
  @usableFromInline typealias Element = Sections.Element.Elements.Element

  /// Finds the difference of two lists of sections and their elements.
  ///
  /// Sections and elements are read in place, through functions that are compiled for their types; elements that do not
  /// lie in arrays are copied first.
  /// - Complexity: O(*n*) on average.
  /// - Parameter hashing: The only hash to use, for tests; `nil` for the best one.
  @inlinable
  package static func difference(
    from old: Sections, to new: Sections, hashing: IdentityHashing? = nil
  ) -> ListDifference {
    let (old, new) = (Array(old), Array(new))
    // Kept while their memory is read, because a section may make its elements on demand.
    let (oldElements, newElements) = (old.map { Array($0.elements) }, new.map { Array($0.elements) })
    return withExtendedLifetime((old, new, oldElements, newElements)) {
      SectionArrays.difference(
        from: old.memory, to: new.memory, ElementOperations(of: Sections.Element.self),
        oldElements.map(\.memory), newElements.map(\.memory), ElementOperations(of: Element.self), hashing)
    }
  }
}
