import ScrollworkHostInterface

/// The properties of the main picture of a HEIF or AVIF file that are known from its box `meta`.
struct HEIFHeader {
  /// The size in pixels, cropped and turned as the file says.
  private(set) var size: PixelSize

  /// Reads the header; `nil` if it is damaged.
  init?(_ reader: ByteReader) {
    let file = BoxReader(reader: reader)
    guard let meta = file.all.first(where: { $0.type == "meta" }), meta.content.count > 4 else { return nil }
    // A version and flags come first.
    let parts = file.boxes(in: meta.content.dropFirst(4))
    guard let item = Self.mainItem(parts, reader),
      let properties = parts.first(where: { $0.type == "iprp" }).map({ file.boxes(in: $0.content) }),
      let list = properties.first(where: { $0.type == "ipco" }).map({ file.boxes(in: $0.content) })
    else { return nil }
    let indices = properties.lazy.filter { $0.type == "ipma" }.compactMap {
      Self.properties(of: item, in: $0.content, reader)
    }.first
    size = PixelSize(width: 0, height: 0)
    for index in indices ?? [] where list.indices.contains(index - 1) { apply(list[index - 1], reader) }
    guard size.width > 0, size.height > 0 else { return nil }
  }

  /// Returns the format of a file by the brands in its first box; `nil` for other files.
  static func format(_ reader: ByteReader) -> PictureFormat? {
    guard reader.has("ftyp", at: 4), let length = reader.number32(at: 0, isLittle: false), length >= 16 else {
      return nil
    }
    let file = BoxReader(reader: reader)
    let places = [8] + stride(from: 16, to: min(length, 256, reader.count), by: 4)
    let brands = places.compactMap { file.text(at: $0) }
    if brands.contains(where: { ["avif", "avis"].contains($0) }) { return .avif }
    let known = ["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"]
    return brands.contains(where: known.contains) ? .heif : nil
  }

  /// Returns the id of the main picture; `nil` if the file names none.
  private static func mainItem(_ parts: [BoxReader.Box], _ reader: ByteReader) -> Int? {
    guard let box = parts.first(where: { $0.type == "pitm" }), let version = reader.byte(at: box.content.lowerBound)
    else { return nil }
    let place = box.content.lowerBound + 4
    return version == 0 ? reader.number16(at: place, isLittle: false) : reader.number32(at: place, isLittle: false)
  }

  /// Returns the numbers of the properties of an item, in their order, from a box `ipma`; `nil` if it has none there.
  private static func properties(of item: Int, in content: Range<Int>, _ reader: ByteReader) -> [Int]? {
    guard let version = reader.byte(at: content.lowerBound), let flags = reader.byte(at: content.lowerBound + 3),
      let count = reader.number32(at: content.lowerBound + 4, isLittle: false)
    else { return nil }
    let isWide = flags & 1 == 1
    var offset = content.lowerBound + 8
    for _ in 0..<min(count, 65_536) where offset < content.upperBound {
      let id =
        version == 0 ? reader.number16(at: offset, isLittle: false) : reader.number32(at: offset, isLittle: false)
      offset += version == 0 ? 2 : 4
      guard let id, let length = reader.byte(at: offset) else { return nil }
      offset += 1
      let places = (0..<length).map { offset + $0 * (isWide ? 2 : 1) }
      if id == item {
        return places.compactMap {
          // The highest bit says whether a reader has to know the property.
          isWide ? reader.number16(at: $0, isLittle: false).map { $0 & 0x7FFF } : reader.byte(at: $0).map { $0 & 0x7F }
        }
      }
      offset += length * (isWide ? 2 : 1)
    }
    return nil
  }

  /// Applies a property: the size, a crop or a turn.
  private mutating func apply(_ property: BoxReader.Box, _ reader: ByteReader) {
    let start = property.content.lowerBound
    func number(_ offset: Int) -> Int? { reader.number32(at: start + offset, isLittle: false) }
    switch property.type {
    case "ispe":
      if let width = number(4), let height = number(8) { size = PixelSize(width: width, height: height) }
    case "clap":
      guard let width = number(0), let across = number(4), let height = number(8), let down = number(12), across > 0,
        down > 0
      else { return }
      size = PixelSize(width: min(size.width, width / across), height: min(size.height, height / down))
    case "irot":
      if let turns = reader.byte(at: start), turns & 1 == 1 { size = size.transposed }
    default: break
    }
  }
}
