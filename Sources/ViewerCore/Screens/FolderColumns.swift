import Scrollwork

/// The columns of a folder's table, and the height of its rows. They are kept while the folder has another layout.
@MainActor
final class FolderColumns {
  /// The heights of rows, in logical pixels.
  static let heights = TablePictures.heights
  /// The default index in `heights`.
  static let usualHeight = 1

  /// The columns of the table: all, or all but the tags while `hasTags` is `false`. Some may be hidden.
  var columns: [TableColumn<FolderEntry>] { hasTags ? all : all.filter { $0.id != SortKey.Field.tag.rawValue } }
  private let all: [TableColumn<FolderEntry>]
  /// Whether the column of tags is shown.
  var hasTags = false
  /// The index in `heights` of the height of rows.
  var height = usualHeight
  /// The density of the rows.
  var density = Density.comfortable
  private let dates: Dates

  /// The format of dates, which depends on the day.
  private final class Dates { var formats = Formats.local(now: .now) }

  /// Creates the columns of files, or of addresses, which have only a name and a kind.
  init(
    areAddresses: Bool, sizes: PictureSizes, counts: FolderCounts, loads: PictureLoads, thumbnails: EntryThumbnails,
    marks: FoundMarks, isCut: @escaping @MainActor (FolderEntry) -> Bool,
    tag: @escaping @MainActor (FolderEntry) -> UInt8
  ) {
    let dates = Dates()
    self.dates = dates
    func number(_ field: SortKey.Field, _ value: @escaping (PixelSize) -> Int) -> TableColumn<FolderEntry> {
      TableColumn(
        field.rawValue, title: field.title, width: .fixed(84), alignment: .end, isHidden: areAddresses
      ) { entry in
        // The cells of other files stay empty, so that sizes stand out.
        guard entry.kind == .picture else { return "" }
        if let size = sizes.size(of: entry) { return Formats.count(value(size)) }
        return sizes.isKnown(entry) ? nil : ""
      }
    }
    all = [
      TableColumn(
        SortKey.Field.name.rawValue, title: SortKey.Field.name.title, width: .flexible(minimum: 200), isPinned: true,
        text: { $0.name },
        cell: { EntryCell(entry: $0, loads: loads, thumbnails: thumbnails, marks: marks, isCut: isCut($0)) }),
      // Beside the name, so that it is seen in a narrow window too.
      TableColumn(SortKey.Field.tag.rawValue, title: SortKey.Field.tag.title, width: .fixed(64), alignment: .end) {
        entry in tag(entry) == 0 ? "" : String(tag(entry))
      },
      TableColumn(SortKey.Field.kind.rawValue, title: SortKey.Field.kind.title, width: .fixed(140)) { $0.kindTitle },
      TableColumn(
        SortKey.Field.size.rawValue, title: SortKey.Field.size.title, width: .fixed(96), alignment: .end,
        isHidden: areAddresses
      ) { entry in
        if entry.kind == .folder { return counts.words(of: entry) }
        return entry.isAddress ? nil : Formats.bytes(entry.size)
      },
      TableColumn(
        SortKey.Field.date.rawValue, title: SortKey.Field.date.title, width: .fixed(148), alignment: .end,
        isHidden: areAddresses
      ) { $0.isAddress ? nil : dates.formats.date($0.modified) },
      number(.width) { $0.width }, number(.height) { $0.height },
    ]
  }

  /// The height of a row, in logical pixels.
  var rowHeight: Double { Self.heights[height] + density.tableRow - Density.comfortable.tableRow }

  /// Updates the format of dates. Rows that are made later use it.
  func updateDates() { dates.formats = Formats.local(now: .now) }
}
