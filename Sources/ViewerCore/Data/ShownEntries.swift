import ScrollworkPlatform

/// The filtered entries of a folder, divided by kind.
///
/// Made on a background thread, because a pass over very many entries takes longer than a frame.
struct ShownEntries: Sendable {
  /// The shown entries in their order.
  let all: EntryPart
  let folders: EntryPart
  let pictures: EntryPart
  /// The entries that are neither folders nor pictures.
  let others: EntryPart
  /// The films and documents in `others`, which the desktop may have thumbnails of.
  let drawn: EntryPart
  /// The entries of `others` that are not in `drawn`.
  let undrawn: EntryPart
  /// The total size of all but folders, in bytes.
  let bytes: Int
  /// Whether the unfiltered entries contain pictures.
  let hasPictures: Bool
  /// The width in a row that fits the longest of the unfiltered names, in logical pixels. It grows in steps, so that
  /// the columns after the names rarely move.
  let nameRoom: Double
  /// The entries in groups; empty if they are not grouped.
  private(set) var groups: [EntryGroup] = []

  static let none = ShownEntries([])

  /// Divides all entries by kind.
  /// - Complexity: O(*n*) in the number of entries.
  init(_ entries: [FolderEntry]) {
    self.init(entries, places: nil)
  }

  /// Returns the entries divided into groups; without groups if `request` is `nil`.
  /// - Complexity: O(*n*) in the number of entries.
  func grouped(_ request: GroupingRequest?) -> ShownEntries {
    var shown = self
    shown.groups = request.map { EntryGrouper($0, .local(now: .now)).groups(of: all) } ?? []
    return shown
  }

  /// Selects the entries that pass the filter, and divides them by kind.
  /// - Parameter isCancelled: Called after each entry, and from time to time during a match.
  /// - Returns: `nil` if the filter was cancelled.
  init?(_ entries: [FolderEntry], filter: inout EntryFilter, isCancelled: () -> Bool) {
    var places: [Int32] = []
    for (place, entry) in entries.enumerated() {
      if filter.matches(entry, isCancelled: isCancelled) { places.append(Int32(place)) }
      if isCancelled() { return nil }
    }
    self.init(entries, places: places)
  }

  /// Whether the desktop may have a thumbnail for files of a kind.
  static func isDrawnByDesktop(_ kind: EntryKind) -> Bool { kind == .video || kind == .document }

  private init(_ entries: [FolderEntry], places: [Int32]?) {
    var (folders, pictures, others, bytes) = ([Int32](), [Int32](), [Int32](), 0)
    var (drawn, undrawn) = ([Int32](), [Int32]())
    for place in places ?? (0..<Int32(entries.count)).map({ $0 }) {
      let entry = entries[Int(place)]
      switch entry.kind {
      case .folder: folders.append(place)
      case .picture: pictures.append(place)
      default:
        others.append(place)
        if Self.isDrawnByDesktop(entry.kind) { drawn.append(place) } else { undrawn.append(place) }
      }
      if entry.kind != .folder { bytes += entry.size }
    }
    hasPictures = !pictures.isEmpty || (places != nil && entries.contains { $0.kind == .picture })
    all = EntryPart(entries: entries, places: places)
    self.folders = EntryPart(entries: entries, places: folders)
    self.pictures = EntryPart(entries: entries, places: pictures)
    self.others = EntryPart(entries: entries, places: others)
    self.drawn = EntryPart(entries: entries, places: drawn)
    self.undrawn = EntryPart(entries: entries, places: undrawn)
    self.bytes = bytes
    nameRoom = Self.nameRoom(for: entries.reduce(0) { max($0, $1.label.titleByteCount) })
  }

  /// The usual width of a character of a name, the step of `nameRoom`, and its bounds, in logical pixels.
  private static let (characterWidth, step, rooms) = (7.2, 120.0, 280.0...1_000)

  /// Returns the width in a row for a name, in logical pixels.
  /// - Parameter byteCount: The length of the name in UTF-8. Non-Latin scripts have more bytes for their width.
  static func nameRoom(for byteCount: Int) -> Double {
    let wanted = (Double(byteCount) * characterWidth / step).rounded(.up) * step
    return min(max(wanted, rooms.lowerBound), rooms.upperBound)
  }
}

/// A subset of a folder's entries, in their order.
struct EntryPart: RandomAccessCollection, Sendable {
  /// All entries of the folder.
  fileprivate let entries: [FolderEntry]
  /// The positions of the entries; `nil` for all.
  fileprivate let places: [Int32]?

  /// Creates the part that contains all of `entries`.
  init(_ entries: [FolderEntry]) { self.init(entries: entries, places: nil) }

  fileprivate init(entries: [FolderEntry], places: [Int32]?) { (self.entries, self.places) = (entries, places) }

  /// Returns a part of this part.
  /// - Parameter positions: The positions of its entries, ascending.
  func part(_ positions: [Int32]) -> EntryPart {
    EntryPart(entries: entries, places: places.map { own in positions.map { own[Int($0)] } } ?? positions)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { places?.count ?? entries.count }

  subscript(position: Int) -> FolderEntry {
    entries[places.map { Int($0[position]) } ?? position]
  }
}

extension EntryPart {
  /// Returns the position of the entry with a path; `nil` if there is none.
  /// - Complexity: O(*n*) in the number of entries.
  func firstIndex(path: String) -> Int? {
    let bytes = PathBytes.encode(FilePath.lastComponent(of: path))
    return firstIndex { entry in
      entry.isAddress ? entry.path == path : entry.label.isEqual(to: bytes) && entry.path == path
    }
  }
}
