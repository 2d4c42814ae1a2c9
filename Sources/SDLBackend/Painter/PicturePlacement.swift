import ScrollworkHostInterface

/// The mapping from surface pixels to the pixels of a picture.
struct PicturePlacement: Equatable {
  /// The part of the surface that the picture covers, in device pixels.
  var box: PixelBox
  /// The point of the picture at the box's top left corner, and the number of picture pixels per surface pixel.
  var sourceX: Double
  var sourceY: Double
  var step: (x: Double, y: Double)

  static func == (a: PicturePlacement, b: PicturePlacement) -> Bool {
    a.box == b.box && a.hasSameSampling(as: b)
  }

  /// Whether both placements give the same pixels, wherever their boxes are.
  func hasSameSampling(as other: PicturePlacement) -> Bool {
    box.width == other.box.width && box.height == other.box.height && sourceX == other.sourceX
      && sourceY == other.sourceY && step == other.step
  }

  /// Creates the placement of a picture in a box.
  /// - Parameters:
  ///   - size: The picture's size; not empty.
  ///   - box: The available part of the surface; not empty.
  init(_ size: PixelSize, in box: PixelBox, mode: ContentMode) {
    switch mode {
    case .fit: self.init(fitting: size, in: box)
    case .fill: self.init(filling: size, in: box, cutAbove: 1.0 / 2)
    case .fillUpper: self.init(filling: size, in: box, cutAbove: 1.0 / 3)
    case .center: self.init(centering: size, in: box)
    }
  }

  /// Creates a placement that shows the whole picture, scaled and centred.
  private init(fitting size: PixelSize, in box: PixelBox) {
    let (width, height) = (Double(size.width), Double(size.height))
    let scale = min(Double(box.width) / width, Double(box.height) / height)
    let (targetWidth, targetHeight) = (max(1, PixelBox.snap(width * scale)), max(1, PixelBox.snap(height * scale)))
    let minX = box.minX + (box.width - targetWidth) / 2
    let minY = box.minY + (box.height - targetHeight) / 2
    self.box = PixelBox(minX: minX, minY: minY, maxX: minX + targetWidth, maxY: minY + targetHeight)
    (sourceX, sourceY) = (0, 0)
    step = (width / Double(targetWidth), height / Double(targetHeight))
  }

  /// Creates a placement in which the scaled picture covers the box.
  /// - Parameter cutAbove: The fraction of the cropped height that is cut at the top.
  private init(filling size: PixelSize, in box: PixelBox, cutAbove: Double) {
    let (width, height) = (Double(size.width), Double(size.height))
    let step = min(width / Double(box.width), height / Double(box.height))
    self.box = box
    self.step = (step, step)
    sourceX = (width - Double(box.width) * step) / 2
    sourceY = (height - Double(box.height) * step) * cutAbove
    // At a scale of 1 the offset is a whole number of pixels, which keeps the picture sharp.
    if step == 1 { (sourceX, sourceY) = (sourceX.rounded(.down), sourceY.rounded(.down)) }
  }

  /// Creates a placement that shows the picture unscaled and centred, cropped to the box.
  private init(centering size: PixelSize, in box: PixelBox) {
    let minX = box.minX + Self.half(box.width - size.width)
    let minY = box.minY + Self.half(box.height - size.height)
    let whole = PixelBox(minX: minX, minY: minY, maxX: minX + size.width, maxY: minY + size.height)
    self.box = whole.intersection(box)
    (sourceX, sourceY) = (Double(self.box.minX - minX), Double(self.box.minY - minY))
    step = (1, 1)
  }

  /// Returns half of a number, rounded down even if it is negative.
  private static func half(_ number: Int) -> Int { number >> 1 }

  /// Whether each surface pixel is exactly one pixel of the picture, so that no scaling is needed.
  var isPlain: Bool { step == (1, 1) && sourceX == sourceX.rounded() && sourceY == sourceY.rounded() }
}
