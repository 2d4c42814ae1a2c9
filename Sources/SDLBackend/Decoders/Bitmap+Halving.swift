package import ScrollworkHostInterface

extension Bitmap {
  /// Returns the bitmap and smaller copies of it, each with half the columns and rows of the one before.
  /// - Complexity: O(*n*) in the number of pixels.
  package func halved(times count: Int) -> [Bitmap] {
    var copies = [self]
    for _ in 0..<count {
      let source = copies[copies.count - 1]
      guard source.width > 0, source.height > 0 else { break }
      let size = PixelSize(width: (source.width + 1) / 2, height: (source.height + 1) / 2)
      copies.append(source.reduced(to: size))
    }
    return copies
  }

  /// Returns a smaller copy, each pixel the average of the area that it covers.
  private func reduced(to size: PixelSize) -> Bitmap {
    let reduced = pixels.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return [UInt32]() }
      return DecodedPixels(
        base: base.assumingMemoryBound(to: UInt8.self), width: width, height: height, stride: 4 * width,
        layout: .premultiplied
      ).reduced(to: size)
    }
    return Bitmap(width: size.width, height: size.height, pixels: reduced, isOpaque: isOpaque)
  }
}
