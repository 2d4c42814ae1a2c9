import ScrollworkPlatform

/// A typed path, and the names that continue it.
struct PathCompletion: Equatable, Sendable {
  /// A name that continues the typed path.
  struct Candidate: Hashable, Identifiable, Sendable {
    var name: String
    var isFolder: Bool
    var id: String { name }
  }

  /// The most candidates that are listed.
  static let most = 500
  /// The most names that are read from a folder.
  private static let maximumRead = 100_000

  /// The typed text.
  let text: String
  /// The typed text up to its last slash.
  private let head: String
  /// The part of a name after the last slash.
  let prefix: String
  /// The folder that the head means, an absolute path.
  let folder: String

  /// - Parameter base: The folder at which a relative path begins.
  init(_ text: String, base: String) {
    self.text = text
    let end = text.utf8.lastIndex(of: UInt8(ascii: "/")).map { text.utf8.index(after: $0) } ?? text.startIndex
    (head, prefix) = (String(text[..<end]), String(text[end...]))
    folder = Self.absolute(head.isEmpty && text.hasPrefix("~") ? "~" : head, base: base)
  }

  /// Whether a typed text is the beginning of a path and of no name.
  static func beginsPath(_ text: String) -> Bool { text == "/" || text == "~" }

  /// Returns the absolute path that a typed text means.
  static func absolute(_ text: String, base: String) -> String {
    let written = PathBytes.written(text)
    if written == "~" || written.hasPrefix("~/"), let home = FilePath.home {
      return FilePath.absolute(home + written.dropFirst())
    }
    return FilePath.absolute(written.hasPrefix("/") ? written : base + "/" + written)
  }

  /// Returns the text with a candidate in place of the part of a name.
  func text(with candidate: Candidate) -> String {
    head + PathBytes.display(candidate.name) + (candidate.isFolder ? "/" : "")
  }

  /// Returns the text continued by what all candidates have in common; `nil` if they have no more in common.
  func text(withCommonPartOf candidates: [Candidate]) -> String? {
    guard let first = candidates.first else { return nil }
    if candidates.count == 1 { return text(with: first) }
    var common = Array(PathBytes.display(first.name))
    for candidate in candidates.dropFirst() {
      let name = Array(PathBytes.display(candidate.name))
      common.removeLast(max(0, common.count - name.count))
      for (index, letter) in name.prefix(common.count).enumerated() where letter != common[index] {
        common.removeLast(common.count - index)
        break
      }
    }
    return common.count > prefix.count ? head + String(common) : nil
  }

  /// Reads the names in the folder that begin with the typed part, folders first. Hidden names are read if the part
  /// begins with a dot. Letters match in any case.
  /// - Throws: The reason why the folder cannot be read.
  /// - Complexity: O(*n*) in the number of names in the folder.
  func candidates() throws(FileError) -> [Candidate] {
    let reader = try DirectoryReader(path: folder)
    let wanted = prefix.lowercased()
    var (found, read) = ([Candidate](), 0)
    while read < Self.maximumRead {
      let items = try reader.next(limit: 1024)
      guard !items.isEmpty else { break }
      read += items.count
      for item in items {
        guard prefix.hasPrefix(".") || !item.name.hasPrefix("."),
          PathBytes.display(item.name).lowercased().hasPrefix(wanted)
        else { continue }
        found.append(Candidate(name: item.name, isFolder: isFolder(item)))
      }
    }
    let sorted = found.map { (key: NaturalKey($0.name), candidate: $0) }.sorted {
      $0.candidate.isFolder == $1.candidate.isFolder ? $0.key < $1.key : $0.candidate.isFolder
    }
    return sorted.prefix(Self.most).map(\.candidate)
  }

  private func isFolder(_ item: DirectoryItem) -> Bool {
    switch item.kind {
    case .directory?: true
    // Links are followed.
    case nil, .symlink?, .unknown?: (try? FileInfo(path: folder + "/" + item.name))?.kind == .directory
    default: false
    }
  }
}
