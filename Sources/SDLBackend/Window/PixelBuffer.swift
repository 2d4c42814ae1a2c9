/// Memory to draw into without a window, initially zero.
package final class PixelBuffer {
  /// The memory, without padding between rows; valid during the buffer's lifetime.
  package let surface: PixelSurface

  /// Allocates a buffer.
  /// - Precondition: Neither side is negative.
  package init(width: Int, height: Int) {
    precondition(width >= 0 && height >= 0, "buffer of \(width) x \(height) pixels")
    let base = UnsafeMutablePointer<UInt32>.allocate(capacity: max(1, width * height))
    base.initialize(repeating: 0, count: max(1, width * height))
    surface = PixelSurface(base: base, width: width, height: height, stride: width)
  }

  deinit {
    surface.base.deallocate()
  }

  /// A copy of the pixels, row by row from the top without padding.
  /// - Complexity: O(*n*) in the number of pixels.
  package var pixels: [UInt32] {
    Array(UnsafeBufferPointer(start: surface.base, count: surface.width * surface.height))
  }
}
