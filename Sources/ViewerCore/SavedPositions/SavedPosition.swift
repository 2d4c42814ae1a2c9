package import Scrollwork

/// The saved scroll position of a folder or file, with its order and layout.
package struct SavedPosition: Hashable, Sendable {
  /// The position as identities and fractions.
  package var position: ScrollPosition
  /// The order; empty for the default order.
  package var sort: [SortKey]
  /// The layout that the user chose for a folder; `nil` for the default one.
  var layout: FolderLayout?
  /// The property by which a folder is divided into groups; `nil` for none.
  var grouping: FolderGrouping?
  /// The index of the chosen tile size among `FolderLayout.tileSizes`; `nil` for the default size.
  var zoom: Int?
  /// The saved choices for a table; the default value for other content.
  var table = TableLook()
  /// The saved choices for a text; the default value for other content.
  var text = TextLook()

  /// The position of content that was never shown.
  static let start = SavedPosition(position: ScrollPosition(places: [], isAtEnd: false))

  package init(position: ScrollPosition, sort: [SortKey] = []) {
    self.position = position
    self.sort = sort
  }
}

// One line for each place, with fields separated by tabs, so that a user can read and correct the file.
extension SavedPosition {
  /// The number of fields before the items, and the number of fields of each item.
  private static let fixedFields = 4
  private static let fieldsOfItem = 5

  /// The fields that are saved: order and grouping (`size:desc;day`), layout, tile size, `end` if the list was at its
  /// end, the choices for a table or text if there are any, then five fields for each saved item.
  var fields: [String] {
    var fields = [
      sort.map(\.description).joined(separator: ",") + (grouping.map { ";" + $0.rawValue } ?? ""),
      layout.map { String($0.rawValue) } ?? "",
      zoom.map(String.init) ?? "",
      position.isAtEnd ? "end" : "",
    ]
    if !table.limited.isDefault {
      fields.append(table.limited.text)
    } else if !text.isDefault {
      fields.append(text.text)
    }
    for place in position.places where place.path.count == 2 {
      fields += [place.section, place.item, String(place.path[0]), String(place.path[1]), String(place.fraction)]
    }
    return fields
  }

  /// Parses fields written by `fields`.
  /// - Returns: `nil` if a field is invalid.
  init?(fields: [String]) {
    guard fields.count >= Self.fixedFields else { return nil }
    // The look is the only field that may be missing.
    let rest = (fields.count - Self.fixedFields) % Self.fieldsOfItem
    guard rest <= 1 else { return nil }
    if rest == 1 {
      if let text = TextLook(text: fields[Self.fixedFields]) {
        self.text = text
      } else {
        guard let table = TableLook(text: fields[Self.fixedFields]) else { return nil }
        self.table = table
      }
    }
    sort = []
    let parts = fields[0].split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    if let order = parts.first, !order.isEmpty {
      guard let keys = try? SortKey.parse(String(order)) else { return nil }
      sort = keys
    }
    if parts.count == 2 {
      guard let grouping = FolderGrouping(rawValue: String(parts[1])) else { return nil }
      self.grouping = grouping
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
    for start in stride(from: Self.fixedFields + rest, to: fields.count, by: Self.fieldsOfItem) {
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
