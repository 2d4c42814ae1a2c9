import ScrollworkPlatform

/// The names of entries that were read together, one behind another.
///
/// A folder of a hundred thousand files has few of these, and no text of its own for each file.
final class NameBlock: Sendable {
  /// What paths begin with, with the slash at its end; empty where names are whole paths.
  let folder: String
  let bytes: [UInt8]

  init(folder: String, bytes: [UInt8]) {
    self.folder = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
    self.bytes = bytes
  }
}

/// The name of an entry: bytes, equal to another name exactly if these are.
///
/// Behind the name stands what it is called in a list, if that is another text, and its place among others as people sort.
struct EntryName: Hashable, Sendable {
  private let block: NameBlock
  private let start: UInt32
  private let length: UInt32
  private let titleLength: UInt32
  private let keyLength: UInt32

  /// - Parameters:
  ///   - name: As the folder has it.
  ///   - title: What it is called in the list, if not by its name.
  init(_ name: String, folder: String, title: String? = nil) {
    var maker = EntryNameMaker()
    maker.append(name, title: title)
    self = maker.names(folder: folder)[0]
  }

  fileprivate init(block: NameBlock, start: Int, lengths: EntryNameMaker.Lengths) {
    (self.block, self.start) = (block, UInt32(start))
    (length, titleLength, keyLength) = (UInt32(lengths.name), UInt32(lengths.title), UInt32(lengths.key))
  }

  /// As the folder has it.
  var raw: String { withBytes { PathBytes.decode($0) } }

  var path: String { block.folder + raw }

  /// The name as text, not as a path.
  var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }

  /// For people; what is no UTF-8 in it is replaced.
  var title: String {
    titleLength == 0
      ? text
      : part(Int(length), Int(titleLength)) { String(decoding: $0, as: UTF8.self) }
  }

  /// The beginning of a table's search for the name.
  var hash: UInt64 { withBytes { Self.hash($0) } }

  static func hash(_ bytes: some Collection<UInt8>) -> UInt64 {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    return hash ^ (hash >> 29)
  }

  func isEqual(to bytes: some Collection<UInt8>) -> Bool {
    length == bytes.count && withBytes { $0.elementsEqual(bytes) }
  }

  /// True if people look for this name before the other one.
  static func areInOrder(_ a: EntryName, _ b: EntryName) -> Bool {
    let order = a.withKey { a in b.withKey { NaturalKey.compare(a, $0) } }
    return order != 0 ? order < 0 : a.withBytes { a in b.withBytes { a.lexicographicallyPrecedes($0) } }
  }

  static func == (a: EntryName, b: EntryName) -> Bool {
    a.length == b.length && a.titleLength == b.titleLength
      && a.part(0, Int(a.length + a.titleLength)) { a in b.part(0, a.count) { a.elementsEqual($0) } }
      && (a.block === b.block || a.block.folder == b.block.folder)
  }

  func hash(into hasher: inout Hasher) { withBytes { hasher.combine(bytes: $0) } }

  func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R { part(0, Int(length), body) }

  private func withKey<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    part(Int(length + titleLength), Int(keyLength), body)
  }

  private func part<R>(_ offset: Int, _ count: Int, _ body: (UnsafeRawBufferPointer) -> R) -> R {
    block.bytes.withUnsafeBytes { bytes in
      let start = Int(start) + offset
      return body(UnsafeRawBufferPointer(rebasing: bytes[start..<(start + count)]))
    }
  }
}

/// Collects names for a block.
struct EntryNameMaker {
  struct Lengths {
    var name: Int
    var title: Int
    var key: Int
  }

  private var bytes: [UInt8] = []
  private var lengths: [Lengths] = []

  var count: Int { lengths.count }

  mutating func append(_ name: String, title: String? = nil) {
    let raw = PathBytes.encode(name)
    let before = bytes.count
    bytes += raw
    bytes += (title ?? "").utf8
    let start = bytes.count
    NaturalKey.fold(title ?? String(decoding: raw, as: UTF8.self), into: &bytes)
    lengths.append(Lengths(name: raw.count, title: start - before - raw.count, key: bytes.count - start))
  }

  /// The names in the order in which they were given.
  func names(folder: String) -> [EntryName] {
    let block = NameBlock(folder: folder, bytes: Array(bytes))
    var start = 0
    return lengths.map { lengths in
      defer { start += lengths.name + lengths.title + lengths.key }
      return EntryName(block: block, start: start, lengths: lengths)
    }
  }
}
