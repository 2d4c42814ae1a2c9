import ScrollworkHostInterface

/// Where the frames of a picture that plays are put together, premultiplied.
struct FrameCanvas {
  /// What becomes of a frame's place before the next one is drawn.
  enum Disposal {
    case keep, clear, restore
  }

  /// A part of the canvas, cut to it.
  struct Place {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
  }

  let size: PixelSize
  private var pixels: [UInt32]
  /// What was there before a frame that is to vanish.
  private var former: [UInt32] = []
  private var pending: (disposal: Disposal, place: Place)?

  init(size: PixelSize) {
    self.size = size
    pixels = [UInt32](repeating: 0, count: size.width * size.height)
  }

  /// A frame alone on a canvas that is clear elsewhere, without the canvas ever being made.
  /// - Parameter frame: Premultiplied, row by row, as many pixels as its place has.
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

  /// Back to nothing, for the first frame.
  mutating func clear() {
    for index in pixels.indices { pixels[index] = 0 }
    pending = nil
  }

  /// Removes what the last frame does not leave.
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

  /// Lays a frame over what is there.
  /// - Parameters:
  ///   - frame: Premultiplied, row by row.
  ///   - blends: False to replace what is there also where the frame is transparent.
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

  private mutating func fill(_ place: Place, _ value: (Int) -> UInt32) {
    for y in max(0, place.y)..<max(max(0, place.y), min(size.height, place.y + place.height)) {
      for x in max(0, place.x)..<max(max(0, place.x), min(size.width, place.x + place.width)) {
        let index = y * size.width + x
        pixels[index] = value(index)
      }
    }
  }

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

  /// The picture as it is now, reduced and turned.
  func bitmap(target: PixelSize?, mode: ContentMode, _ orientation: PictureOrientation) -> Bitmap {
    let seen = (orientation.swapsAxes ? size.transposed : size).reduced(to: target, mode: mode)
    let reduced = orientation.swapsAxes ? seen.transposed : seen
    let result = pixels(reducedTo: reduced)
    return Bitmap(
      width: seen.width, height: seen.height,
      pixels: orientation.apply(to: result, width: reduced.width, height: reduced.height),
      isOpaque: result.allSatisfy { $0 >= 0xFF00_0000 })
  }

  /// As it is stored, premultiplied.
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

  var byteCount: Int { (pixels.count + former.count) * 4 }
}

/// What an animation may ask for.
enum AnimationLimits {
  static let frameCount = 10_000
  /// Pixels of the canvas, which stays in memory as long as it plays; of what is larger the first frame stands.
  static let canvasPixelCount = 1 << 24
  /// Pixels of all frames together.
  static let pixelCount = 1 << 32

  /// The shortest time of a frame, and what stands in for less: what all browsers do with times that nobody meant.
  static func duration(ofHundredths hundredths: Int) -> Double { hundredths < 2 ? 0.1 : Double(hundredths) / 100 }

  static func allows(frames: Int, of size: PixelSize) -> Bool {
    frames > 1 && frames <= frameCount && (try? DecodeLimits.check(size)) != nil && size.width > 0 && size.height > 0
      && size.width * size.height <= canvasPixelCount && frames * size.width * size.height <= pixelCount
  }
}
