import ScrollworkHostInterface

/// Pictures with an orientation in their metadata.
enum OrientedPictures {
  /// The stored picture, whose quarters have different colours.
  static let upright = TestPicture(width: 12, height: 8) { x, y in
    ((x >= 6) == (y >= 4) ? 255 : 0, x >= 6 ? 255 : 0, y >= 4 ? 255 : 0, 255)
  }

  /// Returns EXIF data with an orientation, in either byte order.
  static func exif(_ orientation: UInt8, isLittle: Bool) -> [UInt8] {
    let order = Array((isLittle ? "II" : "MM").utf8)
    func number(_ value: UInt8, count: Int) -> [UInt8] {
      let bytes = [value] + [UInt8](repeating: 0, count: count - 1)
      return isLittle ? bytes : bytes.reversed()
    }
    let tag: [UInt8] = isLittle ? [0x12, 0x01] : [0x01, 0x12]
    let entry = tag + number(3, count: 2) + number(1, count: 4) + number(orientation, count: 2) + [0, 0]
    return order + number(42, count: 2) + number(8, count: 4) + number(1, count: 2) + entry + [0, 0, 0, 0]
  }

  /// Returns the JPEG with a segment of EXIF data.
  static func jpeg(_ orientation: UInt8, isLittle: Bool) -> [UInt8] {
    let segment = Array("Exif\0\0".utf8) + exif(orientation, isLittle: isLittle)
    return Array(EncodedPictures.jpeg.prefix(2)) + [0xFF, 0xE1, 0, UInt8(segment.count + 2)] + segment
      + EncodedPictures.jpeg.dropFirst(2)
  }

  /// Returns the PNG with a chunk of EXIF data after its header.
  static func png(_ png: [UInt8], _ orientation: UInt8, isLittle: Bool) -> [UInt8] {
    Array(png.prefix(33)) + TestPNG.chunk("eXIf", exif(orientation, isLittle: isLittle)) + png.dropFirst(33)
  }

  /// Returns the still WebP in the extended format, with a chunk of metadata at the end.
  static func webp(_ size: PixelSize, _ data: [UInt8]) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    let header = [8, 0, 0, 0] + little(size.width - 1, 3) + little(size.height - 1, 3)
    let body =
      Array("WEBPVP8X".utf8) + little(header.count, 4) + header + EncodedPictures.webp.dropFirst(12)
      + Array("EXIF".utf8) + little(data.count, 4) + data
    return Array("RIFF".utf8) + little(body.count, 4) + body
  }

  /// Returns the animated WebP with EXIF data at the end.
  static func animatedWebP(_ orientation: UInt8) -> [UInt8] {
    var file = EncodedPictures.animatedWebP
    let data = exif(orientation, isLittle: true)
    file[20] |= 8
    file += Array("EXIF".utf8) + [UInt8(data.count), 0, 0, 0] + data
    let length = file.count - 8
    for (place, shift) in zip(4..<8, [0, 8, 16, 24]) { file[place] = UInt8(truncatingIfNeeded: length >> shift) }
    return file
  }

  /// Returns an uncompressed TIFF of 12 x 8 pixels with red, green, blue and white quarters.
  static func tiff(_ orientation: UInt8) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    let (width, height) = (12, 8)
    // Each entry has tag, type (3 for 16 bits, 4 for 32), count and value; the bits of the three samples follow the
    // directory.
    let tags = [
      (0x100, 3, 1, width), (0x101, 3, 1, height), (0x102, 3, 3, 146), (0x103, 3, 1, 1), (0x106, 3, 1, 2),
      (0x111, 4, 1, 152), (0x112, 3, 1, Int(orientation)), (0x115, 3, 1, 3), (0x116, 3, 1, height),
      (0x117, 4, 1, width * height * 3), (0x11C, 3, 1, 1),
    ]
    let directory = tags.flatMap { little($0.0, 2) + little($0.1, 2) + little($0.2, 4) + little($0.3, 4) }
    var file = Array("II".utf8) + little(42, 2) + little(8, 4) + little(tags.count, 2) + directory
    file += little(0, 4)
    file += [8, 0, 8, 0, 8, 0]
    for y in 0..<height {
      for x in 0..<width {
        let (isRight, isLow) = (x * 2 >= width, y * 2 >= height)
        file += [isRight == isLow ? 255 : 0, isRight ? 255 : 0, isLow ? 255 : 0]
      }
    }
    return file
  }
}
