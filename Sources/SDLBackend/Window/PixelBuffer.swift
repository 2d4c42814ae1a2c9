/// Plain memory to draw into where there is no window. It begins as zeros.
package final class PixelBuffer {
  /// The memory, without padding between rows. Valid as long as the buffer lives.
  package let surface: PixelSurface

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

  /// A copy of the pixels, rows from the top without padding.
  /// - Complexity: O(width x height)
  package var pixels: [UInt32] {
    Array(UnsafeBufferPointer(start: surface.base, count: surface.width * surface.height))
  }
}
