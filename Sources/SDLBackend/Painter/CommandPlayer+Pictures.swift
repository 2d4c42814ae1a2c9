import ScrollworkGeometry
import ScrollworkHostInterface

extension CommandPlayer {
  /// Draws a bitmap into `box` by `mode`, with rounded corners and an opacity from 0 to 1.
  /// - Parameter radius: The radius of the corners, in device pixels.
  func picture(_ bitmap: Bitmap, in box: PixelBox, mode: ContentMode, radius: Double, opacity: Double) {
    let alpha = PixelBox.snap(min(1, max(0, opacity)) * 256)
    guard alpha > 0, bitmap.width > 0, bitmap.height > 0, !box.isEmpty, box.intersects(clip) else { return }
    let placement = PicturePlacement(bitmap.pixelSize, in: box, mode: mode)
    let part = placement.box.intersection(clip)
    guard !part.isEmpty else { return }
    let mask =
      radius > 0
      ? shapes.shape(width: placement.box.width, height: placement.box.height, radius: radius, ring: 0) : nil
    let look = PictureLook(box: placement.box, part: part, isOpaque: bitmap.isOpaque, alpha: alpha, mask: mask)
    bitmap.pixels.withUnsafeBufferPointer { pixels in
      guard let base = pixels.baseAddress else { return }
      if placement.isPlain {
        let first = base + (Int(placement.sourceY) * bitmap.width + Int(placement.sourceX))
        draw(look, first, stride: bitmap.width)
      } else if isMostlyHidden(part, of: placement) {
        drawUnkept(bitmap, base, placement, look)
      } else if let scaled = pictures.pixels(of: bitmap, placement) {
        draw(look, scaled.base, stride: look.box.width)
      } else {
        drawUnkept(bitmap, base, placement, look)
      }
    }
  }

  /// Whether less than half of a scaled copy would be inside the clip, as in a picture that the user zooms. `false` for
  /// pictures that are halved before scaling, because halving needs the whole picture.
  private func isMostlyHidden(_ part: PixelBox, of placement: PicturePlacement) -> Bool {
    part.area * 2 < placement.box.area && min(placement.step.x, placement.step.y) <= 2
  }

  /// The properties of a picture that all its rows share.
  private struct PictureLook {
    /// The area that the picture covers, in device pixels.
    var box: PixelBox
    /// The part of the box inside the clip.
    var part: PixelBox
    /// Whether all pixels of the picture are opaque.
    var isOpaque: Bool
    /// The opacity, 0 to 256.
    var alpha: Int
    /// The mask of rounded corners; `nil` for square ones.
    var mask: SliceMask?
  }

  /// Draws a picture without a cached copy, and scales only its visible part.
  private func drawUnkept(
    _ bitmap: Bitmap, _ base: UnsafePointer<UInt32>, _ placement: PicturePlacement, _ look: PictureLook
  ) {
    let source = PictureCache.source(base, bitmap, placement, firstX: look.box.minX, firstY: look.box.minY)
    resampler.begin(source, from: look.part.minX, to: look.part.maxX)
    let buffer = line.reserve(look.part.width)
    draw(look) { y in
      resampler.read(row: y, count: look.part.width, into: buffer)
      return UnsafePointer(buffer)
    }
  }

  /// Draws a picture from pixels in memory, which begin at the top left corner of its box.
  private func draw(_ look: PictureLook, _ pixels: UnsafePointer<UInt32>, stride: Int) {
    let first = pixels + (look.part.minX - look.box.minX)
    draw(look) { y in first + (y - look.box.minY) * stride }
  }

  /// Draws the rows of a picture.
  /// - Parameter source: Returns the pixels of a row, from the left edge of the visible part on.
  @inline(__always)
  private func draw(_ look: PictureLook, source: (_ y: Int) -> UnsafePointer<UInt32>) {
    let part = look.part
    for y in part.minY..<part.maxY {
      let pixels = source(y)
      guard let mask = look.mask else {
        draw(pixels, at: part.minX, y, count: part.width, look)
        continue
      }
      mask.forEachRun(atRow: y, in: look.box, from: part.minX, to: part.maxX) { run in
        let (first, count) = (pixels + (run.minX - part.minX), run.maxX - run.minX)
        if let bytes = run.mask {
          Blend.over(row(y, at: run.minX), first, mask: bytes, count: count, alpha: look.alpha)
        } else {
          // A rounded shape has only one plateau: full coverage.
          draw(first, at: run.minX, y, count: count, look)
        }
      }
    }
  }

  /// Draws a run of pixels without a mask.
  private func draw(_ pixels: UnsafePointer<UInt32>, at x: Int, _ y: Int, count: Int, _ look: PictureLook) {
    let target = row(y, at: x)
    if look.alpha < 256 {
      Blend.over(target, pixels, count: count, alpha: look.alpha)
    } else if look.isOpaque {
      target.update(from: pixels, count: count)
    } else {
      Blend.over(target, pixels, count: count)
    }
  }
}
