import Scrollwork

/// A picture in the height of its row, with a text beside it: the content view of table cells.
class PictureTextView: View, ToolTipGiving {
  private static let gap = 10.0
  /// The sum of the space above and below the picture, in logical pixels.
  private static let margin = 8.0

  let picture = ImageView()
  let label = NameLabel()
  var wait = PictureWait()
  /// The running transition between the row and a tile, with the frame of the cell in the row; `nil` at rest.
  private var travel: (way: TileWay, cell: Rect)?

  /// Returns the size of the picture in a row, in logical pixels.
  static func box(inHeight height: Double) -> Size {
    let side = max(16, height - margin)
    return Size(width: (side * 4 / 3).rounded(), height: side)
  }

  override init() {
    super.init()
    speaksForChildren = true
    picture.cornerRadius = 4
    picture.mode = .fillUpper
    picture.leastFilledShare = 0.5
    picture.onStateChange = { [weak self] in self?.pictureDidChange($0) }
    addChild(picture)
    addChild(label)
  }

  /// Whether the cell reserves space for a picture before the text.
  var hasPlaceForPicture: Bool { !picture.isHidden }
  /// The reason why there is no picture to load; `nil` if there is one.
  var refusal: String? { nil }

  /// Whether the picture is a thumbnail of a larger one, so that it may be enlarged.
  var enlargesPicture: Bool { false }

  /// The colour of the text at rest.
  var textColor: ColorRole { .text1 }

  override var semanticsText: String { label.text }

  /// Ends the wait for the picture, and shows the readable part of a damaged file.
  func pictureDidChange(_ state: ImageView.State) {
    wait.end(state)
    picture.showPart { [weak self] in self?.setNeedsDisplay() }
  }

  override func drawOverlay(in canvas: Canvas, environment: Environment) {
    picture.drawPartMark(in: canvas, side: min(16, picture.frame.height / 2), margin: 1)
  }

  override func hostDidChange() {
    if host == nil { wait.stop() }
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let box = Self.box(inHeight: bounds.height)
    let text = label.sizeThatFits(Size(width: .infinity, height: bounds.height), environment: environment)
    return Size(width: (hasPlaceForPicture ? box.width + Self.gap : 0) + text.width, height: bounds.height)
  }

  override func layout(environment: Environment) {
    let box = Self.box(inHeight: bounds.height)
    let rest = Rect(
      x: 0, y: environment.rounded((bounds.height - box.height) / 2), width: min(box.width, bounds.width),
      height: box.height)
    let onWay = picture.isHidden ? nil : travel
    picture.frame =
      onWay.map { way, cell in
        way.pictureFrame(from: rest.offset(by: cell.origin)).offset(by: .zero - cell.origin)
      } ?? rest
    picture.loadingSize = onWay?.way.loadingSize
    picture.enlargesToFill = enlargesPicture
    picture.largestMagnification = enlargesPicture ? .infinity : max(1, environment.scale)
    // On its way, a small picture has no ground, which would cover the pictures of neighbours.
    if !enlargesPicture { picture.drawsPlaceholder = onWay == nil || picture.shownBitmap == nil }
    let start = hasPlaceForPicture ? picture.frame.maxX + Self.gap : 0
    label.fade(to: travel?.way.textOpacity ?? 1, textColor, environment)
    label.frame = Rect(minX: start, minY: 0, maxX: max(start, bounds.width), maxY: bounds.height)
    picture.layoutIfNeeded(environment: environment)
    wait.look(at: picture)
  }

  /// Returns the reason why the picture cannot be shown; `nil` if it can.
  func toolTip(at point: Point, environment: Environment) -> ToolTip? {
    guard picture.frame.contains(point), !picture.isHidden else { return nil }
    if let words = picture.failureWords { return ToolTip(text: words, place: picture.frame) }
    return refusal.map { ToolTip(text: "Not shown: \($0)", place: picture.frame) }
  }
}

extension PictureTextView: TileTraveling {
  func travel(_ way: TileWay?, from cell: Rect) {
    guard way != travel?.way || way != nil && cell != travel?.cell else { return }
    travel = way.map { ($0, cell) }
    setNeedsLayout()
  }
}

extension Label {
  /// Sets the opacity and the colour of the text. A text with opacity 0 is hidden.
  func fade(to opacity: Double, _ color: ColorRole, _ environment: Environment) {
    isHidden = opacity == 0
    self.color = opacity == 1 ? color : .fixed(environment.color(color).opacity(opacity))
  }
}

extension ImageView {
  /// The reason why the picture, or a part of it, could not be loaded, as a sentence; `nil` if it could.
  var failureWords: String? {
    guard case .broken(let error) = state else { return nil }
    return (isPartial ? "The end of the picture is missing\n" : "")
      + Words.sentence(PictureAddress.withoutPasswords("\(error)"))
  }
}
