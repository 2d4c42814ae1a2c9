/// A position in a rectangle: at a corner, at the middle of a side, or in the centre. It places supplementaries in a
/// section or in the whole content.
public enum LayoutAlignment: Hashable, Sendable, CaseIterable {
  /// Positions at the top edge: its leading end, its middle, its trailing end.
  case topLeading, top, topTrailing
  /// Positions in the vertical middle: at the leading side, in the centre, at the trailing side.
  case leading, none, trailing
  /// Positions at the bottom edge: its leading end, its middle, its trailing end.
  case bottomLeading, bottom, bottomTrailing

  /// The vertical part of the alignment: -1 at the top, 1 at the bottom, 0 in between.
  var vertical: Int {
    switch self {
    case .topLeading, .top, .topTrailing: -1
    case .leading, .none, .trailing: 0
    case .bottomLeading, .bottom, .bottomTrailing: 1
    }
  }

  /// The horizontal part of the alignment: 0 at the leading side, 0.5 in the middle, 1 at the trailing side.
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
