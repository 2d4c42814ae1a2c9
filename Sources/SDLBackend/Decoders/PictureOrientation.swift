/// The transformation from stored to shown pixels, with the numbers of EXIF's tag 0x0112.
package enum PictureOrientation: Int {
  case upright = 1
  case mirrored, upsideDown, flipped, transposed, turnedRight, transversed, turnedLeft

  /// Whether stored rows become columns.
  var swapsAxes: Bool { rawValue >= 5 }

  /// Returns the pixels in upright order.
  /// - Parameters:
  ///   - width: Stored columns.
  ///   - height: Stored rows.
  /// - Complexity: O(*n*) in the number of pixels.
  package func apply(to pixels: [UInt32], width: Int, height: Int) -> [UInt32] {
    guard self != .upright, !pixels.isEmpty else { return pixels }
    let (start, columnStep, rowStep) = walk(width: width, height: height)
    let (seenWidth, seenHeight) = swapsAxes ? (height, width) : (width, height)
    return pixels.withUnsafeBufferPointer { stored in
      [UInt32](unsafeUninitializedCapacity: pixels.count) { seen, count in
        var out = 0
        for row in 0..<seenHeight {
          var offset = start + row * rowStep
          for _ in 0..<seenWidth {
            seen.initializeElement(at: out, to: stored[offset])
            out += 1
            offset += columnStep
          }
        }
        count = out
      }
    }
  }

  /// Returns the index in storage of the pixel that is shown at the top left, and the index steps to the pixels shown
  /// to the right of it and below it.
  private func walk(width: Int, height: Int) -> (start: Int, columnStep: Int, rowStep: Int) {
    let (right, bottom) = (width - 1, (height - 1) * width)
    return switch self {
    case .upright: (0, 1, width)
    case .mirrored: (right, -1, width)
    case .upsideDown: (bottom + right, -1, -width)
    case .flipped: (bottom, 1, -width)
    case .transposed: (0, width, 1)
    case .turnedRight: (bottom, -width, 1)
    case .transversed: (bottom + right, -width, -1)
    case .turnedLeft: (right, width, -1)
    }
  }
}
