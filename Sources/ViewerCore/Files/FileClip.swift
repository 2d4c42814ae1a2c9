import Scrollwork
import ScrollworkHostInterface
import ScrollworkPlatform

/// Files on the clipboard, and whether pasting moves them.
struct FileClip: Hashable, Sendable {
  /// The absolute paths.
  var paths: [String]
  /// Whether the files were cut, so that pasting moves them.
  var isCut = false

  /// The format of GNOME's file manager and its relatives: the word `copy` or `cut`, and an address in each line.
  private static let gnome = "x-special/gnome-copied-files"
  /// The clipboard format that most programs support: an address in each line, without a mark of cut files.
  private static let addresses = "text/uri-list"
  /// The clipboard format in which KDE's file manager says that files were cut.
  private static let kde = "application/x-kde-cutselection"

  /// The formats that can be pasted, the preferred one first.
  private static let types = [gnome, addresses, ClipboardItem.plainText]

  /// Reads the files on a clipboard.
  /// - Parameter completion: Called once, now or later; with `nil` if there are no files.
  @MainActor
  static func read(
    _ clipboard: any DataClipboard, then completion: @escaping @MainActor @Sendable (FileClip?) -> Void
  ) {
    clipboard.read(types) { item in
      guard let item, var clip = FileClip(item) else { return completion(nil) }
      guard item.type == addresses else { return completion(clip) }
      clipboard.read([kde]) { mark in
        clip.isCut = mark?.bytes.first == UInt8(ascii: "1")
        completion(clip)
      }
    }
  }

  /// The files in all formats; the plain text has their paths.
  var items: [ClipboardItem] {
    let list = paths.map { FileAddress.address(of: $0) }
    func item(_ type: String, _ text: String) -> ClipboardItem { ClipboardItem(type: type, bytes: Array(text.utf8)) }
    return [
      item(Self.gnome, ([isCut ? "cut" : "copy"] + list).joined(separator: "\n")),
      item(Self.addresses, list.map { $0 + "\r\n" }.joined()),
      ClipboardItem(text: paths.map { PathBytes.display($0) }.joined(separator: "\n")),
    ] + (isCut ? [item(Self.kde, "1")] : [])
  }

  /// The formats of files that are dragged to another program: the addresses, and the paths as text.
  var draggedItems: [ClipboardItem] { items.filter { [Self.addresses, ClipboardItem.plainText].contains($0.type) } }

  init(paths: [String], isCut: Bool = false) { (self.paths, self.isCut) = (paths, isCut) }

  /// Parses the content of the clipboard.
  /// - Returns: `nil` if it has no files, or is a text other than a list of absolute paths and addresses.
  init?(_ item: ClipboardItem) {
    var lines = item.bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D || $0 == 0 })
      .map { PathBytes.decode($0) }
    switch item.type {
    case Self.gnome: isCut = lines.first == "cut"
    case Self.addresses: lines.removeAll { $0.hasPrefix("#") }
    default:
      // Newer file managers offer this text where a program takes text only.
      if lines.first == "x-special/nautilus-clipboard" { lines.removeFirst() }
      isCut = lines.first == "cut"
    }
    if let first = lines.first, item.type != Self.addresses, ["cut", "copy"].contains(first) { lines.removeFirst() }
    paths = []
    for line in lines {
      guard let path = FileAddress.path(of: line) ?? (line.hasPrefix("/") ? FilePath.absolute(line) : nil) else {
        // Files on other machines are left out; a text that is no list is no list at all.
        if item.type == ClipboardItem.plainText { return nil }
        continue
      }
      paths.append(path)
    }
    guard !paths.isEmpty else { return nil }
  }
}
