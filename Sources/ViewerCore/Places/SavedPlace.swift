package import Scrollwork

/// Where one stood in a folder or a file, and how that was shown.
package struct SavedPlace: Hashable, Sendable {
  package var position: ScrollPosition
  /// What it was sorted by; empty for the usual order.
  package var sort: [SortKey]
  /// What the person chose for a folder; `nil` for what suits the entries.
  var layout: FolderLayout?
  /// The place of the chosen tile size among `FolderLayout.tileSizes`; `nil` for what suits the window.
  var zoom: Int?

  package init(position: ScrollPosition, sort: [SortKey] = []) {
    self.position = position
    self.sort = sort
  }

  /// True if it says no more than what is shown to who comes for the first time.
  var isUsual: Bool {
    position.places.isEmpty && !position.isAtEnd && sort.isEmpty && layout == nil && zoom == nil
  }
}

// One line for each place, its fields between tabs: what a person could read and mend.
extension SavedPlace {
  private static let fixedFields = 4
  private static let fieldsOfItem = 5

  /// The fields in which the place is written.
  var fields: [String] {
    var fields = [
      sort.map(\.description).joined(separator: ","), layout.map { String($0.rawValue) } ?? "",
      zoom.map(String.init) ?? "",
      position.isAtEnd ? "end" : "",
    ]
    for place in position.places where place.path.count == 2 {
      fields += [place.section, place.item, String(place.path[0]), String(place.path[1]), String(place.fraction)]
    }
    return fields
  }

  /// - Returns: `nil` if the fields are not such as are written.
  init?(fields: [String]) {
    guard fields.count >= Self.fixedFields, (fields.count - Self.fixedFields) % Self.fieldsOfItem == 0 else {
      return nil
    }
    sort = []
    if !fields[0].isEmpty {
      guard let keys = try? SortKey.parse(fields[0]) else { return nil }
      sort = keys
    }
    if !fields[1].isEmpty {
      guard let layout = Int(fields[1]).flatMap({ FolderLayout(rawValue: $0) }) else { return nil }
      self.layout = layout
    }
    if !fields[2].isEmpty {
      guard let zoom = Int(fields[2]), FolderLayout.tileSizes.indices.contains(zoom) else { return nil }
      self.zoom = zoom
    }
    guard ["", "end"].contains(fields[3]) else { return nil }
    var places: [ScrollPosition.Place] = []
    for start in stride(from: Self.fixedFields, to: fields.count, by: Self.fieldsOfItem) {
      let (section, item) = (Int(fields[start + 2]), Int(fields[start + 3]))
      guard let section, let item, section >= 0, item >= 0, let fraction = Double(fields[start + 4]), fraction.isFinite
      else { return nil }
      places.append(
        ScrollPosition.Place(
          section: fields[start], item: fields[start + 1], path: [section, item], fraction: fraction))
    }
    position = ScrollPosition(places: places, isAtEnd: fields[3] == "end")
  }
}
