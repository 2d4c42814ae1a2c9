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
  ///
  /// Along the direction of scrolling this is fully dynamic. Across it the guess is taken as it is.
  case estimated(Double)

  /// True if the content decides in the end.
  public var isEstimated: Bool {
    if case .estimated = self { return true }
    return false
  }

  /// The value in logical pixels in a container with `content` to give; the guess, where it is estimated.
  func resolved(in content: Size) -> Double {
    switch self {
    case .fractionalWidth(let fraction): Subpixels.sane(fraction * content.width)
    case .fractionalHeight(let fraction): Subpixels.sane(fraction * content.height)
    case .absolute(let length): Subpixels.sane(length)
    // What has no extent is never seen, hence never measured: a guess is at least one pixel.
    case .estimated(let guess): max(1, Subpixels.sane(guess))
    }
  }
}
