/// How a list marks cells that are hovered, pressed, selected or focused.
public enum CellHighlight: Hashable, Sendable {
  /// A rounded highlight, inset from the list's edges, with a mark at the start. Neighbours that are selected join.
  case row
  /// From edge to edge, with a mark at the very start: for text, logs and tables.
  case line
  /// A rounded plate under the whole cell: for tiles, whose content shows more by itself.
  case tile
  /// The list draws nothing; the content may.
  case none
}

extension CellHighlight {
  /// True for what spans its list, so that on its way it covers the others.
  var covers: Bool { self == .row || self == .line }
}
