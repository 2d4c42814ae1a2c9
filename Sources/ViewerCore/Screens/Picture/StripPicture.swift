import Scrollwork

/// A picture in the film strip. A position without a picture is an empty frame.
struct StripPicture: Component, Equatable {
  var entry: FolderEntry?

  func renderContent() -> StripPictureView { StripPictureView() }
  func render(in content: StripPictureView) { content.show(entry) }
}

/// The content view of `StripPicture`: it marks the opened picture and dims the others.
final class StripPictureView: View, StateObserving, ToolTipGiving {
  /// The padding of the picture, in which the mark is drawn, in logical pixels.
  private static let edge = 4.0
  private let picture = ImageView()
  private var state = CellState()
  private var name = ""

  override init() {
    super.init()
    picture.mode = .fillUpper
    picture.enlargesToFill = false
    picture.cornerRadius = 4
    picture.playsMovingPictures = false
    addChild(picture)
  }

  func show(_ entry: FolderEntry?) {
    name = entry?.name ?? ""
    picture.requestWhole(entry.map { ImageRequest(source: $0.pictureSource, target: nil) })
    picture.onStateChange = { [weak self] _ in self?.picture.showPart() }
    picture.accessibleName = name
    setNeedsDisplay()
  }

  func cellStateDidChange(_ state: CellState) {
    guard state != self.state else { return }
    self.state = state
    setNeedsDisplay()
  }

  func toolTip(at point: Point, environment: Environment) -> ToolTip? {
    guard !name.isEmpty else { return nil }
    return ToolTip(text: picture.failureWords.map { "\(name): \($0)" } ?? name, place: picture.frame)
  }

  override func layout(environment: Environment) {
    picture.frame = bounds.insetBy(Self.edge)
    picture.largestMagnification = max(1, environment.scale)
    // The strip is dark in each theme.
    let colors = PictureView.theme(onSurroundOf: environment.theme).colors
    (picture.placeholderColor, picture.symbolColor) = (.fixed(colors.placeholder), .fixed(colors.text3))
  }

  override func drawOverlay(in canvas: Canvas, environment: Environment) {
    let isStrong = environment.theme.isHighContrast
    let colors = PictureView.theme(onSurroundOf: environment.theme).colors
    if isStrong { canvas.border(picture.frame, radius: 4, width: 1, colors.edge) }
    if state.isSelected {
      let width = isStrong ? 3.0 : 2.0
      let mark = isStrong ? Color.white : colors.selectionMark
      canvas.border(picture.frame.insetBy(-width - 1), radius: 4 + width + 1, width: width, mark)
    } else if !state.isHovered {
      canvas.roundedRect(
        picture.frame, radius: 4, PictureView.surround(environment.theme).opacity(isStrong ? 0.3 : 0.4))
    }
  }
}
