import Scrollwork
import ScrollworkSDLBackend

/// The tiles of a picture, above its copy that fits the window. The view has the frame of the picture.
final class PictureTilesView: View {
  /// The tiles; `nil` while the copy suffices.
  private(set) var detail: PictureDetail?
  /// The visible part of the picture, and the level of its tiles.
  private var visible: (area: PixelArea, level: Int)?
  private var shownKeys: [PictureDetail.Key] = []
  /// Whether the tiles cover the whole visible part, so that nothing needs to be drawn below them.
  private(set) var isComplete = false
  /// Called when `isComplete` changed.
  var onComplete: (() -> Void)?

  override var isComposited: Bool { true }
  override func hitTest(_ point: Point) -> View? { nil }

  /// Shows the tiles of a picture; `nil` for none.
  func show(_ detail: PictureDetail?) {
    guard detail !== self.detail else { return }
    self.detail?.onChange = nil
    self.detail = detail
    (visible, shownKeys) = (nil, [])
    setComplete(false)
    detail?.onChange = { [weak self] in self?.update() }
    setNeedsDisplay()
  }

  /// Chooses the tiles for the visible part of the picture.
  /// - Parameters:
  ///   - view: The visible part of the view, in the coordinates of the parent.
  ///   - magnification: Device pixels for a pixel of the picture, at the end of a motion.
  func see(_ view: Rect, magnification: Double) {
    guard let detail, frame.width > 0, frame.height > 0 else { return }
    let (scaleX, scaleY) = (Double(detail.size.width) / frame.width, Double(detail.size.height) / frame.height)
    let seen = view.intersection(frame).offset(by: Point(x: -frame.minX, y: -frame.minY))
    guard !seen.isEmpty else { return }
    let (minX, minY) = (Int(seen.minX * scaleX), Int(seen.minY * scaleY))
    let area = PixelArea(
      x: minX, y: minY, width: max(1, Int((seen.maxX * scaleX).rounded(.up)) - minX),
      height: max(1, Int((seen.maxY * scaleY).rounded(.up)) - minY))
    visible = (area, PictureDetail.level(for: magnification))
    update()
  }

  private func update() {
    guard let detail, let visible else { return }
    let keys = detail.keys(covering: visible.area, level: visible.level)
    detail.want(keys)
    setComplete(keys.allSatisfy { detail.tiles[$0] != nil })
    let shown = isComplete ? keys : detail.isOpaque ? incompleteKeys(keys) : []
    guard shown != shownKeys else { return }
    shownKeys = shown
    setNeedsDisplay()
  }

  /// Returns the tiles to draw while some of `keys` are missing: those of other levels below those that are there.
  private func incompleteKeys(_ keys: [PictureDetail.Key]) -> [PictureDetail.Key] {
    guard let detail, let visible else { return [] }
    let others = detail.tiles.filter { $0.key.level != visible.level && $0.value.inner.intersects(visible.area) }
    return others.keys.sorted { ($1.level, $1.row, $1.column) < ($0.level, $0.row, $0.column) }
      + keys.filter { detail.tiles[$0] != nil }
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
    for key in shownKeys {
      guard let tile = detail.tiles[key] else { continue }
      canvas.clipped(to: rect(tile.inner)) { canvas.image(tile.bitmap, in: rect(tile.outer), mode: .fill) }
    }
  }
}

extension PixelArea {
  /// Whether both areas share a pixel.
  fileprivate func intersects(_ other: PixelArea) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
  }
}
