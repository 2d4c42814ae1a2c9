/// How stored rows and columns lie in the picture that is seen; the numbers are those of EXIF.
enum PictureOrientation: Int {
  case upright = 1
  case mirrored, upsideDown, flipped, transposed, turnedRight, transversed, turnedLeft

  /// True if stored rows are seen as columns.
  var swapsAxes: Bool { rawValue >= 5 }

  /// Puts pixels, stored row by row, to where they are seen.
  /// - Parameters:
  ///   - width: Stored columns.
  ///   - height: Stored rows.
  func apply(to pixels: [UInt32], width: Int, height: Int) -> [UInt32] {
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

  /// The stored offset of the pixel that is seen at the top left, and the steps to the pixels seen right of and below it.
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
