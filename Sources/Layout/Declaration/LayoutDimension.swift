import ScrollworkGeometry

/// How wide or how tall something is, before its container is known.
///
/// Negative and non-finite values count as zero, and nothing gets larger than 16,777,216 logical pixels.
public enum LayoutDimension: Hashable, Sendable {
  /// A fraction of the container's content width. Also legal for a height, which keeps a ratio of width to height.
  case fractionalWidth(Double)
  /// A fraction of the container's content height. Also legal for a width.
  case fractionalHeight(Double)
  /// Logical pixels.
  case absolute(Double)
  /// A first guess in logical pixels; what the content asks for once it was measured.
  case estimated(Double)
  /// The largest of what the siblings in the same group ask for; one that was not measured counts with its guess. As the
  /// size of a section's group along the list: one size for all instances of it.
  ///
  /// As the size of a section's group across the list, and in ``LayoutItemSizes``, it is what ``estimated(_:)`` is: each
  /// has its own.
  case uniformAcrossSiblings(estimate: Double)

  /// True if contents decide in the end.
  public var isEstimated: Bool {
    switch self {
    case .estimated, .uniformAcrossSiblings: true
    case .fractionalWidth, .fractionalHeight, .absolute: false
    }
  }

  /// True if all siblings get the size of the largest.
  var isUniform: Bool {
    if case .uniformAcrossSiblings = self { return true }
    return false
  }

  /// The value in logical pixels in a container with `content` to give; the guess, where it is estimated.
  func resolved(in content: Size) -> Double {
    switch self {
    case .fractionalWidth(let fraction): Subpixels.sane(fraction * content.width)
    case .fractionalHeight(let fraction): Subpixels.sane(fraction * content.height)
    case .absolute(let length): Subpixels.sane(length)
    // What has no extent is never seen, hence never measured: a guess is at least one pixel.
    case .estimated(let guess), .uniformAcrossSiblings(let guess): max(1, Subpixels.sane(guess))
    }
  }

  /// This dimension in a plane whose axes are swapped.
  var transposed: LayoutDimension {
    switch self {
    case .fractionalWidth(let fraction): .fractionalHeight(fraction)
    case .fractionalHeight(let fraction): .fractionalWidth(fraction)
    case .absolute, .estimated, .uniformAcrossSiblings: self
    }
  }
}
