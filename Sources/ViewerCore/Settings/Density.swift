/// The heights of rows, lines and headers in logical pixels. The text size is a separate setting.
package enum Density: String, CaseIterable, Sendable {
  case comfortable, compact

  /// Returns the height of a file's row in logical pixels: with size and date in columns, or below the name if narrow.
  func fileRow(isNarrow: Bool) -> Double { pick(isNarrow ? 56 : 36, isNarrow ? 48 : 28) }
  /// The height of a folder's tile.
  var folderTile: Double { pick(52, 44) }
  /// The height of the title of a section of a folder.
  var sectionTitle: Double { pick(44, 36) }
  /// The height of the title of a group of rows.
  var groupTitle: Double { pick(36, 28) }
  /// The height of a line of text or bytes.
  var line: Double { pick(20, 18) }
  /// The height of a table row with text only.
  var tableRow: Double { pick(28, 24) }
  /// The height of the header with the column titles.
  var tableHeader: Double { pick(32, 28) }

  private func pick(_ comfortable: Double, _ compact: Double) -> Double { self == .compact ? compact : comfortable }
}

/// A screen whose row heights follow the density setting.
@MainActor
protocol DensityFollowing: ViewerScreen {
  var density: Density { get set }
}
