import ScrollworkGeometry

/// Rows whose cells stand under each other in columns.
public struct LayoutTable: Hashable, Sendable {
  /// How wide a column is.
  public enum Column: Hashable, Sendable {
    /// Logical pixels.
    case fixed(Double)
    /// A share, by its weight, of what the fixed columns and all minima leave, in addition to the minimum in logical
    /// pixels.
    case flexible(minimum: Double = 0, weight: Double = 1)
  }

  /// From the leading side to the trailing one; each row has a cell in every column.
  public var columns: [Column]
  /// Absolute, or estimated where a row is as tall as its tallest cell.
  public var rowHeight: LayoutDimension
  /// Between two columns, in logical pixels.
  public var spacing: Double

  /// A table of these columns; the spacing in logical pixels.
  public init(columns: [Column], rowHeight: LayoutDimension, spacing: Double = 0) {
    self.columns = columns
    self.rowHeight = rowHeight
    self.spacing = spacing
  }

  /// The widths of the columns in a room, in logical pixels.
  /// - Complexity: O(*c*)
  public func widths(in width: Double) -> [Double] {
    var (left, weights) = (width - Subpixels.sane(spacing) * Double(max(0, columns.count - 1)), 0.0)
    for column in columns {
      switch column {
      case .fixed(let width): left -= Subpixels.sane(width)
      case .flexible(let minimum, let weight):
        left -= Subpixels.sane(minimum)
        weights += Subpixels.sane(weight)
      }
    }
    return columns.map { column in
      switch column {
      case .fixed(let width): return Subpixels.sane(width)
      case .flexible(let minimum, let weight):
        let share = weights > 0 ? max(0, left) * Subpixels.sane(weight) / weights : 0
        return Subpixels.sane(minimum) + share
      }
    }
  }

  func group(width: Double) -> LayoutGroup {
    LayoutGroup(
      axis: .horizontal, size: LayoutSize(width: .fractionalWidth(1), height: rowHeight),
      arrangement: .once(widths(in: width).map { .item(LayoutItem(width: .absolute($0), height: rowHeight)) }),
      interItemSpacing: .fixed(spacing))
  }
}

/// A line below each row of a list.
public struct LayoutSeparator: Hashable, Sendable {
  /// In logical pixels.
  public var thickness: Double
  /// How far it begins from the leading edge of the row, in logical pixels.
  public var leadingInset: Double

  /// A line so thick and so far from the leading edge, in logical pixels.
  public init(thickness: Double = 1, leadingInset: Double = 0) {
    self.thickness = thickness
    self.leadingInset = leadingInset
  }

  /// It is at the bottom of its row, over the content, as wide as the row less the inset.
  var supplementary: LayoutSupplementary {
    LayoutSupplementary(
      kind: .separator, size: LayoutSize(width: .fractionalWidth(1), height: .absolute(thickness)),
      containerAnchor: LayoutAnchor([.bottom]), contentInsets: Insets(leading: leadingInset))
  }
}

extension LayoutKind {
  /// A line below a row.
  public static let separator: LayoutKind = "separator"
}
