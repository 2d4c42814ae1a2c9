import ScrollworkPlatform

/// The property by which the entries of a folder are divided into groups.
enum FolderGrouping: String, Hashable, Sendable, CaseIterable {
  case day, kind, initial

  /// The title of the command that chooses this grouping.
  var title: String {
    switch self {
    case .day: "Group by day"
    case .kind: "Group by kind"
    case .initial: "Group by initial"
    }
  }
}

/// A request to divide entries into groups.
struct GroupingRequest: Sendable {
  var grouping: FolderGrouping
  /// Whether the order of the groups is reversed: the oldest day or the last letter first.
  var isReversed = false
}

/// A group of entries of a folder that have a property in common.
struct EntryGroup: Sendable {
  /// The identity of the group among those of its folder.
  let id: String
  let title: String
  /// All entries of the group, in their order.
  let all: EntryPart
  let pictures: EntryPart
  /// The entries that are neither folders nor pictures.
  let others: EntryPart
  /// The pictures, films and documents of the group; `nil` if there are neither films nor documents.
  let drawn: EntryPart?
  /// The entries that are neither in `drawn` nor folders; `nil` if `drawn` is `nil`.
  let undrawn: EntryPart?

  /// The number of entries that are no folders.
  var fileCount: Int { pictures.count + others.count }
}

/// Divides the entries of a folder into groups.
struct EntryGrouper {
  /// The common property of the entries of a group. Groups are sorted by it.
  private enum Key: Hashable, Comparable {
    case number(Int)
    case letter(String)
  }

  private let request: GroupingRequest
  private let formats: Formats

  /// - Parameter formats: The formats of dates, which contain the current time.
  init(_ request: GroupingRequest, _ formats: Formats) { (self.request, self.formats) = (request, formats) }

  /// Returns the groups of some entries: days from the newest, kinds, or letters.
  /// - Complexity: O(*n*) in the number of entries, and O(*g* log *g*) in that of groups.
  func groups(of entries: EntryPart) -> [EntryGroup] {
    var places: [Key: [Int32]] = [:]
    for (place, entry) in entries.enumerated() { places[key(of: entry), default: []].append(Int32(place)) }
    let isDescending = (request.grouping == .day) != request.isReversed
    let keys = places.keys.sorted { isDescending ? $0 > $1 : $0 < $1 }
    return keys.map { key in
      let own = places[key] ?? []
      func part(_ isIncluded: (EntryKind) -> Bool) -> EntryPart {
        entries.part(own.filter { isIncluded(entries[Int($0)].kind) })
      }
      let isDrawn = own.contains { ShownEntries.isDrawnByDesktop(entries[Int($0)].kind) }
      return EntryGroup(
        id: id(of: key), title: title(of: key), all: entries.part(own), pictures: part { $0 == .picture },
        others: part { $0 != .picture && $0 != .folder },
        drawn: isDrawn ? part { $0 == .picture || ShownEntries.isDrawnByDesktop($0) } : nil,
        undrawn: isDrawn ? part { $0 != .picture && $0 != .folder && !ShownEntries.isDrawnByDesktop($0) } : nil)
    }
  }

  private func key(of entry: FolderEntry) -> Key {
    switch request.grouping {
    case .day: .number(formats.day(of: entry.modified))
    case .kind: .number(Self.kinds.firstIndex(of: entry.kind) ?? 0)
    case .initial: .letter(Self.initial(of: entry.name))
    }
  }

  /// The kinds in the order of their groups.
  private static let kinds = EntryKind.allCases

  /// Returns the first letter of a name as a capital without accents; an empty text for names that begin otherwise.
  private static func initial(of name: String) -> String {
    guard let first = name.first(where: { $0 != "." }), first.isLetter else { return "" }
    let capital = String(first).uppercased()
    // Latin letters with accents stand with those without.
    return foldings[capital] ?? String(capital.prefix(1))
  }

  private static let foldings: [String: String] = {
    var foldings: [String: String] = [:]
    for (letter, accented) in [
      ("A", "ÀÁÂÃÄÅĀĂĄ"), ("C", "ÇĆČ"), ("D", "ĎĐ"), ("E", "ÈÉÊËĒĖĘĚ"), ("G", "ĞĢ"), ("I", "ÌÍÎÏĪİ"), ("L", "ŁĽĻ"),
      ("N", "ÑŃŇŅ"), ("O", "ÒÓÔÕÖØŌŐ"), ("R", "ŘŔ"), ("S", "ŚŠŞȘ"), ("T", "ŤȚ"), ("U", "ÙÚÛÜŪŮŰ"), ("Y", "ÝŸ"),
      ("Z", "ŹŻŽ"),
    ] {
      for character in accented { foldings[String(character)] = letter }
    }
    return foldings
  }()

  private func id(of key: Key) -> String {
    switch key {
    case .number(let number): "\(request.grouping.rawValue) \(number)"
    case .letter(let letter): "initial \(letter)"
    }
  }

  /// Returns the title of the group of an entry.
  func title(of entry: FolderEntry) -> String { title(of: key(of: entry)) }

  private func title(of key: Key) -> String {
    switch key {
    case .letter(let letter): letter.isEmpty ? "Digits and signs" : letter
    case .number(let number): request.grouping == .day ? formats.dayTitle(number) : Self.kinds[number].groupTitle
    }
  }
}

extension EntryKind {
  /// The title of a group of entries of this kind.
  var groupTitle: String {
    switch self {
    case .folder: "Folders"
    case .picture: "Pictures"
    case .text: "Texts and sources"
    case .log: "Logs"
    case .table: "Tables"
    case .json: "JSON"
    case .archive: "Archives"
    case .video: "Videos"
    case .audio: "Sounds"
    case .document: "Documents"
    case .program: "Programs"
    case .other: "Other files"
    case .brokenLink: "Broken links"
    case .pipe: "Pipes"
    case .device: "Devices"
    case .socket: "Sockets"
    }
  }
}
