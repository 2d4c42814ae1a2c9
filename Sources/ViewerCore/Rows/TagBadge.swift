import Scrollwork

/// A small square badge with the digit of a file's tag.
final class TagBadge: View, FileTagShowing {
  /// The size of the badge in logical pixels.
  static let size = Size(width: 20, height: 20)
  private static let style = TextStyle.smallMedium
  private static let radius = 5.0

  /// The background on which a badge is drawn.
  enum Ground {
    case surface
    /// The thumbnail of a tile. The tile draws the badge itself, because pictures cover the drawing of child views.
    case thumbnail
    /// A picture on the picture screen.
    case picture
  }

  private let ground: Ground
  private var tagging: FileTagging?
  private var entry: FolderEntry?
  /// The tag; 0 for none.
  private(set) var tag: UInt8 = 0 {
    didSet {
      guard tag != oldValue else { return }
      updateVisibility()
      setNeedsDisplay()
      parent?.setNeedsLayout()
      parent?.setNeedsDisplay()
    }
  }

  /// Whether the badge is hidden while its picture is drawn elsewhere.
  var isConcealed = false {
    didSet { updateVisibility() }
  }

  init(on ground: Ground = .surface) {
    self.ground = ground
    super.init()
    isHidden = true
  }

  private func updateVisibility() { isHidden = tag == 0 || isConcealed }

  override var isComposited: Bool { ground == .picture }

  /// Receives no input.
  override func hitTest(_ point: Point) -> View? { nil }

  /// Shows the tag of an entry, and keeps it up to date.
  func show(_ entry: FolderEntry, in tagging: FileTagging?) {
    (self.entry, self.tagging) = (entry, tagging)
    tagging?.add(self)
    fileTagsDidChange()
  }

  /// Shows the tag of a row of a table.
  func show(tag: UInt8) { self.tag = tag }

  func fileTagsDidChange() {
    tag = if let entry, let tagging { tagging.tags[entry] } else { 0 }
  }

  /// Places the badge before an edge, in logical pixels.
  func place(endingAt end: Double, middle: Double) {
    frame = Rect(
      x: end - Self.size.width, y: middle - Self.size.height / 2, width: Self.size.width, height: Self.size.height)
  }

  override var semanticsText: String { tag == 0 ? "" : "tag \(tag)" }

  override func draw(in canvas: Canvas, environment: Environment) {
    if ground != .thumbnail { drawPlate(at: bounds, in: canvas, environment: environment) }
  }

  /// Draws the badge so that it is legible on each picture in each theme.
  func drawPlate(at place: Rect, in canvas: Canvas, environment: Environment) {
    guard tag != 0 else { return }
    let (isStrong, isOnPicture) = (environment.theme.isHighContrast, ground != .surface)
    let plate = isOnPicture ? Theme.dark.shadowColor.opacity(isStrong ? 1 : 0.82) : environment.color(.badge)
    let edge: Color = isOnPicture ? .white.opacity(isStrong ? 1 : 0.3) : environment.color(.edge)
    canvas.roundedRect(place, radius: Self.radius, plate)
    canvas.border(place, radius: Self.radius, width: isStrong && isOnPicture ? 2 : 1, edge)
    let line = environment.text.line(String(tag), font: Self.style.font, scale: environment.scale)
    let baseline = Self.style.baseline(inHeight: place.height, scale: environment.scale)
    canvas.text(
      line, at: Point(x: environment.rounded(place.midX - line.width / 2), y: place.minY + baseline),
      isOnPicture ? .white : environment.color(.text1))
  }
}
