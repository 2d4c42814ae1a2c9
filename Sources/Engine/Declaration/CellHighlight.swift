/// The way in which a list marks cells that are hovered, pressed, selected or focused.
public enum CellHighlight: Hashable, Sendable {
  /// A rounded highlight, inset from the list's edges, with a mark at the start. The highlights of selected neighbours
  /// join.
  case row
  /// A highlight from edge to edge, with a mark at the very start: for text, logs and tables.
  case line
  /// A rounded background behind the whole cell: for tiles, whose content views often mark themselves as well.
  case tile
  /// No highlight; the content view may draw its own.
  case none
}

extension CellHighlight {
  /// Whether cells with this highlight span the list, so that a moving one needs a backdrop over those it passes.
  var covers: Bool { self == .row || self == .line }
}
