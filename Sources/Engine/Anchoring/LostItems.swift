import ScrollworkDiffing

extension Anchor {
  /// The items that were visible before an update removed all of them, or before a filter moved the view to the start.
  /// The view returns to them whenever the program inserts some of them again, or when a filter that only adds items
  /// brings back all of them.
  ///
  /// The identity of an item includes its section: an item that appears in another section does not count as returned.
  package struct LostItems {
    /// The lost items of one section.
    private struct SectionItems {
      /// The identities, in the order of the list.
      let column: IdentityColumn
      /// The distances of the items' starts from the viewport's start, in logical pixels.
      let tops: [Double]
      /// For each item, its rank as an anchor among the lost items of all sections; 0 is the first choice.
      let ranks: [Int]
    }

    private let sections: [ElementID: SectionItems]
    let followsEnd: Bool

    /// Stores the visible items; `nil` if nothing is visible.
    /// - Parameter elements: The visible items with their distances from the viewport's start, the best anchor first.
    init?(_ elements: [(path: ElementPath, top: Double)], in list: List, followsEnd: Bool) {
      guard !elements.isEmpty else { return nil }
      let order = elements.indices.sorted { elements[$0].path < elements[$1].path }
      let sections = Dictionary(grouping: order) { elements[$0].path.section }.map { section, ranks in
        let section = list.sections[section]
        let positions = ranks.map { elements[$0].path.item..<elements[$0].path.item + 1 }
        let items = SectionItems(
          column: section.rows.identities.part(positions), tops: ranks.map { elements[$0].top }, ranks: ranks)
        return (section.id, items)
      }
      self.sections = Dictionary(sections) { first, _ in first }
      self.followsEnd = followsEnd
    }

    /// Returns the best anchor among the lost items that an update brings back; `nil` if there is none.
    /// - Complexity: O(*S*) in the number of sections, plus the comparison of the inserted items with the lost ones.
    func returned(in list: List, _ mapping: ListMapping) -> Item? {
      var best: (rank: Int, item: Item)?
      for (section, items) in present(in: list) {
        let identities = list.sections[section].rows.identities
        let inserted = mapping.elements[section].map { $0.insertedRanges() } ?? [0..<identities.count]
        if inserted.allSatisfy(\.isEmpty) { continue }
        let places = items.column.mapping(to: identities, among: inserted)
        for (index, rank) in items.ranks.enumerated() where rank < best?.rank ?? .max {
          guard let item = places.newPosition(ofOld: index) else { continue }
          let range = inserted.partitioningIndex { $0.upperBound > item }
          guard range < inserted.count, inserted[range].contains(item) else { continue }
          best = (rank, Item(path: ElementPath(section: section, item: item), position: items.tops[index]))
        }
      }
      return best?.item
    }

    /// Returns the best anchor if all lost items are in the list; else `nil`.
    /// - Complexity: As `returned(in:_:)`, but compares all items of the sections, not only the inserted ones.
    func complete(in list: List) -> Item? {
      let present = present(in: list)
      guard present.count == sections.count else { return nil }
      var best: Item?
      for (section, items) in present {
        let identities = list.sections[section].rows.identities
        let places = items.column.mapping(to: identities, among: [0..<identities.count])
        for (index, rank) in items.ranks.enumerated() {
          guard let item = places.newPosition(ofOld: index) else { return nil }
          if rank == 0 { best = Item(path: ElementPath(section: section, item: item), position: items.tops[index]) }
        }
      }
      return best
    }

    /// Returns the lost items of each section that is in `list`, with the position of the section in `list`.
    private func present(in list: List) -> [(section: Int, items: SectionItems)] {
      var missing = sections
      var present: [(section: Int, items: SectionItems)] = []
      for (section, declared) in list.sections.enumerated() {
        if missing.isEmpty { break }
        if let items = missing.removeValue(forKey: declared.id) { present.append((section, items)) }
      }
      return present
    }
  }
}
