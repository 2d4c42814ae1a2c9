import ScrollworkGeometry

/// A width and a height that are resolved in a container.
public struct LayoutSize: Hashable, Sendable {
  /// The extent along the horizontal axis.
  package var width: LayoutDimension
  /// The extent along the vertical axis.
  package var height: LayoutDimension

  /// The size of the whole content of the container.
  public static let full = LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(1))

  /// Creates a size from a width and a height.
  public init(width: LayoutDimension, height: LayoutDimension) {
    self.width = width
    self.height = height
  }

  /// Returns a square size with the given side, in logical pixels.
  package static func square(_ side: Double) -> LayoutSize {
    LayoutSize(width: .absolute(side), height: .absolute(side))
  }

  var transposed: LayoutSize { LayoutSize(width: height.transposed, height: width.transposed) }
}

/// A width or a height that is resolved when its container is known.
///
/// Negative and non-finite values count as zero, and no resolved extent exceeds 16,777,216 logical pixels.
public enum LayoutDimension: Hashable, Sendable {
  /// A fraction of the width of the container's content. A height may be such a fraction too, for a fixed aspect ratio.
  case fractionalWidth(Double)
  /// A fraction of the height of the container's content. A width may be such a fraction too.
  case fractionalHeight(Double)
  /// An extent in logical pixels.
  case absolute(Double)
  /// An estimate in logical pixels, replaced by the extent of the content once that is measured.
  case estimated(Double)
  /// The largest extent of all siblings in the same group, where an unmeasured sibling counts with its estimate.
  ///
  /// For the size of a section's group along the main axis, the siblings are all instances of the group. For its size
  /// along the cross axis, and in ``LayoutItemSizes``, this case is the same as ``estimated(_:)``: each group or item
  /// has its own size.
  case uniformAcrossSiblings(estimate: Double)

  /// Whether the content decides the final extent.
  package var isEstimated: Bool {
    switch self {
    case .estimated, .uniformAcrossSiblings: true
    case .fractionalWidth, .fractionalHeight, .absolute: false
    }
  }

  /// Whether the extent is that of the largest sibling.
  var isUniform: Bool {
    if case .uniformAcrossSiblings = self { return true }
    return false
  }

  /// Returns the extent in logical pixels in a container with the given content size; for an estimated dimension, the
  /// estimate.
  func resolved(in content: Size) -> Double {
    switch self {
    case .fractionalWidth(let fraction): Subpixels.sane(fraction * content.width)
    case .fractionalHeight(let fraction): Subpixels.sane(fraction * content.height)
    case .absolute(let length): Subpixels.sane(length)
    // An element without extent is never visible, hence never measured: an estimate is at least one pixel.
    case .estimated(let estimate), .uniformAcrossSiblings(let estimate): max(1, Subpixels.sane(estimate))
    }
  }

  /// This dimension with width and height swapped.
  var transposed: LayoutDimension {
    switch self {
    case .fractionalWidth(let fraction): .fractionalHeight(fraction)
    case .fractionalHeight(let fraction): .fractionalWidth(fraction)
    case .absolute, .estimated, .uniformAcrossSiblings: self
    }
  }
}
