import ScrollworkGeometry

/// A table: rows whose cells form columns.
public struct LayoutTable: Hashable, Sendable {
  /// The width of a column.
  public enum Column: Hashable, Sendable {
    /// A width in logical pixels.
    case fixed(Double)
    /// A minimum in logical pixels plus a share of the remaining width, in proportion to `weight`. The remaining width
    /// is that of the table without the fixed columns, all minima and the gaps.
    case flexible(minimum: Double = 0, weight: Double = 1)
  }

  /// The columns, ordered from leading to trailing; each row has a cell in every column.
  package var columns: [Column]
  /// The height of a row: absolute, or estimated for rows that are as tall as their tallest cell.
  package var rowHeight: LayoutDimension
  /// The gap between two columns, in logical pixels.
  package var spacing: Double

  /// Creates a table with the given columns; the spacing is in logical pixels.
  package init(columns: [Column], rowHeight: LayoutDimension, spacing: Double = 0) {
    self.columns = columns
    self.rowHeight = rowHeight
    self.spacing = spacing
  }

  /// Returns the widths of the columns of a table with the given width, in logical pixels.
  /// - Complexity: O(*c*), where *c* is the number of columns.
  package func widths(in width: Double) -> [Double] {
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
  /// The thickness in logical pixels.
  package var thickness: Double
  /// The distance of the line from the leading edge of the row, in logical pixels.
  package var leadingInset: Double

  /// Creates a separator; both lengths are in logical pixels.
  public init(thickness: Double = 1, leadingInset: Double = 0) {
    self.thickness = thickness
    self.leadingInset = leadingInset
  }

  /// The line as a badge: at the bottom of its row, over the content, as wide as the row less the inset.
  var supplementary: LayoutSupplementary {
    LayoutSupplementary(
      kind: .separator, size: LayoutSize(width: .fractionalWidth(1), height: .absolute(thickness)),
      containerAnchor: LayoutAnchor([.bottom]), contentInsets: Insets(leading: leadingInset))
  }
}

extension LayoutKind {
  /// The kind of a line below a row.
  public static let separator: LayoutKind = "separator"
}
