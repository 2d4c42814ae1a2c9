extension ChangePositions {
  /// Takes in the changes of short lists.
  /// - Parameter changes: In place, because it would be copied to be lent; nothing of it changes.
  @usableFromInline
  mutating func set(_ changes: inout ShortChanges) {
    let first = changes.firstSection
    if changes.sectionDeleted != 0 { sectionDeleted = Self.list(changes.sectionDeleted) { first + $0 } }
    if changes.sectionInserted != 0 { sectionInserted = Self.list(changes.sectionInserted) { first + $0 } }
    if changes.sectionUpdated != 0 { sectionUpdated = Self.sectionChanges(changes.sectionUpdated, changes) }
    if changes.sectionMoved != 0 { sectionMoved = Self.sectionChanges(changes.sectionMoved, changes) }
    if changes.deleted != 0 {
      var section = 0
      elementDeleted = Self.list(changes.deleted) { changes.oldPath($0, in: &section) }
    }
    if changes.inserted != 0 {
      var section = 0
      elementInserted = Self.list(changes.inserted) { changes.newPath($0, in: &section) }
    }
    if changes.updated != 0 { elementUpdated = Self.elementChanges(changes.updated, changes) }
    if changes.moved != 0 { elementMoved = Self.elementChanges(changes.moved, changes) }
  }

  private static func sectionChanges(_ bits: UInt64, _ changes: borrowing ShortChanges) -> [PositionChange<Int>] {
    let first = changes.firstSection
    return list(bits) { PositionChange(source: first + Int(changes.oldSections[$0]), target: first + $0) }
  }

  private static func elementChanges(
    _ bits: UInt64, _ changes: borrowing ShortChanges
  ) -> [PositionChange<ElementPath>] {
    var (section, oldSection) = (0, 0)
    return list(bits) { element in
      let target = changes.newPath(element, in: &section)
      let oldElement = Int(changes.oldElements[element])
      // Mostly it was in the section that its own one was.
      let partner = Int(changes.oldSections[section])
      oldSection = partner >= 0 && changes.old.start(of: partner) <= oldElement ? partner : 0
      return PositionChange(source: changes.oldPath(oldElement, in: &oldSection), target: target)
    }
  }

  /// - Precondition: At least one bit is set.
  @inline(__always)
  private static func list<Change>(_ bits: UInt64, _ change: (Int) -> Change) -> [Change] {
    let first = change(bits.trailingZeroBitCount)
    var list = [Change](filledWith: first, count: bits.nonzeroBitCount)
    let rest = bits & (bits &- 1)
    if rest == 0 { return list }
    list.withUnsafeMutableBufferPointer { list in
      var count = 1
      ShortChanges.forEach(rest) { number in
        list[count] = change(number)
        count &+= 1
      }
    }
    return list
  }
}
