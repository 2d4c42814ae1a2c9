import ScrollworkHostInterface

/// The memory and time that decoding a picture will take, estimated from its header and markers.
struct DecodeCost {
  /// Memory in bytes, including the result.
  var byteCount = 0
  /// The processor time of work that cannot be interrupted, in nanoseconds; 0 if the memory limit bounds the time, or
  /// if the decoder checks the time itself.
  var nanoseconds = 0
  /// The name of the slow step, for the error message.
  private var slowPart = "decoding it"
  /// Whether the file hides its cost, so that no estimate is possible.
  private var isUnknown = false
  private static let manyScans = "decoding its many scans"

  /// Estimates the cost of decoding a whole picture.
  /// - Parameters:
  ///   - size: The size of the result in the stored orientation.
  ///   - hasTurboJPEG: Whether JPEGs can be reduced while they are decoded.
  init(_ bytes: [UInt8], _ header: PictureHeader, to size: PixelSize, hasTurboJPEG: Bool) {
    let stored = header.storedSize
    let pixelCount = stored.width * stored.height
    let reader = ByteReader(bytes: bytes)
    switch header.format {
    case .png: addPNG(reader, pixelCount)
    case .bmp: byteCount = pixelCount * BitmapFileHeader(reader).pixelByteCount
    // One palette index per pixel.
    case .gif: byteCount = pixelCount
    case .jpeg: addJPEG(bytes, header, size, hasTurboJPEG)
    case .webp: byteCount = Self.webPByteCount(reader, pixelCount)
    case .tiff: addTIFF(reader, pixelCount)
    case .ico: addPNG(reader, pixelCount)
    case .svg: addSVG(bytes.count, size)
    // Planes of up to 16 bits, those of a turned copy, and their conversion to red, green, blue and alpha.
    case .heif, .avif: (byteCount, nanoseconds) = (pixelCount * 12, pixelCount * 60)
    // Planes of floating-point numbers. The decoder checks the time itself.
    case .jxl: byteCount = pixelCount * 20
    }
    byteCount += Self.resultByteCount(header, size)
  }

  /// Estimates the cost of a PNG that is read row by row.
  init(rowsOf header: PictureHeader, to size: PixelSize) {
    byteCount = header.storedSize.width * 16 + Self.resultByteCount(header, size)
  }

  /// Returns the memory of the result, in bytes.
  private static func resultByteCount(_ header: PictureHeader, _ size: PixelSize) -> Int {
    // Applying the orientation needs a copy.
    size.width * size.height * (header.orientation == .upright ? 4 : 8)
  }

  /// Adds the cost of a PNG that is decoded as a whole. The time allows for interlacing, which libpng decodes in seven
  /// passes, and for samples of 16 bits, which it converts.
  private mutating func addPNG(_ reader: ByteReader, _ pixelCount: Int) {
    // Red, green, blue and alpha.
    byteCount = pixelCount * 4
    let depthOffset = 24
    // Measured on a busy machine: up to 53 ns a pixel with samples of 16 bits, and 27 ns otherwise.
    nanoseconds = pixelCount * (reader.byte(at: depthOffset) == 16 ? 75 : 37)
  }

  /// Adds the cost of an SVG: the tree of its elements, the layers of groups, and the time to parse it.
  private mutating func addSVG(_ length: Int, _ size: PixelSize) {
    byteCount = length * 10 + size.width * size.height * 8
    nanoseconds = length * 150
    slowPart = "reading \(length >> 20) MB of SVG"
  }

  /// Adds the cost of a JPEG: coefficients, intermediate pixels, and the time of its scans.
  private mutating func addJPEG(
    _ bytes: [UInt8], _ header: PictureHeader, _ size: PixelSize, _ hasTurboJPEG: Bool
  ) {
    guard let jpeg = header.jpeg else { return }
    // A progressive picture keeps all coefficients: 64 of two bytes for each block.
    if jpeg.hasSeveralScans {
      byteCount = jpeg.components.reduce(0) { $0 + jpeg.blockCount(of: $1) * 128 }
    }
    let stored = header.storedSize
    byteCount +=
      hasTurboJPEG
      ? TurboJPEG.outputByteCount(of: stored, to: size, colorCount: jpeg.colorCount) : stored.width * stored.height * 4
    let scans = JPEGScans(bytes, jpeg)
    nanoseconds = scans.nanoseconds
    if scans.count > 1 { slowPart = Self.manyScans }
  }

  /// Returns the memory for a WebP, in bytes.
  private static func webPByteCount(_ reader: ByteReader, _ pixelCount: Int) -> Int {
    // A frame of an animation is decoded separately and then placed on the canvas.
    if let frame = WebPAnimation(reader)?.played { return frame.place.width * frame.place.height * 12 }
    // The lossless decoder needs a buffer of its own.
    return pixelCount * (reader.has("VP8 ", at: 12) ? 4 : 8)
  }

  /// Adds the cost of a TIFF.
  private mutating func addTIFF(_ reader: ByteReader, _ pixelCount: Int) {
    let cost = TIFFCost(reader, pixelCount: pixelCount)
    (byteCount, nanoseconds, isUnknown) = (cost.byteCount, cost.nanoseconds, cost.isUnreadable)
    if cost.hasManyScans { slowPart = Self.manyScans }
  }

  /// Throws if the cost exceeds a limit or cannot be estimated.
  func check(_ header: PictureHeader, byteLimit: Int) throws(ImageError) {
    if isUnknown { throw .unsupported("the sizes in its \(header.format.name) header cannot be read") }
    guard byteCount <= byteLimit else { throw .tooLarge(header.size) }
    guard nanoseconds <= DecodeLimits.estimatedTime else { throw DecodeLimits.tooSlow(slowPart) }
  }
}
