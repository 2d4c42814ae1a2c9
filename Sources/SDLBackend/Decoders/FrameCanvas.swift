import ScrollworkHostInterface

/// The canvas on which the frames of an animation are composed, with premultiplied pixels.
struct FrameCanvas {
  /// The treatment of a frame's area before the next frame is drawn.
  enum Disposal {
    /// `keep` leaves the frame, `clear` makes its area transparent, `restore` brings back the pixels from before the
    /// frame.
    case keep, clear, restore
  }

  /// The rectangle of a frame, in pixels of the canvas; it may extend beyond the canvas.
  struct Place {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
  }

  /// The size of the canvas in pixels.
  let size: PixelSize
  /// The current pixels, row by row.
  private var pixels: [UInt32]
  /// A copy of the pixels from before the last frame whose disposal is `restore`.
  private var former: [UInt32] = []
  /// The last frame's rectangle and disposal; `nil` once `dispose` has applied them.
  private var pending: (disposal: Disposal, place: Place)?

  /// Creates a transparent canvas.
  init(size: PixelSize) {
    self.size = size
    pixels = [UInt32](repeating: 0, count: size.width * size.height)
  }

  /// Returns one frame on an otherwise transparent canvas, reduced to `size`, without allocating the canvas.
  /// - Parameter frame: Premultiplied pixels of the frame's rectangle, row by row.
  static func reduced(
    _ frame: [UInt32], _ place: Place, on canvas: PixelSize, to size: PixelSize
  ) throws(ImageError) -> [UInt32] {
    let columns = max(0, min(place.width, canvas.width - place.x))
    return try withPixelMemory(byteCount: canvas.width * 4, for: canvas) { memory throws(ImageError) in
      memory.update(repeating: 0, count: canvas.width * 4)
      var reduction = AreaReduction<PremultipliedLayout>(source: canvas, size: size)
      return reduction.run { row in
        let isInside = (place.y..<place.y + place.height).contains(row)
        var out = UnsafeMutableRawPointer(memory + min(place.x, canvas.width) * 4)
        for column in 0..<columns {
          out.storeBytes(of: isInside ? frame[(row - place.y) * place.width + column] : 0, as: UInt32.self)
          out += 4
        }
        return UnsafePointer(memory)
      }
    }
  }

  /// Makes the canvas transparent, before the first frame.
  mutating func clear() {
    for index in pixels.indices { pixels[index] = 0 }
    pending = nil
  }

  /// Applies the disposal of the last frame, before the next one is drawn.
  mutating func dispose() {
    defer { pending = nil }
    guard let pending else { return }
    switch pending.disposal {
    case .keep: return
    case .clear: fill(pending.place) { _ in 0 }
    case .restore:
      if former.count == pixels.count { swap(&pixels, &former) }
    }
  }

  /// Draws a frame over the canvas.
  /// - Parameters:
  ///   - frame: Premultiplied pixels, row by row.
  ///   - blends: Whether transparent pixels let the canvas show through; otherwise they replace it.
  mutating func draw(
    _ frame: [UInt32], _ place: Place, blends: Bool, disposal: Disposal
  ) {
    if disposal == .restore { former = pixels }
    pending = (disposal, place)
    guard frame.count == place.width * place.height else { return }
    for y in 0..<place.height where (0..<size.height).contains(place.y + y) {
      for x in 0..<place.width where (0..<size.width).contains(place.x + x) {
        let index = (place.y + y) * size.width + place.x + x
        let pixel = frame[y * place.width + x]
        pixels[index] = blends ? Self.over(pixel, pixels[index]) : pixel
      }
    }
  }

  /// Sets each pixel of a rectangle to the result of `value` for the pixel's index. Ignores the part outside the
  /// canvas.
  private mutating func fill(_ place: Place, _ value: (Int) -> UInt32) {
    for y in max(0, place.y)..<max(max(0, place.y), min(size.height, place.y + place.height)) {
      for x in max(0, place.x)..<max(max(0, place.x), min(size.width, place.x + place.width)) {
        let index = y * size.width + x
        pixels[index] = value(index)
      }
    }
  }

  /// Composites one premultiplied pixel over another (Porter and Duff's "over").
  private static func over(_ top: UInt32, _ bottom: UInt32) -> UInt32 {
    let alpha = top >> 24
    if alpha == 255 || bottom == 0 { return top }
    if alpha == 0 { return bottom }
    var result: UInt32 = 0
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      let product = (bottom >> shift & 255) * (255 - alpha) + 128
      result |= min(255, (top >> shift & 255) + (product + product >> 8) >> 8) << shift
    }
    return result
  }

  /// Returns the canvas as an upright bitmap, reduced to the box `target`.
  func bitmap(target: PixelSize?, mode: ContentMode, _ orientation: PictureOrientation) -> Bitmap {
    let whole = orientation.swapsAxes ? size.transposed : size
    let seen = whole.reduced(to: target, mode: mode)
    let reduced = orientation.swapsAxes ? seen.transposed : seen
    let result = pixels(reducedTo: reduced)
    return Bitmap(
      width: seen.width, height: seen.height,
      pixels: orientation.apply(to: result, width: reduced.width, height: reduced.height),
      isOpaque: result.allSatisfy { $0 >= 0xFF00_0000 }, originalSize: whole)
  }

  /// Returns the canvas in its stored orientation, reduced and premultiplied.
  func pixels(reducedTo reduced: PixelSize) -> [UInt32] {
    guard reduced != size else { return pixels }
    return pixels.withUnsafeBytes { bytes in
      guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return [] }
      return DecodedPixels(
        base: base, width: size.width, height: size.height, stride: size.width * 4, layout: .premultiplied
      )
      .reduced(to: reduced)
    }
  }

  /// The bytes of memory that the canvas uses.
  var byteCount: Int { (pixels.count + former.count) * 4 }
}

/// The limits on animations.
enum AnimationLimits {
  /// The largest number of frames.
  static let frameCount = 10_000
  /// The largest canvas of an animation, in pixels, since the canvas stays in memory. Of a larger picture only the
  /// first frame is shown.
  static let canvasPixelCount = 1 << 24
  /// The largest number of pixels of all frames together.
  static let pixelCount = 1 << 32

  /// Returns a frame's duration in seconds. As in all browsers, a duration below 0.02 s counts as 0.1 s, since it is
  /// rarely intended.
  static func duration(ofHundredths hundredths: Int) -> Double { hundredths < 2 ? 0.1 : Double(hundredths) / 100 }

  /// Whether a picture has several frames and is within the limits.
  static func allows(frames: Int, of size: PixelSize) -> Bool {
    frames > 1 && frames <= frameCount && (try? DecodeLimits.check(size)) != nil && size.width > 0 && size.height > 0
      && size.width * size.height <= canvasPixelCount && frames * size.width * size.height <= pixelCount
  }
}
