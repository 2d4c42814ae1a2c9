/// The old and the new sections with their elements, in memory whose types only ``ElementOperations`` knows.
@usableFromInline
struct SectionArrays: SectionPair {
  private let oldSections: ElementReferences
  private let newSections: ElementReferences
  private let oldElements: [ElementMemory]
  private let newElements: [ElementMemory]
  private let operations: Unmanaged<ElementOperations>

  /// Finds the difference of two lists of sections in memory that outlives the call.
  /// - Parameters:
  ///   - old: The old sections.
  ///   - oldElements: The elements of each old section.
  @usableFromInline
  static func difference(
    from old: ElementMemory, to new: ElementMemory, _ ofSections: ElementOperations,
    _ oldElements: [ElementMemory], _ newElements: [ElementMemory], _ ofElements: ElementOperations,
    _ hashing: IdentityHashing?
  ) -> ListDifference {
    withExtendedLifetime((ofSections, ofElements)) {
      let (ofSections, ofElements) = (Unmanaged.passUnretained(ofSections), Unmanaged.passUnretained(ofElements))
      return SectionArrays(
        oldSections: ElementReferences(old, ofSections), newSections: ElementReferences(new, ofSections),
        oldElements: oldElements, newElements: newElements, operations: ofElements
      ).difference(hashing)
    }
  }

  var oldSectionCount: Int { oldSections.count }
  var newSectionCount: Int { newSections.count }

  func oldCount(ofSection section: Int) -> Int { oldElements[section].count }

  func newCount(ofSection section: Int) -> Int { newElements[section].count }

  func sectionDifference(_ hashing: IdentityHashing?) -> PositionDifference {
    PositionDiff(old: oldSections, new: newSections, hashing: hashing).difference()
  }

  func elementDifference(old: Int, new: Int, _ hashing: IdentityHashing?) -> PositionDifference {
    PositionDiff(old: elements(ofOld: old), new: elements(ofNew: new), hashing: hashing).difference()
  }

  func isContentEqual(new: ElementPath, old: ElementPath) -> Bool {
    elements(ofNew: new.section).isContentEqual(at: new.item, to: elements(ofOld: old.section), at: old.item)
  }

  func pairs(of old: UnmatchedElements, and new: UnmatchedElements, _ hashing: IdentityHashing?) -> UnmatchedPairs {
    UnmatchedPairs.between(
      old, new, hashing: hashing,
      fillOld: { Self.fill($1, $0.range, elements(ofOld: $0.section)) },
      fillNew: { Self.fill($1, $0.range, elements(ofNew: $0.section)) })
  }

  func text(at place: RepeatedIdentity.Place) -> String {
    switch place {
    case .section(let section): newSections.id(at: section).text
    case .element(let path): elements(ofNew: path.section).id(at: path.item).text
    }
  }

  @inline(__always)
  private func elements(ofOld section: Int) -> ElementReferences { ElementReferences(oldElements[section], operations) }

  @inline(__always)
  private func elements(ofNew section: Int) -> ElementReferences { ElementReferences(newElements[section], operations) }

  /// Writes the identities of some elements into uninitialised memory.
  private static func fill(
    _ ids: UnsafeMutablePointer<ElementReference>, _ range: Range<Int>, _ elements: ElementReferences
  ) {
    for (index, position) in range.enumerated() { (ids + index).initialize(to: elements.id(at: position)) }
  }
}
