import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// The scroll position of a view, to save and restore later.
///
/// It names identities of visible items, not pixels, so it stays valid if data, width or fonts change in between.
public struct ScrollPosition: Hashable, Codable, Sendable {
  /// An item that was visible.
  package struct Place: Hashable, Codable, Sendable {
    /// The identities of the section and of the item, as text.
    package var section: String
    package var item: String
    /// The path that the item had when it was saved, as section and item. The search for the item begins there.
    package var path: [Int]
    /// The fraction of the item's extent that is before the viewport's start; negative if the item begins after the
    /// viewport's start.
    package var fraction: Double

    package init(section: String, item: String, path: [Int], fraction: Double) {
      (self.section, self.item) = (section, item)
      (self.path, self.fraction) = (path, fraction)
    }
  }

  /// A nested scroll container that was scrolled.
  struct SectionPlace: Hashable, Codable, Sendable {
    /// The description of the section's identity.
    var section: String
    /// The position that the section had in the list when it was saved.
    var index: Int
    /// The offset, in logical pixels.
    var offset: Double
    /// The subsection that scrolls; `nil` for the section itself.
    var inner: Inner?

    struct Inner: Hashable, Codable, Sendable {
      var identities: [String]
      var number: Int
    }
  }

  /// The first visible item and the items after it, which serve if the first one no longer exists.
  package var places: [Place]
  /// Whether the view was at the end.
  package var isAtEnd: Bool
  /// The nested scroll containers that were scrolled.
  var sections: [SectionPlace] = []

  package init(places: [Place], isAtEnd: Bool) {
    (self.places, self.isAtEnd) = (places, isAtEnd)
  }
}

extension ScrollPosition {
  /// Decodes a position. Positions that older versions saved have no nested scroll containers.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    places = try values.decode([Place].self, forKey: .places)
    isAtEnd = try values.decode(Bool.self, forKey: .isAtEnd)
    sections = try values.decodeIfPresent([SectionPlace].self, forKey: .sections) ?? []
  }
}

extension List {
  /// Returns the nested containers of this list that match the saved ones, with the saved offsets.
  func offsets(of places: [ScrollPosition.SectionPlace]) -> [(container: ScrollContainerID, offset: Double)] {
    guard !places.isEmpty else { return [] }
    var positions: [String: Int]?
    func position(_ place: ScrollPosition.SectionPlace) -> Int? {
      if sections.indices.contains(place.index), sections[place.index].id.description == place.section {
        return place.index
      }
      let known =
        positions ?? Dictionary(sections.enumerated().map { ($1.id.description, $0) }) { first, _ in first }
      positions = known
      return known[place.section]
    }
    return places.compactMap { place in
      guard place.offset.isFinite, let section = position(place) else { return nil }
      guard let inner = place.inner else { return (ScrollContainerID(section: section), place.offset) }
      let subsection = sections[section].number(ofSubsection: inner)
      return subsection.map { (ScrollContainerID(section: section, subsection: $0), place.offset) }
    }
  }

  /// Returns the first saved place whose item is in the list, with the item's path.
  func first(of places: [ScrollPosition.Place]) -> (place: ScrollPosition.Place, path: ElementPath)? {
    var rest = places[...]
    while let first = rest.first {
      // The saved places are in the order of the list, so places of the same section are adjacent.
      let group = rest.prefix { $0.section == first.section }
      rest = rest[group.endIndex...]
      let likely = min(max(0, first.path.first ?? 0), sections.count)
      // Usually the section is at its old position, and no other section has to be described.
      for section in [likely..<likely + 1, 0..<likely, likely + 1..<max(likely + 1, sections.count)].joined()
      where sections.indices.contains(section) && sections[section].id.description == first.section {
        guard let (place, item) = sections[section].first(of: group) else { continue }
        return (place, ElementPath(section: section, item: item))
      }
    }
    return nil
  }

  func nearestPath(to path: [Int]) -> ElementPath? {
    guard path.count == 2, let last = sections.lastIndex(where: { $0.count > 0 }) else { return nil }
    let section = min(max(0, path[0]), last)
    guard sections[section].count > 0 else { return ElementPath(section: last, item: sections[last].count - 1) }
    return ElementPath(section: section, item: min(max(0, path[1]), sections[section].count - 1))
  }
}

extension Section {
  /// Returns the descriptions of the identities from the outermost subsection down to a subsection.
  func names(ofSubsection subsection: Int) -> [String]? { identity(ofSubsection: subsection)?.map(\.id.description) }

  /// Returns the number of a saved subsection: its old number if the subsection with that number has the saved
  /// description, else the number of the first subsection that has it; `nil` if there is none.
  fileprivate func number(ofSubsection place: ScrollPosition.SectionPlace.Inner) -> Int? {
    let count = composition?.subsectionCount ?? 0
    if (1...max(1, count)).contains(place.number), names(ofSubsection: place.number) == place.identities {
      return place.number
    }
    return (1..<count + 1).first { names(ofSubsection: $0) == place.identities }
  }

  /// Returns the first saved place whose item is in the section. The search begins at the old position of the first
  /// saved item and goes in both directions.
  fileprivate func first(
    of places: ArraySlice<ScrollPosition.Place>
  ) -> (place: ScrollPosition.Place, item: Int)? {
    let ranks = Dictionary(zip(places.map(\.item), places.indices)) { first, _ in first }
    let start = min(max(0, places.first?.path.last ?? 0), max(0, count - 1))
    var best: (rank: Int, item: Int)?
    for distance in 0..<max(start + 1, count - start) {
      for item in distance == 0 ? [start] : [start - distance, start + distance] where item >= 0 && item < count {
        guard let rank = ranks[rows.identities.id(at: item).description], rank < best?.rank ?? .max else { continue }
        best = (rank, item)
        if rank == places.startIndex { return (places[rank], item) }
      }
    }
    return best.map { (places[$0.rank], $0.item) }
  }
}
