import Scrollwork
import ScrollworkPlatform

/// What the panel at the side tells about what is selected, or about what is shown.
struct Inspection: Hashable {
  struct Row: Hashable {
    var label: String
    var value: String
    /// Shown as written: a line of a text.
    var isSource = false
  }

  var title: String
  var symbol = Symbol.file
  /// A picture to show above; the symbol stands in its place where there is none.
  var picture: ImageRequest.Source?
  var rows: [Row] = []
  /// What can be opened and whose path can be copied; `nil` if there is nothing.
  var path: String?
  var canOpen = false
}

extension Inspection {
  /// A file or folder of a list.
  init(_ entry: FolderEntry, pixels: PixelSize?, canOpen: Bool) {
    self.init(title: entry.name, symbol: entry.kind.symbol, path: entry.path, canOpen: canOpen)
    if entry.kind == .picture { picture = entry.pictureSource }
    guard !entry.isAddress else {
      rows.append(Row(label: "Address", value: PictureAddress.withoutPasswords(entry.path)))
      return
    }
    rows.append(Row(label: "Kind", value: entry.isLink ? entry.kindTitle + ", a link" : entry.kindTitle))
    if entry.kind != .folder { rows.append(Row(label: "Size", value: Self.size(entry.size))) }
    if let pixels { rows.append(Row(label: "Dimensions", value: "\(pixels.width) × \(pixels.height)")) }
    rows.append(Row(label: "Modified", value: Formats.local(now: .now).fullDate(entry.modified)))
    rows.append(Row(label: "Folder", value: PathBytes.display(FilePath.parent(of: entry.path))))
  }

  /// `5.4 MB (5,412,331 bytes)`
  static func size(_ bytes: Int) -> String {
    bytes < 1000 ? "\(bytes) \(Words.count("byte", bytes))" : "\(Formats.bytes(bytes)) (\(Formats.count(bytes)) bytes)"
  }
}
