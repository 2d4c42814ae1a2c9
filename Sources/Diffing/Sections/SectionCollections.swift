/// Sections with their elements in collections of any kind, for example in a ``RowStore`` that knows its edits.
@usableFromInline
struct SectionCollections<Section: DifferentiableSection>: SectionPair {
  @usableFromInline typealias ElementID = Section.Elements.Element.DifferenceIdentifier

  @usableFromInline let old: [Section]
  @usableFromInline let new: [Section]

  @inlinable
  init(old: [Section], new: [Section]) {
    self.old = old
    self.new = new
  }

  @inlinable var oldSectionCount: Int { old.count }
  @inlinable var newSectionCount: Int { new.count }

  @inlinable
  func oldCount(ofSection section: Int) -> Int { old[section].elements.count }

  @inlinable
  func newCount(ofSection section: Int) -> Int { new[section].elements.count }

  @inlinable
  func sectionDifference(_ hashing: IdentityHashing?) -> PositionDifference {
    ElementDiff.difference(from: old, to: new, hashing: hashing)
  }

  @inlinable
  func elementDifference(old: Int, new: Int, _ hashing: IdentityHashing?) -> PositionDifference {
    ElementDiff.difference(from: self.old[old].elements, to: self.new[new].elements, hashing: hashing)
  }

  @inlinable
  func isContentEqual(new: ElementPath, old: ElementPath) -> Bool {
    Self.element(at: new, of: self.new).isContentEqual(to: Self.element(at: old, of: self.old))
  }

  @inlinable
  func pairs(of old: UnmatchedElements, and new: UnmatchedElements, _ hashing: IdentityHashing?) -> UnmatchedPairs {
    UnmatchedPairs.between(
      old, new, hashing: hashing,
      fillOld: { Self.fill($1, $0.range, of: self.old[$0.section].elements) },
      fillNew: { Self.fill($1, $0.range, of: self.new[$0.section].elements) })
  }

  @inlinable
  func text(at place: RepeatedIdentity.Place) -> String {
    switch place {
    case .section(let section): "\(ScrollworkDiffing.ElementID(new[section].differenceIdentifier))"
    case .element(let path): "\(ScrollworkDiffing.ElementID(Self.element(at: path, of: new).differenceIdentifier))"
    }
  }

  @inlinable
  static func element(at path: ElementPath, of sections: [Section]) -> Section.Elements.Element {
    let elements = sections[path.section].elements
    return elements[elements.index(elements.startIndex, offsetBy: path.item)]
  }

  @inlinable
  static func fill(_ ids: UnsafeMutablePointer<ElementID>, _ range: Range<Int>, of elements: Section.Elements) {
    for (index, element) in Replay.elements(range, of: elements).enumerated() {
      (ids + index).initialize(to: element.differenceIdentifier)
    }
  }
}
