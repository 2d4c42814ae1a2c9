extension ChangePositions {
  /// The changes of short lists.
  /// - Parameter changes: In place, because it would be copied to be lent; nothing of it changes.
  @usableFromInline
  init(_ changes: inout ShortChanges) {
    self.init()
    let counts = ChangeCounts(
      sectionsOnce: changes.sectionDeleted.nonzeroBitCount &+ changes.sectionInserted.nonzeroBitCount,
      sectionsTwice: changes.sectionMoved.nonzeroBitCount &+ changes.sectionUpdated.nonzeroBitCount,
      elementsOnce: changes.deleted.nonzeroBitCount &+ changes.inserted.nonzeroBitCount,
      elementsTwice: changes.moved.nonzeroBitCount &+ changes.updated.nonzeroBitCount)
    if counts.wordCount == Self.headerSize { return }
    make(atMost: counts) { writer in
      changes.write(changes.sectionDeleted, .sectionDeleted, to: &writer)
      changes.write(changes.sectionInserted, .sectionInserted, to: &writer)
      changes.writePairs(ofSections: changes.sectionMoved, .sectionMoved, to: &writer)
      changes.writePairs(ofSections: changes.sectionUpdated, .sectionUpdated, to: &writer)
      changes.writePaths(changes.deleted, changes.old, .elementDeleted, to: &writer)
      changes.writePaths(changes.inserted, changes.new, .elementInserted, to: &writer)
      changes.writePairs(ofElements: changes.moved, .elementMoved, to: &writer)
      changes.writePairs(ofElements: changes.updated, .elementUpdated, to: &writer)
    }
  }
}

extension ShortChanges {
  @inline(__always)
  fileprivate func write(_ bits: UInt64, _ kind: ChangePositions.Kind, to writer: inout ChangeWriter) {
    Self.forEach(bits) { writer.add(firstSection &+ $0) }
    writer.end(kind)
  }

  @inline(__always)
  fileprivate func writePairs(ofSections bits: UInt64, _ kind: ChangePositions.Kind, to writer: inout ChangeWriter) {
    Self.forEach(bits) { section in
      writer.add(PositionChange(source: firstSection &+ Int(oldSections[section]), target: firstSection &+ section))
    }
    writer.end(kind)
  }

  @inline(__always)
  fileprivate func writePaths(
    _ bits: UInt64, _ numbering: Numbering, _ kind: ChangePositions.Kind, to writer: inout ChangeWriter
  ) {
    var section = 0
    Self.forEach(bits) { writer.add(path($0, numbering, in: &section)) }
    writer.end(kind)
  }

  @inline(__always)
  fileprivate func writePairs(ofElements bits: UInt64, _ kind: ChangePositions.Kind, to writer: inout ChangeWriter) {
    var (section, oldSection) = (0, 0)
    Self.forEach(bits) { element in
      let target = path(element, new, in: &section)
      let oldElement = Int(oldElements[element])
      // Mostly it was in the section that its own one was.
      let partner = Int(oldSections[section])
      oldSection = partner >= 0 && old.start(of: partner) <= oldElement ? partner : 0
      writer.add(PositionChange(source: path(oldElement, old, in: &oldSection), target: target))
    }
    writer.end(kind)
  }
}
