/// Memory to draw into: a window's surface or a plain buffer.
package struct PixelSurface {
  /// The first pixel of the top row. Each pixel is `0xAARRGGBB`; a window ignores the alpha.
  package var base: UnsafeMutablePointer<UInt32>
  /// The size in pixels.
  package var width: Int
  package var height: Int
  /// The number of pixels from one row to the next.
  package var stride: Int

  package init(base: UnsafeMutablePointer<UInt32>, width: Int, height: Int, stride: Int) {
    self.base = base
    self.width = width
    self.height = height
    self.stride = stride
  }
}

/// A rectangle of whole device pixels, with the origin at the top left of the surface.
package struct PixelRect: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
