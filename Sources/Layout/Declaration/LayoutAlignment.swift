/// One of nine positions at the edges of a section or of the whole content.
public enum LayoutAlignment: Hashable, Sendable, CaseIterable {
  /// Positions at the top edge: its leading end, its middle, its trailing end.
  case topLeading, top, topTrailing
  /// Positions in the vertical middle: at the leading side, in the centre, at the trailing side.
  case leading, none, trailing
  /// Positions at the bottom edge: its leading end, its middle, its trailing end.
  case bottomLeading, bottom, bottomTrailing

  /// The edge along the vertical axis: -1 top, 0 neither, 1 bottom.
  var vertical: Int {
    switch self {
    case .topLeading, .top, .topTrailing: -1
    case .leading, .none, .trailing: 0
    case .bottomLeading, .bottom, .bottomTrailing: 1
    }
  }

  /// The position along the horizontal axis: 0 leading, 0.5 middle, 1 trailing.
  var horizontal: Double {
    switch self {
    case .topLeading, .leading, .bottomLeading: 0
    case .top, .none, .bottom: 0.5
    case .topTrailing, .trailing, .bottomTrailing: 1
    }
  }

  var transposed: LayoutAlignment {
    switch self {
    case .topLeading, .none, .bottomTrailing: self
    case .top: .leading
    case .leading: .top
    case .bottom: .trailing
    case .trailing: .bottom
    case .topTrailing: .bottomLeading
    case .bottomLeading: .topTrailing
    }
  }
}
