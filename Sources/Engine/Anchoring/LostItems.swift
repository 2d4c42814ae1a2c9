import ScrollworkDiffing

extension Anchor {
  /// The items that were visible when an update removed all visible items. The first ones to return bring the view
  /// back.
  package struct LostItems {
    private let section: ElementID
    /// The identities of the lost items, which are all in `section`, in the order of the list.
    private let column: IdentityColumn
    /// The distances of the items' starts from the viewport's start, in logical pixels.
    private let tops: [Double]
    /// The positions in `column`, the best anchor first.
    private let preference: [Int]
    let followsEnd: Bool

    /// Stores the visible items of the section that holds the best anchor; `nil` if nothing is visible.
    /// - Parameter elements: The visible items with their distances from the viewport's start, the best anchor first.
    init?(_ elements: [(path: ElementPath, top: Double)], in list: List, followsEnd: Bool) {
      guard let first = elements.first else { return nil }
      let seen = elements.filter { $0.path.section == first.path.section }
      let order = seen.indices.sorted { seen[$0].path.item < seen[$1].path.item }
      let section = list.sections[first.path.section]
      self.section = section.id
      column = section.rows.identities.part(order.map { seen[$0].path.item..<seen[$0].path.item + 1 })
      tops = order.map { seen[$0].top }
      preference = order.indices.sorted { order[$0] < order[$1] }
      self.followsEnd = followsEnd
    }

    /// Returns the best anchor among the lost items that an update brings back; `nil` if there is none.
    func returned(in list: List, _ mapping: ListMapping) -> Item? {
      guard let section = list.sections.firstIndex(where: { $0.id == section }) else { return nil }
      let identities = list.sections[section].rows.identities
      let inserted = mapping.elements[section].map { $0.insertedRanges() } ?? [0..<identities.count]
      if inserted.allSatisfy(\.isEmpty) { return nil }
      let places = column.mapping(to: identities, among: inserted)
      for index in preference {
        guard let item = places.newPosition(ofOld: index) else { continue }
        let range = inserted.partitioningIndex { $0.upperBound > item }
        guard range < inserted.count, inserted[range].contains(item) else { continue }
        return Item(path: ElementPath(section: section, item: item), position: tops[index])
      }
      return nil
    }

    /// Returns the best anchor if all lost items are in the list; else `nil`.
    func complete(in list: List) -> Item? {
      guard let section = list.sections.firstIndex(where: { $0.id == section }) else { return nil }
      let identities = list.sections[section].rows.identities
      let places = column.mapping(to: identities, among: [0..<identities.count])
      if preference.contains(where: { places.newPosition(ofOld: $0) == nil }) { return nil }
      guard let best = preference.first, let item = places.newPosition(ofOld: best) else { return nil }
      return Item(path: ElementPath(section: section, item: item), position: tops[best])
    }
  }
}
