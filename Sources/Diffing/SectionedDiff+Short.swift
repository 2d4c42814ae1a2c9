/// Short lists, whose changes are told without a mapping of each section: that is sooner done.
extension SectionedDiff {
  @usableFromInline typealias SectionList = ElementView<Sections.Element>

  /// Makes the changes of short lists of sections, by comparing each with each.
  /// - Parameter unchanged: So many sections at the start are known to be what they were with all that is in them.
  /// - Returns: False, and nothing is made, if the lists are not short, not in memory or slow to be compared, or if an
  ///   identity is met twice.
  @inlinable
  static func setChangesOfShort(
    _ positions: inout ChangePositions, from old: Sections, to new: Sections, unchanged: Int
  ) -> Bool {
    guard _isPOD(ElementID.self) || ElementID.self == String.self,
      max(old.count, new.count) - unchanged <= ShortChanges.mostSections
    else { return false }
    let isMade = old.withContiguousStorageIfAvailable { old in
      new.withContiguousStorageIfAvailable { new in
        ShortChanges.with(firstSection: unchanged) { changes in
          guard find(&changes, from: SectionList(old), to: SectionList(new)) else { return false }
          positions = ChangePositions(&changes)
          return true
        }
      } ?? false
    }
    return isMade ?? false
  }

  @inlinable
  static func find(_ changes: inout ShortChanges, from old: SectionList, to new: SectionList) -> Bool {
    for section in changes.firstSection..<old.count {
      guard changes.old.append(old.element(at: section).pointee.elements.count) else { return false }
    }
    for section in changes.firstSection..<new.count {
      guard changes.new.append(new.element(at: section).pointee.elements.count) else { return false }
    }
    guard pairSections(&changes, from: old, to: new) else { return false }
    for section in 0..<changes.new.sectionCount {
      let oldSection = Int(changes.oldSections[section])
      if oldSection < 0 {
        changes.brought |= ShortChanges.bits(changes.new.elements(of: section))
        continue
      }
      let isPaired = pairElements(
        &changes, section, oldSection,
        from: old.element(at: changes.firstSection &+ oldSection).pointee.elements,
        to: new.element(at: changes.firstSection &+ section).pointee.elements)
      if !isPaired { return false }
    }
    ShortChanges.forEach(changes.sectionDeleted) { section in
      changes.taken |= ShortChanges.bits(changes.old.elements(of: section))
    }
    return !changes.mayHaveCrossings || pairAcross(&changes, from: old, to: new)
  }

  /// Pairs each section with the first equal one that is still there.
  /// - Returns: False if one is there twice.
  @inlinable
  static func pairSections(_ changes: inout ShortChanges, from old: SectionList, to new: SectionList) -> Bool {
    let diff = PositionDiff(old: old, new: new)
    let start = changes.firstSection
    var free = ShortChanges.bits(0..<changes.old.sectionCount)
    var last: Int32 = -1
    var isInOrder = true
    for section in 0..<changes.new.sectionCount {
      guard let found = diff.firstEqual(to: start &+ section, among: free, from: start) else {
        for other in 0..<section where new.isEqual(at: start &+ section, to: new, at: start &+ other) { return false }
        changes.sectionInserted |= ShortChanges.bit(section)
        (changes.oldSections + section).initialize(to: -1)
        continue
      }
      let oldSection = Int32(truncatingIfNeeded: found &- start)
      free &= ~ShortChanges.bit(found &- start)
      (changes.oldSections + section).initialize(to: oldSection)
      isInOrder = isInOrder && oldSection > last
      last = oldSection
      if !new.isContentEqual(at: start &+ section, to: old, at: found) {
        changes.sectionUpdated |= ShortChanges.bit(section)
      }
    }
    changes.sectionDeleted = free
    if !isInOrder { changes.noteMovedSections() }
    return true
  }

  /// Pairs each element of a section with the first equal one of the section that this was.
  /// - Returns: False if one is there twice, or if they are not in memory.
  @inlinable
  @inline(__always)
  static func pairElements(
    _ changes: inout ShortChanges, _ section: Int, _ oldSection: Int,
    from old: Sections.Element.Elements, to new: Sections.Element.Elements
  ) -> Bool {
    let isPaired = old.withContiguousStorageIfAvailable { old in
      new.withContiguousStorageIfAvailable { new in
        pairElements(&changes, section, oldSection, from: ElementView(old), to: ElementView(new))
      } ?? false
    }
    return isPaired ?? false
  }

  @inlinable
  @inline(__always)
  static func pairElements<Element>(
    _ changes: inout ShortChanges, _ section: Int, _ oldSection: Int,
    from old: ElementView<Element>, to new: ElementView<Element>
  ) -> Bool {
    // An element's own code may say another number than it did.
    guard old.count == changes.old.elements(of: oldSection).count, new.count == changes.new.elements(of: section).count
    else { return false }
    if ElementView<Element>.hasIdenticalMemory, old.count == new.count,
      new.count == 0 || new.isMemoryIdentical(at: 0, to: old, at: 0, count: new.count)
    {
      return true
    }
    let diff = PositionDiff(old: old, new: new)
    return diff.pairByComparing(into: &changes, section: section, oldSection: oldSection, prefix: 0)
  }

  /// Pairs across sections what found no partner in its own: each with the first equal one in the order of the list.
  /// - Returns: False if an identity is in one section twice.
  @inlinable
  static func pairAcross(_ changes: inout ShortChanges, from old: SectionList, to new: SectionList) -> Bool {
    let (left, came) = (changes.deleted | changes.taken, changes.inserted | changes.brought)
    return withIdentities(left, changes.old, of: old, behind: changes.firstSection) { oldIDs in
      withIdentities(came, changes.new, of: new, behind: changes.firstSection) { newIDs in
        let diff = PositionDiff(old: oldIDs, new: newIDs)
        var free = ShortChanges.bits(0..<oldIDs.count)
        var isRepeated = false
        var index = 0
        ShortChanges.forEach(came) { element in
          defer { index &+= 1 }
          guard let found = diff.firstEqual(to: index, among: free, from: 0) else {
            isRepeated = isRepeated || (0..<index).contains { newIDs.isEqual(at: index, to: newIDs, at: $0) }
            return
          }
          free &= ~ShortChanges.bit(found)
          let oldElement = number(found, of: left)
          changes.cross(from: oldElement, to: element)
          let paths = changes.paths(old: oldElement, new: element)
          if !self.element(paths.new, of: new).isContentEqual(to: self.element(paths.old, of: old)) {
            changes.updated |= ShortChanges.bit(element)
          }
        }
        return !isRepeated
      }
    }
  }

  /// The bit that comes after so many others.
  @inlinable
  static func number(_ index: Int, of bits: UInt64) -> Int {
    var rest = bits
    for _ in 0..<index { rest &= rest &- 1 }
    return rest.trailingZeroBitCount
  }

  @inlinable
  static func element(_ path: ElementPath, of sections: SectionList) -> Sections.Element.Elements.Element {
    let elements = sections.element(at: path.section).pointee.elements
    return elements[elements.index(elements.startIndex, offsetBy: path.item)]
  }

  /// Lends copies of the identities of some elements.
  @inlinable
  @inline(__always)
  static func withIdentities<Result>(
    _ elements: UInt64, _ numbering: ShortChanges.Numbering, of sections: SectionList, behind unchanged: Int,
    _ body: (IdentityView<ElementID>) -> Result
  ) -> Result {
    IdentityBuffer<ElementID>.with(capacity: elements.nonzeroBitCount) { identities in
      for section in 0..<numbering.sectionCount {
        let range = numbering.elements(of: section)
        let here = elements & ShortChanges.bits(range)
        if here == 0 { continue }
        let own = sections.element(at: unchanged &+ section).pointee.elements
        ShortChanges.forEach(here) { element in
          identities.append(own[own.index(own.startIndex, offsetBy: element &- range.lowerBound)].differenceIdentifier)
        }
      }
      return body(identities.view)
    }
  }
}
