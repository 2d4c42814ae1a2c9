internal import CPNGRows
import ScrollworkHostInterface

/// Decodes large PNGs with one row in memory.
enum PNGRows {
  /// Whether a file is decoded by rows: it has more pixels than `limit` and is not interlaced.
  static func reads(_ bytes: [UInt8], stored: PixelSize, over limit: Int) -> Bool {
    let interlacing = 28
    return stored.width * stored.height > limit && bytes.count > interlacing && bytes[interlacing] == 0
  }

  /// The number of rows between calls of `isWanted`.
  private static let stride = 64

  /// Returns the picture reduced to `size`.
  static func decode(
    _ bytes: [UInt8], stored: PixelSize, to size: PixelSize, while isWanted: () -> Bool
  ) throws(ImageError) -> [UInt32] {
    try bytes.withUnsafeBufferPointer { data throws(ImageError) -> [UInt32] in
      guard let rows = scrollwork_png_rows_open(data.baseAddress, data.count, false) else { throw .tooLarge(stored) }
      defer { scrollwork_png_rows_close(rows) }
      let channels = Int(scrollwork_png_rows_channels(rows))
      return try withPixelMemory(byteCount: stored.width * max(1, channels), for: stored) { memory throws(ImageError) in
        func read(_ row: Int) throws(ImageError) -> UnsafePointer<UInt8> {
          if row % stride == 0, !isWanted() { throw .cancelled }
          guard scrollwork_png_rows_read(rows, memory) else { throw error(of: rows) }
          return UnsafePointer(memory)
        }
        switch channels {
        case 1: return try reduce(stored, size, GrayLayout.self, read)
        case 2: return try reduce(stored, size, GrayAlphaLayout.self, read)
        case 3: return try reduce(stored, size, RGBLayout.self, read)
        case 4: return try reduce(stored, size, RGBALayout.self, read)
        default: throw error(of: rows)
        }
      }
    }
  }

  /// Decodes a picture from which the caller then cuts parts.
  /// - Parameter isPart: Whether to decode the intact part of a damaged file, even of an interlaced one.
  static func decodeWhole(
    _ bytes: [UInt8], _ header: PictureHeader, isPart: Bool = false, while isWanted: () -> Bool
  ) throws(ImageError) -> WholePicture {
    let stored = header.storedSize
    return try bytes.withUnsafeBufferPointer { data throws(ImageError) -> WholePicture in
      guard let rows = scrollwork_png_rows_open(data.baseAddress, data.count, isPart) else { throw .tooLarge(stored) }
      defer { scrollwork_png_rows_close(rows) }
      let layouts: [DecodedPixels.Layout] = [.gray, .grayAlpha, .rgb, .rgba]
      let channels = Int(scrollwork_png_rows_channels(rows))
      guard layouts.indices.contains(channels - 1) else { throw error(of: rows) }
      return try WholePicture(header, level: 0, decoded: stored, layout: layouts[channels - 1]) {
        memory, rowStride throws(ImageError) in
        // Gray where pixels are missing, as in a JPEG; transparent if the picture can be.
        if isPart, !channels.isMultiple(of: 2) { memory.update(repeating: 0x80, count: rowStride * stored.height) }
        let passes = Int(scrollwork_png_rows_passes(rows))
        for index in 0..<passes * stored.height {
          let row = index % stored.height
          if row % stride == 0, !isWanted() { throw .cancelled }
          if scrollwork_png_rows_read(rows, memory + row * rowStride) { continue }
          if isPart, index > 0 { break }
          throw error(of: rows)
        }
      }
    }
  }

  /// Reads and reduces the rows, with loops that are specialised for the pixel layout `L`.
  private static func reduce<L: PixelLayout>(
    _ stored: PixelSize, _ size: PixelSize, _ layout: L.Type,
    _ read: (Int) throws(ImageError) -> UnsafePointer<UInt8>
  ) throws(ImageError) -> [UInt32] {
    var reduction = AreaReduction<L>(source: stored, size: size)
    return try reduction.run(read)
  }

  /// Returns libpng's error.
  private static func error(of rows: OpaquePointer) -> ImageError {
    .corrupt("PNG: " + String(cString: scrollwork_png_rows_message(rows)))
  }
}
