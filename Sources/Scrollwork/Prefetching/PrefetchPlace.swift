public import ScrollworkGeometry
public import ScrollworkHostInterface
public import ScrollworkImageLoading

/// The ring, size and scale for which an item's resources are loaded ahead.
public struct PrefetchPlace: Hashable, Sendable {
  /// The prefetch ring that the item is in: its nearness to the viewport.
  public var ring: PrefetchRing
  /// The size of the cell in logical pixels; an estimate until it is measured.
  public var cellSize: Size
  /// Device pixels per logical pixel.
  public var scale: Double

  /// Creates a place.
  public init(ring: PrefetchRing, cellSize: Size = .zero, scale: Double = 1) {
    self.ring = ring
    self.cellSize = cellSize
    self.scale = scale
  }

  /// Converts a size in logical pixels to device pixels, rounded as an ``ImageView`` rounds the size that it requests.
  public func pixels(of size: Size) -> PixelSize {
    PixelSize(width: Int((size.width * scale).rounded(.up)), height: Int((size.height * scale).rounded(.up)))
  }
}
