// The orientation in the metadata of formats other than JPEG.

extension PictureOrientation {
  /// Reads the orientation from the metadata; `nil` if there is none, and for JPEG, where `JPEGHeader` reads it.
  init?(of format: PictureFormat, _ reader: ByteReader) {
    let chunk: Int?
    switch format {
    case .png: chunk = Self.chunkOfPNG(reader)
    case .webp: chunk = Self.chunkOfWebP(reader)
    case .tiff:
      self.init(leftByLibraryFor: reader)
      return
    // The libraries of the last ones turn pictures themselves.
    case .jpeg, .bmp, .gif, .ico, .svg, .heif, .avif, .jxl: return nil
    }
    guard var place = chunk else { return nil }
    // Some programs write the prefix of a JPEG's EXIF segment here too.
    if reader.has("Exif\0\0", at: place) { place += 6 }
    let tag = TIFFDirectory(reader, base: place)?.number(ofTag: 0x112)
    guard let tag, let orientation = PictureOrientation(rawValue: tag) else { return nil }
    self = orientation
  }

  /// Reads the transformation that remains after libtiff has decoded a TIFF: libtiff mirrors a picture by its
  /// orientation but does not rotate it. Returns `nil` if nothing remains.
  private init?(leftByLibraryFor reader: ByteReader) {
    switch TIFFDirectory(reader, base: 0)?.number(ofTag: 0x112).flatMap({ PictureOrientation(rawValue: $0) }) {
    case .transposed?, .transversed?: self = .transposed
    case .turnedRight?, .turnedLeft?: self = .transversed
    default: return nil
    }
  }

  /// Returns the offset of the data in the chunk `eXIf` (PNG, third edition, 11.3.4.5); `nil` if there is none.
  private static func chunkOfPNG(_ reader: ByteReader) -> Int? {
    var offset = 8
    while let length = reader.number32(at: offset, isLittle: false) {
      if reader.has("eXIf", at: offset + 4) { return offset + 8 }
      offset += 12 + length
    }
    return nil
  }

  /// Returns the offset of the data in the chunk `EXIF`; `nil` if there is none.
  private static func chunkOfWebP(_ reader: ByteReader) -> Int? {
    let exifFlag = 8
    guard reader.has("VP8X", at: 12), let flags = reader.byte(at: 20), flags & exifFlag != 0 else { return nil }
    var offset = 12
    while let length = reader.number32(at: offset + 4, isLittle: true) {
      if reader.has("EXIF", at: offset) { return offset + 8 }
      offset += 8 + length + length & 1
    }
    return nil
  }
}
