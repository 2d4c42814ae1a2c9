import Scrollwork
import ScrollworkPlatform

/// The order of a folder's entries: folders first, then by the keys, then by name.
package struct FolderOrder: Hashable, Sendable {
  /// The sort keys, the most important one first.
  package var keys: [SortKey]

  /// The order by ascending name.
  package static let byName = FolderOrder([SortKey(.name)])

  package init(_ keys: [SortKey]) {
    self.keys = keys
  }

  /// Whether a key needs the sizes of pictures.
  package var needsPixels: Bool { keys.contains { $0.field.isOfPixels } }

  /// Whether a key needs the tags of files.
  package var needsTags: Bool { keys.contains { $0.field == .tag } }

  /// Whether a key needs the contents of files, because names may suggest a wrong kind.
  var needsContents: Bool { keys.contains { $0.field == .kind } }

  /// Whether a key needs facts that the file system does not provide: sizes of pictures or tags.
  var needsKnowledge: Bool { needsPixels || needsTags }

  /// The facts about an entry that the file system does not provide: the size of a picture and the tag.
  private struct Knowledge {
    var pixels: PixelSize?
    /// The tag; `nil` for none.
    var tag: UInt8?

    func value(of field: SortKey.Field) -> Int? {
      switch field {
      case .width: pixels?.width
      case .height: pixels?.height
      default: tag.map(Int.init)
      }
    }
  }

  /// Whether `a` comes before `b` in this order. The sizes of pictures and the tags count as unknown.
  package func areInOrder(_ a: FolderEntry, _ b: FolderEntry) -> Bool {
    areInOrder(a, b, knowing: Knowledge(), Knowledge())
  }

  /// Whether `a` comes before `b` in this order. Entries without a size or tag come after the others in both directions.
  private func areInOrder(
    _ a: FolderEntry, _ b: FolderEntry, knowing own: Knowledge, _ other: Knowledge
  ) -> Bool {
    if (a.kind == .folder) != (b.kind == .folder) { return a.kind == .folder }
    for key in keys {
      var order: Int
      if key.field.isOfPixels || key.field == .tag {
        let (value, another) = (own.value(of: key.field), other.value(of: key.field))
        guard let value, let another else {
          if (value == nil) != (another == nil) { return value != nil }
          continue
        }
        order = Self.sign(value, another)
      } else {
        order = Self.compare(a, b, by: key.field)
      }
      if order != 0 { return key.isDescending ? order > 0 : order < 0 }
    }
    return EntryName.areInOrder(a.label, b.label)
  }

  /// Sorts entries by keys of which some need the sizes of pictures or the tags of files.
  /// - Complexity: O(*n* log *n*)
  package func sorted(_ entries: [FolderEntry], pixels: PixelTable, tags: FileTags = FileTags()) -> [FolderEntry] {
    let known = entries.map { entry in
      Knowledge(pixels: pixels.size(of: entry), tag: tags[entry] == 0 ? nil : tags[entry])
    }
    return entries.indices.sorted { areInOrder(entries[$0], entries[$1], knowing: known[$0], known[$1]) }
      .map { entries[$0] }
  }

  /// Sorts entries.
  /// - Complexity: O(*n* log *n*)
  package func sorted(_ entries: some Sequence<FolderEntry>) -> [FolderEntry] {
    // Positions are cheaper to move than entries, and numbers are cheaper to compare.
    let entries = Array(entries)
    let heads = entries.map(head)
    return entries.withUnsafeBufferPointer { entries in
      heads.withUnsafeBufferPointer { heads in
        entries.indices.sorted { a, b in
          heads[a] == heads[b] ? areInOrder(entries[a], entries[b]) : heads[a] < heads[b]
        }
      }.map { entries[$0] }
    }
  }

  /// Returns a number for an entry: of two entries with different numbers, the one with the smaller number comes first.
  private func head(of entry: FolderEntry) -> UInt128 {
    let last = UInt128(1) << 127
    let value: UInt128 =
      switch keys.first?.field {
      case .name, .line, .text, nil: entry.label.keyHead >> 1
      case .size: UInt128(UInt64(clamping: entry.size))
      case .date:
        UInt128(UInt64(bitPattern: entry.modified.seconds) ^ 1 << 63) << 32
          | UInt128(UInt32(bitPattern: entry.modified.nanoseconds))
      case .kind, .width, .height, .tag: 0
      }
    return (entry.kind == .folder ? 0 : last) + (keys.first?.isDescending == true ? last - 1 - value : value)
  }

  /// Returns a sorted list without the entries whose names are in `removed`, and with `additions`.
  /// - Precondition: `sorted` is in this order.
  /// - Complexity: O(*n* + *k* log *k*), where *n* is the length of the list and *k* the number of additions.
  func merge(_ sorted: [FolderEntry], removing removed: Set<String>, adding additions: [FolderEntry]) -> [FolderEntry] {
    let additions = self.sorted(additions)
    if sorted.isEmpty { return additions }
    var result: [FolderEntry] = []
    result.reserveCapacity(sorted.count + additions.count)
    var next = 0
    // Hashes are compared first, because few of very many entries are removed.
    let hashes = Set(removed.map { EntryName.hash(PathBytes.encode($0)) })
    for entry in sorted {
      if !hashes.isEmpty, hashes.contains(entry.label.hash), removed.contains(entry.rawName) { continue }
      while next < additions.count, areInOrder(additions[next], entry) {
        result.append(additions[next])
        next += 1
      }
      result.append(entry)
    }
    result += additions[next...]
    return result
  }

  /// Compares one field: negative if `a` comes first, 0 if the values are equal.
  private static func compare(_ a: FolderEntry, _ b: FolderEntry, by field: SortKey.Field) -> Int {
    switch field {
    case .size: sign(a.size, b.size)
    case .date: sign(a.modified, b.modified)
    case .kind: sign(a.kindTitle, b.kindTitle)
    case .width, .height, .tag: 0
    // Sort keys of lines are rejected earlier; here they sort by name.
    case .name, .line, .text:
      EntryName.areInOrder(a.label, b.label) ? -1 : EntryName.areInOrder(b.label, a.label) ? 1 : 0
    }
  }

  private static func sign<T: Comparable>(_ a: T, _ b: T) -> Int {
    a < b ? -1 : b < a ? 1 : 0
  }
}
