import Scrollwork

/// A file of a folder as a row: icon or thumbnail, name, kind, size, date.
struct FileRow: Component, Equatable {
  var entry: FolderEntry
  var size: String
  var date: String

  func renderContent() -> FileRowView { FileRowView() }

  func render(in content: FileRowView) { content.show(self) }

  func referenceSize(in bounds: Rect) -> Size? { Size(width: bounds.width, height: FileRowView.height) }
}

/// What shows a `FileRow`.
final class FileRowView: View {
  static let height = 36.0
  private static let edge = 20.0
  private static let icon = 24.0
  private static let nameStart = 56.0
  private static let kindWidth = 150.0
  private static let sizeWidth = 92.0
  private static let dateWidth = 148.0
  /// Below this width the kind column goes.
  private static let narrow = 900.0

  private let symbol = SymbolView(side: 20)
  private let picture = ImageView()
  private let name = Label()
  private let kind = Label(style: .small, color: .text2)
  private let size = Label(style: .small, color: .text2)
  private let date = Label(style: .small, color: .text2)

  override init() {
    super.init()
    picture.cornerRadius = 4
    name.truncation = .middle
    size.alignment = .end
    date.alignment = .end
    for view in [symbol, picture, name, kind, size, date] { addChild(view) }
  }

  func show(_ row: FileRow) {
    let entry = row.entry
    let isPicture = entry.kind == .picture
    picture.isHidden = !isPicture
    symbol.isHidden = isPicture
    picture.request =
      isPicture ? ImageRequest(source: .file(path: entry.path, version: entry.version), target: nil) : nil
    symbol.symbol = entry.kind.symbol
    symbol.color = entry.kind == .folder ? .accent : .text2
    name.text = entry.name
    name.style = entry.kind == .folder ? .bodyMedium : .body
    kind.text = entry.kindTitle
    size.text = row.size
    date.text = row.date
  }

  override func layout(environment: Environment) {
    let (width, height) = (bounds.width, bounds.height)
    let box = Rect(x: Self.edge, y: (height - Self.icon) / 2, width: Self.icon, height: Self.icon)
    symbol.frame = box.centered(Size(width: 20, height: 20))
    picture.frame = box
    var end = width - Self.edge
    func column(_ label: Label, _ columnWidth: Double) {
      label.frame = Rect(x: end - columnWidth, y: 0, width: columnWidth, height: height)
      end -= columnWidth
    }
    column(date, Self.dateWidth)
    column(size, Self.sizeWidth)
    kind.isHidden = width < Self.narrow
    if !kind.isHidden { column(kind, Self.kindWidth) }
    name.frame = Rect(minX: Self.nameStart, minY: 0, maxX: end - 12, maxY: height)
  }
}

extension EntryKind {
  /// The icon of files of this kind.
  var symbol: Symbol {
    switch self {
    case .folder: .folder
    case .picture: .picture
    case .text, .document: .fileText
    case .log: .pipe
    case .table: .fileTable
    case .json, .program: .fileCode
    case .archive: .archive
    case .video, .audio: .film
    case .other, .brokenLink, .pipe, .device, .socket: .file
    }
  }
}
