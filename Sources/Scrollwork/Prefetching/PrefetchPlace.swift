public import ScrollworkGeometry
public import ScrollworkHostInterface
public import ScrollworkImageLoading

/// Where the component is for which something is to be fetched.
public struct PrefetchPlace: Hashable, Sendable {
  /// How near it is.
  public var ring: PrefetchRing
  /// The size of its cell in logical pixels, as far as it is known: an estimate where it has to be measured.
  public var cellSize: Size
  /// Device pixels per logical pixel.
  public var scale: Double

  public init(ring: PrefetchRing, cellSize: Size = .zero, scale: Double = 1) {
    self.ring = ring
    self.cellSize = cellSize
    self.scale = scale
  }

  /// A size in logical pixels as the device pixels that an ``ImageView`` of that size asks for.
  public func pixels(of size: Size) -> PixelSize {
    PixelSize(width: Int((size.width * scale).rounded(.up)), height: Int((size.height * scale).rounded(.up)))
  }
}
