import Scrollwork

/// The picture that a cell of a table names, with the value beside it.
struct PictureCell: Component, Equatable {
  /// The number of the row.
  var row: Int
  var picture: CellPicture
  /// The value as displayed; `nil` if it is missing.
  var value: String?
  /// The counter that the cell reports its picture to.
  var loads: PictureLoads
  /// The marks of search matches.
  var marks: FoundMarks

  var layoutMode: ContentLayoutMode { .fitContainer }

  func renderContent() -> PictureCellView { PictureCellView() }

  func render(in content: PictureCellView) { content.show(self) }
}

/// The content view of `PictureCell`.
final class PictureCellView: PictureTextView {
  private var cell: PictureCell?

  func show(_ cell: PictureCell) {
    self.cell = cell
    let request = cell.picture.source.map { ImageRequest(source: $0, target: nil) }
    wait.show(in: cell.loads, isSame: picture.request == request)
    picture.isHidden = cell.picture == .none
    picture.requestWhole(request)
    picture.placeholderSymbol = if case .refused = cell.picture { .pictureBroken } else { nil }
    label.showFile(text, id: cell.row, in: cell.marks)
    setNeedsLayout()
  }

  /// The value; if the picture is refused, with the reason.
  private var text: String {
    guard let value = cell?.value else { return "—" }
    return refusal.map { "\(value): \($0)" } ?? value
  }

  override var textColor: ColorRole { cell.map { $0.picture.isShown && $0.value != nil } == true ? .text1 : .text2 }

  override var refusal: String? {
    if case .refused(let reason)? = cell?.picture { reason } else { nil }
  }
}

extension PictureCell: ComponentImagePrefetchable {
  /// Returns the request for the thumbnail, whose size follows from the row height.
  @MainActor func imageRequests(at place: PrefetchPlace) -> [ImageRequest] {
    guard let source = picture.source else { return [] }
    let box = PictureTextView.box(inHeight: place.cellSize.height)
    return [ImageRequest(source: source, target: place.pixels(of: box))]
  }
}

extension CellPicture {
  /// The source of the picture; `nil` without one.
  var source: ImageRequest.Source? { if case .picture(let source, _) = self { source } else { nil } }

  var isShown: Bool { if case .refused = self { false } else { true } }
}
