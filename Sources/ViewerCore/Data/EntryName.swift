import ScrollworkPlatform

/// The concatenated names of entries that were read together.
///
/// A folder of a hundred thousand files has few blocks, which saves an allocation for each name.
final class NameBlock: Sendable {
  /// The folder of the entries with a trailing slash; empty if the names are whole paths.
  let folder: String
  /// The bytes of all entries, one after another. Each entry has its name, its title if that differs, and its sort key.
  let bytes: [UInt8]

  init(folder: String, bytes: [UInt8]) {
    self.folder = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
    self.bytes = bytes
  }
}

/// The name of an entry: a slice of a block. Two names are equal exactly if the bytes of the names and of the titles
/// are equal, and the folders too.
///
/// In the block, the name is followed by its title, if that differs, and by its sort key (see `NaturalKey`).
struct EntryName: Hashable, Sendable {
  private let block: NameBlock
  /// The offset of the name in the block.
  private let start: UInt32
  private let length: UInt32
  /// The length of the title; 0 if the title equals the name.
  private let titleLength: UInt32
  private let keyLength: UInt32

  /// Creates a name in a block of its own.
  /// - Parameters:
  ///   - name: The name in the folder.
  ///   - title: The text shown in the list; `nil` to show the name.
  init(_ name: String, folder: String, title: String? = nil) {
    var maker = EntryNameMaker()
    maker.append(name, title: title)
    self = maker.names(folder: folder)[0]
  }

  fileprivate init(block: NameBlock, start: Int, lengths: EntryNameMaker.Lengths) {
    (self.block, self.start) = (block, UInt32(start))
    (length, titleLength, keyLength) = (UInt32(lengths.name), UInt32(lengths.title), UInt32(lengths.key))
  }

  /// The name in the folder, in the encoding of `PathBytes`.
  var raw: String { withBytes { PathBytes.decode($0) } }

  var path: String { block.folder + raw }

  /// The path of the folder with a slash at its end; empty if the name is a whole path.
  var folder: String { block.folder }

  /// The name as UTF-8 text; invalid bytes are replaced.
  var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }

  /// The text shown to the user; invalid bytes are replaced.
  var title: String {
    titleLength == 0
      ? text
      : part(Int(length), Int(titleLength)) { String(decoding: $0, as: UTF8.self) }
  }

  /// The number of bytes of `title`. If `title` has replaced invalid bytes, it may differ.
  var titleByteCount: Int { Int(titleLength == 0 ? length : titleLength) }

  /// The hash of the name for `EntryTable`: FNV-1a, with the upper bits mixed into the lower ones.
  var hash: UInt64 { withBytes { Self.hash($0) } }

  static func hash(_ bytes: some Collection<UInt8>) -> UInt64 {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    return hash ^ (hash >> 29)
  }

  /// Whether the name consists of these bytes.
  func isEqual(to bytes: some Collection<UInt8>) -> Bool {
    length == bytes.count && withBytes { $0.elementsEqual(bytes) }
  }

  /// Whether `a` comes before `b` in natural order.
  static func areInOrder(_ a: EntryName, _ b: EntryName) -> Bool {
    let order = a.withKey { a in b.withKey { NaturalKey.compare(a, $0) } }
    return order != 0 ? order < 0 : a.withBytes { a in b.withBytes { a.lexicographicallyPrecedes($0) } }
  }

  /// The first bytes of the sort key as a number: if the numbers of two names differ, they have the order of the names.
  var keyHead: UInt128 {
    withKey { key in
      var head: UInt128 = 0
      for place in 0..<16 { head = head << 8 | UInt128(place < key.count ? key[place] : 0) }
      return head
    }
  }

  static func == (a: EntryName, b: EntryName) -> Bool {
    a.length == b.length && a.titleLength == b.titleLength
      && a.part(0, Int(a.length + a.titleLength)) { a in b.part(0, a.count) { a.elementsEqual($0) } }
      && (a.block === b.block || a.block.folder == b.block.folder)
  }

  func hash(into hasher: inout Hasher) { withBytes { hasher.combine(bytes: $0) } }

  /// Calls `body` with the bytes of the name.
  func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R { part(0, Int(length), body) }

  /// Calls `body` with the sort key.
  private func withKey<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    part(Int(length + titleLength), Int(keyLength), body)
  }

  /// Calls `body` with a part of the block, at an offset from the start of the name.
  private func part<R>(_ offset: Int, _ count: Int, _ body: (UnsafeRawBufferPointer) -> R) -> R {
    block.bytes.withUnsafeBytes { bytes in
      let start = Int(start) + offset
      return body(UnsafeRawBufferPointer(rebasing: bytes[start..<(start + count)]))
    }
  }
}

/// Builds a block of names.
struct EntryNameMaker {
  /// The lengths of the parts of one entry, in bytes.
  struct Lengths {
    var name: Int
    var title: Int
    var key: Int
  }

  private var bytes: [UInt8] = []
  private var lengths: [Lengths] = []

  var count: Int { lengths.count }

  /// Adds a name, and computes its sort key.
  mutating func append(_ name: String, title: String? = nil) {
    let raw = PathBytes.encode(name)
    let before = bytes.count
    bytes += raw
    bytes += (title ?? "").utf8
    let start = bytes.count
    NaturalKey.fold(title ?? String(decoding: raw, as: UTF8.self), into: &bytes)
    lengths.append(Lengths(name: raw.count, title: start - before - raw.count, key: bytes.count - start))
  }

  /// Returns the names in the order of `append`.
  /// - Complexity: O(*n*) in the total number of bytes.
  func names(folder: String) -> [EntryName] {
    let block = NameBlock(folder: folder, bytes: Array(bytes))
    var start = 0
    return lengths.map { lengths in
      defer { start += lengths.name + lengths.title + lengths.key }
      return EntryName(block: block, start: start, lengths: lengths)
    }
  }
}
