/// The height of rows, lines and headers. The size of texts is a setting of its own.
package enum Density: String, CaseIterable, Sendable {
  case comfortable, compact

  /// The height of a file with its size and date in columns, and with these below its name, in logical pixels.
  func fileRow(isNarrow: Bool) -> Double { pick(isNarrow ? 56 : 36, isNarrow ? 48 : 28) }
  /// The height of a folder among tiles.
  var folderTile: Double { pick(52, 44) }
  /// The height of the title of a section of a folder.
  var sectionTitle: Double { pick(44, 36) }
  /// The height of the title of a group of rows.
  var groupTitle: Double { pick(36, 28) }
  /// The height of a line of text or bytes.
  var line: Double { pick(20, 18) }
  /// The height of a row of texts in a table.
  var tableRow: Double { pick(28, 24) }
  /// The height of the titles of columns.
  var tableHeader: Double { pick(32, 28) }

  private func pick(_ comfortable: Double, _ compact: Double) -> Double { self == .compact ? compact : comfortable }
}

/// A screen whose rows follow the density of the settings.
@MainActor
protocol DensityFollowing: ViewerScreen {
  var density: Density { get set }
}
