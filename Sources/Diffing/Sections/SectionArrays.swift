/// The old and the new sections with their elements, in memory whose types only ``ElementOperations`` knows.
@usableFromInline
struct SectionArrays: SectionPair {
  /// One list of sections.
  struct Sections: SectionList {
    let sections: ElementReferences
    /// The elements of each section.
    let elements: [ElementMemory]
    let operations: Unmanaged<ElementOperations>

    var count: Int { sections.count }

    func elementCount(ofSection section: Int) -> Int { elements[section].count }

    func column(ofSection section: Int) -> IdentityColumn? { nil }

    /// Returns the elements of a section.
    @inline(__always)
    subscript(section: Int) -> ElementReferences { ElementReferences(elements[section], operations) }

    /// Writes the identities of some elements into uninitialised memory.
    func fill(_ part: UnmatchedElements.Part, _ ids: UnsafeMutablePointer<ElementReference>) {
      let elements = self[part.section]
      for (index, position) in part.range.enumerated() { (ids + index).initialize(to: elements.id(at: position)) }
    }
  }

  let old: Sections
  let new: Sections

  /// Finds the difference of two lists of sections in memory that outlives the call.
  /// - Parameters:
  ///   - old: The sections before.
  ///   - oldElements: The elements of each section before.
  @usableFromInline
  static func difference(
    from old: ElementMemory, to new: ElementMemory, _ ofSections: ElementOperations,
    _ oldElements: [ElementMemory], _ newElements: [ElementMemory], _ ofElements: ElementOperations,
    _ hashing: IdentityHashing?
  ) -> ListDifference {
    withExtendedLifetime((ofSections, ofElements)) {
      let (ofSections, operations) = (Unmanaged.passUnretained(ofSections), Unmanaged.passUnretained(ofElements))
      return SectionArrays(
        old: Sections(sections: ElementReferences(old, ofSections), elements: oldElements, operations: operations),
        new: Sections(sections: ElementReferences(new, ofSections), elements: newElements, operations: operations)
      ).difference(hashing)
    }
  }

  func sectionDifference(_ hashing: IdentityHashing?) -> PositionDifference {
    PositionDiff(old: old.sections, new: new.sections, hashing: hashing).difference()
  }

  func elementDifference(old: Int, new: Int, _ hashing: IdentityHashing?) -> PositionDifference {
    PositionDiff(old: self.old[old], new: self.new[new], hashing: hashing).difference()
  }

  func isContentEqual(new: ElementPath, old: ElementPath) -> Bool {
    self.new[new.section].isContentEqual(at: new.item, to: self.old[old.section], at: old.item)
  }

  func pairs(of old: UnmatchedElements, and new: UnmatchedElements, _ hashing: IdentityHashing?) -> UnmatchedPairs {
    UnmatchedPairs.between(old, new, hashing: hashing, fillOld: self.old.fill, fillNew: self.new.fill)
  }

  func text(at place: RepeatedIdentity.Place) -> String {
    switch place {
    case .section(let section): new.sections.id(at: section).text
    case .element(let path): new[path.section].id(at: path.item).text
    }
  }
}
