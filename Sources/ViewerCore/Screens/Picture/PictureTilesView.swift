import Scrollwork
import ScrollworkSDLBackend

/// The tiles of a picture, above its copy that fits the window. The view has the frame of the picture.
final class PictureTilesView: View {
  /// The source of the tiles; `nil` while the copy has enough resolution.
  private(set) var detail: PictureDetail?
  /// The visible part of the picture with its level of tiles, now and at the end of an animation; `nil` if none is
  /// visible.
  private var visible: (now: Part, target: Part?)?
  private var pieces: [PictureDetail.Piece] = []
  /// Whether the tiles cover the whole visible part, so that nothing needs to be drawn below them.
  private(set) var isComplete = false
  /// Called when `isComplete` changed.
  var onComplete: (() -> Void)?

  /// A part of the picture in pixels, with the level of tiles for it.
  private typealias Part = (area: PixelArea, level: Int)

  override var isComposited: Bool { true }
  override func hitTest(_ point: Point) -> View? { nil }

  /// Shows the tiles of a picture; `nil` removes them.
  func show(_ detail: PictureDetail?) {
    guard detail !== self.detail else { return }
    self.detail?.onChange = nil
    self.detail = detail
    (visible, pieces) = (nil, [])
    setComplete(false)
    detail?.onChange = { [weak self] in self?.update() }
    setNeedsDisplay()
  }

  /// Chooses the tiles for the visible part of the picture. Only tiles for the end of an animation are requested; until
  /// then, available tiles are drawn.
  /// - Parameters:
  ///   - view: The visible part of the view, in the coordinates of the parent.
  ///   - target: The frame of the picture at the end of an animation; `nil` if its copy has enough resolution then.
  ///   - scale: Device pixels per logical pixel.
  func see(_ view: Rect, target: Rect?, scale: Double) {
    guard let now = part(in: view, frame, scale) else { return }
    visible = (now, target.flatMap { part(in: view, $0, scale) })
    update()
  }

  /// Returns the part of the picture that is visible in `view` if the picture has the given frame; `nil` if none is.
  private func part(in view: Rect, _ frame: Rect, _ scale: Double) -> Part? {
    guard let detail, frame.width > 0, frame.height > 0 else { return nil }
    let (scaleX, scaleY) = (Double(detail.size.width) / frame.width, Double(detail.size.height) / frame.height)
    let seen = view.intersection(frame).offset(by: Point(x: -frame.minX, y: -frame.minY))
    guard !seen.isEmpty else { return nil }
    let (minX, minY) = (Int(seen.minX * scaleX), Int(seen.minY * scaleY))
    let area = PixelArea(
      x: minX, y: minY, width: max(1, Int((seen.maxX * scaleX).rounded(.up)) - minX),
      height: max(1, Int((seen.maxY * scaleY).rounded(.up)) - minY))
    return (area, PictureDetail.level(for: scale / scaleX))
  }

  private func update() {
    guard let detail, let (now, target) = visible else { return }
    let (pieces, isWhole) = detail.pieces(covering: now.area, level: now.level)
    detail.want(target.map { detail.keys(covering: $0.area, level: $0.level) } ?? [], showing: pieces)
    setComplete(isWhole)
    let shown = isWhole || detail.isOpaque ? pieces : []
    guard shown != self.pieces else { return }
    self.pieces = shown
    setNeedsDisplay()
  }

  private func setComplete(_ value: Bool) {
    guard value != isComplete else { return }
    isComplete = value
    onComplete?()
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    guard let detail, detail.size.width > 0, detail.size.height > 0 else { return }
    let (unitX, unitY) = (bounds.width / Double(detail.size.width), bounds.height / Double(detail.size.height))
    func rect(_ area: PixelArea) -> Rect {
      Rect(
        x: Double(area.x) * unitX, y: Double(area.y) * unitY, width: Double(area.width) * unitX,
        height: Double(area.height) * unitY)
    }
    for piece in pieces {
      guard let tile = detail.tiles[piece.key] else { continue }
      canvas.clipped(to: rect(piece.area)) {
        canvas.image(tile.bitmaps[piece.copy], in: rect(tile.outer), mode: .fill)
      }
    }
  }
}
