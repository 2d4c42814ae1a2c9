/// The supported formats, recognised by the first bytes and not by a file's name.
package enum PictureFormat: Hashable, Sendable {
  case png, jpeg, bmp, gif, webp, tiff, ico, svg, heif, avif, jxl

  /// Recognises a format; returns `nil` for an unknown one.
  init?(_ reader: ByteReader) {
    if reader.number32(at: 0, isLittle: false) == 0x8950_4E47, reader.number32(at: 4, isLittle: false) == 0x0D0A_1A0A {
      self = .png
    } else if reader.number16(at: 0, isLittle: false) == 0xFFD8, reader.byte(at: 2) == 0xFF {
      self = .jpeg
    } else if reader.has("BM"), let headerSize = reader.number32(at: 14, isLittle: true),
      (12...124).contains(headerSize)
    {
      self = .bmp
    } else if reader.has("GIF87a") || reader.has("GIF89a") {
      self = .gif
    } else if reader.has("RIFF"), reader.has("WEBP", at: 8) {
      self = .webp
    } else if reader.has("II*\0") || reader.has("MM\0*") {
      self = .tiff
    } else if ICOFile(reader) != nil {
      self = .ico
    } else if let format = HEIFHeader.format(reader) {
      self = format
    } else if JXLHeader.begins(reader) {
      self = .jxl
    } else if SVGHeader.begins(reader) {
      self = .svg
    } else {
      return nil
    }
  }

  /// The usual name, for messages.
  package var name: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .bmp: "BMP"
    case .gif: "GIF"
    case .webp: "WebP"
    case .tiff: "TIFF"
    case .ico: "ICO"
    case .svg: "SVG"
    case .heif: "HEIF"
    case .avif: "AVIF"
    case .jxl: "JPEG XL"
    }
  }

  /// Whether the file is incomplete, judged by its own data; `false` for formats whose data do not tell.
  func lacksEnd(_ reader: ByteReader) -> Bool {
    switch self {
    case .png: PNGChunks.lacksEnd(reader)
    case .webp: (reader.number32(at: 4, isLittle: true) ?? 0) + 8 > reader.count
    case .tiff: TIFFDirectory.isBehindEnd(reader)
    case .heif, .avif: BoxReader(reader: reader).isCut
    case .svg: SVGHeader.lacksEnd(reader)
    case .jpeg, .bmp, .gif, .ico, .jxl: false
    }
  }
}
