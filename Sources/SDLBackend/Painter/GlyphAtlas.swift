/// The cache of glyph images.
///
/// It has its own open-addressed table, because a line of text needs a look-up for each glyph: one multiplication and
/// usually one probe. The images are stored in pages. When they exceed the limit, the atlas is emptied and fills again.
@MainActor
final class GlyphAtlas {
  /// A glyph image in the atlas.
  struct Entry: BitwiseCopyable {
    /// The position of the image relative to the glyph's origin, in device pixels; see `GlyphImage`.
    var left: Int32 = 0
    var top: Int32 = 0
    var width: Int32 = 0
    var height: Int32 = 0
    var isColor = false
    /// The coverage or pixels, in rows of `width`, which is a multiple of four; `nil` for an empty image.
    var bytes: UnsafeMutableRawPointer?
  }

  /// The number of bytes in a page.
  private static let pageSize = 256 << 10
  /// The number of bytes above which the atlas is emptied.
  private static let byteLimit = 16 << 20
  /// The largest side in pixels; larger images are not drawn.
  private static let sideLimit = 4096

  private let source: any GlyphSource
  /// The hash table: keys, 0 for empty slots, and their entries.
  private var keys: Storage<UInt64>
  private var entries: Storage<Entry>
  /// The number of slots minus one, as a bit mask: the number of slots is a power of two.
  private var mask: Int
  private var count = 0
  /// The pages of small images; new images go into the last one.
  private var pages: [Storage<UInt64>] = []
  /// The pages of large images, each with one image.
  private var largePages: [Storage<UInt64>] = []
  /// The number of used bytes in the last page.
  private var pageUsed = 0
  /// The number of bytes of all images.
  private(set) var byteCount = 0

  init(source: any GlyphSource) {
    self.source = source
    keys = Storage(repeating: 0, count: 1024)
    entries = Storage(count: 1024)
    mask = 1023
  }

  /// Empties the atlas.
  func removeAll() {
    keys.base.update(repeating: 0, count: mask + 1)
    pages.removeAll(keepingCapacity: true)
    largePages.removeAll()
    (count, pageUsed, byteCount) = (0, 0, 0)
  }

  /// Returns the image of a glyph, making it if needed.
  /// - Parameter quarter: The distance from a device pixel's left edge to the glyph's origin, in quarters of a pixel: 0
  ///   to 3.
  /// - Complexity: O(1) on average if the image is cached.
  @inline(__always)
  func entry(glyph: UInt32, face: UInt16, quarter: UInt8) -> Entry {
    // The highest bit distinguishes a key from an empty slot.
    let key = 1 << 63 | UInt64(face) << 40 | UInt64(quarter & 3) << 32 | UInt64(glyph)
    var place = Self.place(of: key) & mask
    while true {
      let found = keys.base[place]
      if found == key { return entries.base[place] }
      if found == 0 { return add(key, glyph: glyph, face: face, quarter: quarter) }
      place = (place &+ 1) & mask
    }
  }

  /// Returns the hash of a key (Fibonacci hashing).
  @inline(__always)
  private static func place(of key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }

  /// Gets the image of a glyph from the source and stores it.
  private func add(_ key: UInt64, glyph: UInt32, face: UInt16, quarter: UInt8) -> Entry {
    let image = source.image(ofGlyph: glyph, face: face, quarter: quarter)
    if byteCount > Self.byteLimit { removeAll() }
    if (count + 1) * 3 > (mask + 1) * 2 { grow() }
    let entry = stored(image)
    insert(key, entry)
    return entry
  }

  /// Inserts an entry into the first empty slot of its probe sequence.
  private func insert(_ key: UInt64, _ entry: Entry) {
    var place = Self.place(of: key) & mask
    while keys.base[place] != 0 { place = (place + 1) & mask }
    keys.base[place] = key
    entries.base[place] = entry
    count += 1
  }

  /// Doubles the number of slots.
  private func grow() {
    let (oldKeys, oldEntries, oldCapacity) = (keys, entries, mask + 1)
    keys = Storage(repeating: 0, count: oldCapacity * 2)
    entries = Storage(count: oldCapacity * 2)
    mask = oldCapacity * 2 - 1
    count = 0
    for place in 0..<oldCapacity where oldKeys.base[place] != 0 {
      insert(oldKeys.base[place], oldEntries.base[place])
    }
  }

  /// Copies an image into a page. An invalid image becomes an empty entry.
  private func stored(_ image: GlyphImage) -> Entry {
    let sides = 1...Self.sideLimit
    let reach = -Self.sideLimit...Self.sideLimit
    guard sides.contains(image.width), sides.contains(image.height), reach.contains(image.left),
      reach.contains(image.top)
    else { return Entry() }
    let bytesPerPixel = image.isColor ? 4 : 1
    let rowBytes = image.width * bytesPerPixel
    guard image.bytes.count >= rowBytes * image.height else { return Entry() }
    // Rows are padded with clear pixels to a multiple of four, so that the pixel loops rarely have a remainder.
    let width = (image.width + 3) & ~3
    let needed = width * image.height * bytesPerPixel
    let target = room(for: needed)
    target.initializeMemory(as: UInt8.self, repeating: 0, count: needed)
    image.bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      for y in 0..<image.height {
        (target + y * width * bytesPerPixel).copyMemory(from: base + y * rowBytes, byteCount: rowBytes)
      }
    }
    return Entry(
      left: Int32(image.left), top: Int32(image.top), width: Int32(width), height: Int32(image.height),
      isColor: image.isColor, bytes: target)
  }

  /// Returns free memory in the last page, or in a page of its own for a large image.
  private func room(for needed: Int) -> UnsafeMutableRawPointer {
    let size = (needed + 7) & ~7
    byteCount += size
    guard size <= Self.pageSize / 4 else {
      let page = Storage<UInt64>(count: size / 8)
      largePages.append(page)
      return UnsafeMutableRawPointer(page.base)
    }
    if pages.isEmpty || pageUsed + size > Self.pageSize {
      pages.append(Storage(count: Self.pageSize / 8))
      pageUsed = 0
    }
    defer { pageUsed += size }
    return UnsafeMutableRawPointer(pages[pages.count - 1].base) + pageUsed
  }
}
