extension NestedLeftovers {
  /// Pairs across sections.
  ///
  /// First what has all the sections that it is in in common with its partner, then what has all but the outermost, and
  /// so on: so a section that goes into another one takes along what is in it.
  /// - Complexity: O(*d* *n*) on average in the depth of the sections and the number of leftovers.
  static func join(from old: [IdentityColumn], to new: [IdentityColumn], into builder: inout ListMappingBuilder) {
    var ranges: [(section: Int, range: Range<Int>)] = []
    builder.forEachOldLeftover { ranges.append(($0, $1 ?? 0..<old[$0].count)) }
    var left = NestedLeftovers(ranges, of: old)
    if left.isEmpty { return }
    ranges.removeAll()
    builder.forEachNewLeftover { ranges.append(($0, $1 ?? 0..<new[$0].count)) }
    var came = NestedLeftovers(ranges, of: new)
    let room = LeftoverPairs.room(count: old.reduce(0) { $0 + $1.count })
    for depth in (0..<min(left.depth, came.depth)).reversed() {
      let leftGroups = left.groups(ofDepth: depth + 1)
      for (type, coming) in came.groups(ofDepth: depth + 1) {
        guard let leaving = leftGroups[type], leaving.areNumbered, coming.areNumbered else { continue }
        if let source = leaving.onlySite, let target = coming.onlySite,
          left.isSame(source, as: target, of: came, sections: builder.sections)
        {
          continue
        }
        let pairs = leaving.pairs(with: coming, room: room)
        left.note(pairs.newOfOld, of: leaving)
        came.note(pairs.oldOfNew, of: coming)
        builder.add(pairs, old: leaving.places, new: coming.places)
      }
    }
  }
}
