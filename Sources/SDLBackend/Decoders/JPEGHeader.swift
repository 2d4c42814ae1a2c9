import ScrollworkHostInterface

/// The segments of a JPEG file before its first scan.
struct JPEGHeader {
  var size = PixelSize(width: 0, height: 0)
  var orientation = PictureOrientation.upright
  /// Where the first scan's segment starts.
  var scanOffset = 0
  /// True if one pixel may come in several scans, so that all of the picture's coefficients have to be held.
  var hasSeveralScans = false
  /// 1 for gray, 3, or 4 with black.
  var colorCount = 0

  /// `nil` if the segments end before there is a size and a scan.
  init?(_ reader: ByteReader) {
    var offset = 2
    while reader.byte(at: offset) == 0xFF, let marker = reader.byte(at: offset + 1) {
      if marker == 0xFF {  // A byte that only fills.
        offset += 1
        continue
      }
      if Self.isWithoutLength(marker) {
        offset += 2
        continue
      }
      guard let length = reader.number16(at: offset + 2, isLittle: false), length >= 2 else { return nil }
      switch marker {
      case 0xDA:
        scanOffset = offset
        if let count = reader.byte(at: offset + 4), count < colorCount { hasSeveralScans = true }
        if size.width == 0 { return nil }
        return
      case 0xE1 where reader.has("Exif\0\0", at: offset + 4):
        let tag = TIFFDirectory(reader, base: offset + 10)?.number(ofTag: 0x112)
        orientation = tag.flatMap { PictureOrientation(rawValue: $0) } ?? orientation
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
        guard let height = reader.number16(at: offset + 5, isLittle: false),
          let width = reader.number16(at: offset + 7, isLittle: false)
        else { return nil }
        size = PixelSize(width: width, height: height)
        colorCount = reader.byte(at: offset + 9) ?? 0
        let isProgressive = marker & 3 == 2
        hasSeveralScans = isProgressive
      default: break
      }
      offset += 2 + length
    }
    return nil
  }

  private static func isWithoutLength(_ marker: Int) -> Bool {
    marker == 0x01 || (0xD0...0xD8).contains(marker)
  }
}
