import ScrollworkHostInterface

/// The segments of a JPEG file before its first scan (ITU-T T.81, annex B).
struct JPEGHeader {
  /// A colour component with its sampling factors: the number of its blocks in each coding unit, across and down.
  struct Component {
    var id: Int
    var across: Int
    var down: Int
  }

  /// The stored size in pixels.
  var size = PixelSize(width: 0, height: 0)
  /// The orientation in the EXIF segment.
  var orientation = PictureOrientation.upright
  /// The locations of the orientation values; a file may have several EXIF segments.
  var orientationPlaces: [TIFFDirectory.Place] = []
  /// The offset of the first scan's segment.
  var scanOffset = 0
  /// Whether the data of one pixel may be in several scans, so that the decoder must hold all coefficients.
  var hasSeveralScans = false
  /// Whether the file uses arithmetic coding.
  var isArithmetic = false
  /// The colour components, at most four.
  var components: [Component] = []
  /// The number of components: 1 for gray, 3 for colour, 4 with black.
  var colorCount: Int { components.count }

  /// Parses the file up to its first scan; returns `nil` if there is no scan or no size before it.
  init?(_ reader: ByteReader) {
    var offset = 2
    while reader.byte(at: offset) == 0xFF, let marker = reader.byte(at: offset + 1) {
      if marker == 0xFF {  // A fill byte.
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
        let directory = TIFFDirectory(reader, base: offset + 10)
        if let place = directory?.place(ofTag: 0x112) { orientationPlaces.append(place) }
        let tag = directory?.number(ofTag: 0x112)
        orientation = tag.flatMap { PictureOrientation(rawValue: $0) } ?? orientation
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
        guard let height = reader.number16(at: offset + 5, isLittle: false),
          let width = reader.number16(at: offset + 7, isLittle: false)
        else { return nil }
        size = PixelSize(width: width, height: height)
        components = Self.components(reader, at: offset + 9)
        let isProgressive = marker & 3 == 2
        hasSeveralScans = isProgressive
        isArithmetic = marker > 0xC8
      default: break
      }
      offset += 2 + length
    }
    return nil
  }

  /// Reads the components of a frame header.
  private static func components(_ reader: ByteReader, at offset: Int) -> [Component] {
    (0..<min(4, reader.byte(at: offset) ?? 0)).compactMap { index in
      guard let id = reader.byte(at: offset + 1 + index * 3), let factors = reader.byte(at: offset + 2 + index * 3)
      else { return nil }
      return Component(id: id, across: max(1, factors >> 4), down: max(1, factors & 15))
    }
  }

  /// Returns the number of blocks of 64 coefficients in a component, rounded up to whole coding units.
  func blockCount(of component: Component) -> Int {
    let across = components.reduce(1) { max($0, $1.across) } * 8
    let down = components.reduce(1) { max($0, $1.down) } * 8
    return (size.width + across - 1) / across * component.across * ((size.height + down - 1) / down * component.down)
  }

  /// Whether `marker` stands alone in the file, without a length and data.
  static func isWithoutLength(_ marker: Int) -> Bool {
    marker == 0x01 || (0xD0...0xD8).contains(marker)
  }
}
