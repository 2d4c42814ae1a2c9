import Scrollwork
import ScrollworkPlatform

/// The content of the side panel: details of the selected item, or of the whole content.
struct Inspection: Hashable {
  /// A label with its value.
  struct Row: Hashable {
    var label: String
    var value: String
    /// Whether the value is source text, shown in the monospaced font.
    var isSource = false
    /// Whether the value only says that there is none.
    var isQuiet = false
    /// The words about the part of a very long value that is left out; `nil` if there is none.
    var more: String?
    /// Whether a line separates the row from those before it.
    var beginsPart = false
  }

  /// The place of a table's row among the shown ones.
  struct RowPlace: Hashable {
    /// The number of selected rows.
    var selectedCount = 0
    /// Whether there is a row before this one; `hasNext` is for the row after it.
    var hasPrevious = false
    var hasNext = false
    /// Whether one of the row's cells was chosen, so that the rows can be filtered by its value.
    var hasCell = false
  }

  var title: String
  var symbol = Symbol.file
  /// The picture shown at the top; `nil` to show `symbol` instead.
  var picture: ImageRequest.Source?
  /// The picture whose histogram is shown; `nil` for none.
  var histogram: ImageRequest.Source?
  var rows: [Row] = []
  /// The nested values shown below the details; `nil` for none.
  var nested: NestedValues?
  /// The path that can be copied and perhaps opened; `nil` if there is none.
  var path: String?
  /// Whether the panel has a button that opens `path`.
  var canOpen = false
  /// The place of the row whose values are shown; `nil` for other details.
  var row: RowPlace?
}

extension Inspection {
  /// Describes an entry of a list.
  /// - Parameters:
  ///   - pixels: The size of a picture; `nil` if unknown.
  ///   - tag: The tag of the file; 0 for none.
  init(_ entry: FolderEntry, pixels: PixelSize?, canOpen: Bool, tag: UInt8 = 0) {
    self.init(title: entry.name, symbol: entry.symbol, path: entry.path, canOpen: canOpen)
    if entry.kind == .picture { (picture, histogram) = (entry.pictureSource, entry.pictureSource) }
    guard !entry.isAddress else {
      rows.append(Row(label: "Address", value: PictureAddress.withoutPasswords(entry.path)))
      return
    }
    rows.append(Row(label: "Kind", value: entry.isLink ? entry.kindTitle + ", a link" : entry.kindTitle))
    if entry.kind != .folder { rows.append(Row(label: "Size", value: Self.size(entry.size))) }
    if let pixels { rows.append(Row(label: "Dimensions", value: "\(pixels.width) × \(pixels.height)")) }
    if tag != 0 { rows.append(Row(label: "Tag", value: String(tag))) }
    rows.append(Row(label: "Modified", value: Formats.local(now: .now).fullDate(entry.modified)))
    rows.append(Row(label: "Folder", value: PathBytes.display(FilePath.parent(of: entry.path))))
  }

  /// Returns a number of bytes in words: `5.4 MB (5,412,331 bytes)`.
  static func size(_ bytes: Int) -> String {
    bytes < 1000 ? "\(bytes) \(Words.count("byte", bytes))" : "\(Formats.bytes(bytes)) (\(Formats.count(bytes)) bytes)"
  }
}
