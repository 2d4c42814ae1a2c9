import ScrollworkLayout

/// A rule for the width or the height of one item in a layout that places items one by one. Numbers are logical pixels;
/// a negative one counts as zero.
public enum SizeStrategy: Hashable, Sendable {
  /// As large as the container.
  case fill
  /// As large as the content, which is measured once the item is visible.
  case fit
  /// A fixed length.
  case absolute(Double)
  /// As ``fit``, with an estimate until the item is measured.
  case estimated(Double)

  /// The estimated length of a dimension that fits its content, in logical pixels.
  static let standardEstimate = 44.0

  /// Returns the strategy as a dimension of a layout.
  /// - Parameter whole: The dimension that fills the container along the same axis.
  fileprivate func dimension(filling whole: LayoutDimension) -> LayoutDimension {
    switch self {
    case .fill: whole
    case .fit: .estimated(Self.standardEstimate)
    case .absolute(let length): .absolute(length)
    case .estimated(let length): .estimated(length)
    }
  }
}

extension LayoutSize {
  /// Creates a size from strategies for the width and the height.
  init(_ width: SizeStrategy, _ height: SizeStrategy) {
    self.init(
      width: width.dimension(filling: .fractionalWidth(1)), height: height.dimension(filling: .fractionalHeight(1)))
  }
}
