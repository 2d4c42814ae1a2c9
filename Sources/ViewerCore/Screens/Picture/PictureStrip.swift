import Scrollwork

/// The film strip below a picture, with its neighbours side by side. The shown picture is marked.
///
/// In full-screen mode, the strip is visible only while the pointer is near the lower edge.
final class PictureStrip: View {
  /// The height in logical pixels.
  static let height = 76.0
  /// The size of a picture with its padding, in logical pixels.
  private static let cell = Size(width: 76, height: 60)
  /// The space before the first picture and after the last one, in logical pixels.
  private static let margin = 8.0
  /// The distance above a floating strip at which the pointer reveals it, in logical pixels.
  private static let reach = 40.0

  /// Called with the index of the picture that the user chose.
  var onChoose: ((Int) -> Void)?
  private let list = StripList()
  /// The pictures; `nil` until they are known.
  private var pictures: PictureSequence?
  /// The number of declared pictures. `current` is the index of the marked one.
  private var declared = 0
  private(set) var current: Int?
  /// Whether the strip covers the lower part of the picture instead of being below it.
  var isFloating = false {
    didSet {
      guard isFloating != oldValue else { return }
      isRevealed = false
      startFade()
    }
  }
  /// Whether the pointer has made a floating strip appear.
  private var isRevealed = false
  /// Whether the strip is hidden because the picture is still animated to its frame.
  var isConcealed = false {
    didSet { if isConcealed != oldValue { startFade() } }
  }
  /// The opacity that the motion of the strip gives it, 0 to 1.
  var presence = 1.0 {
    didSet { if presence != oldValue { host?.setNeedsFrame() } }
  }
  private var pointer: Point?
  private var fade = Fade(1)
  private var needsFade = false
  private var opacity = 1.0

  override init() {
    super.init()
    list.selectionMode = .single
    list.anchorPolicy = .item
    addChild(list)
  }

  /// The number of pictures.
  var count: Int { pictures?.count ?? 0 }

  /// Whether the strip should be visible.
  private var isWanted: Bool { !isConcealed && (!isFloating || isRevealed) }

  // MARK: Content

  /// Sets the pictures, so that the strip takes up space. They are shown by `fill(current:)`.
  func expect(_ pictures: PictureSequence?, isNew: Bool) {
    guard isNew || self.pictures == nil else { return }
    self.pictures = pictures
    declared = isNew ? -1 : declared
  }

  /// Shows the pictures, and marks and reveals the one at an index. A change of the index scrolls with an animation.
  func fill(current: Int?) {
    guard let pictures, count > 1 else { return }
    let isFirst = declared <= 0 && self.current == nil
    if declared != pictures.count {
      declared = pictures.count
      setNeedsLayout()
      list.apply(declaration(pictures), updateStrategy: isFirst ? .reloadData : .animatedBatchUpdates)
    }
    mark(current, isFirst: isFirst)
  }

  private func mark(_ place: Int?, isFirst: Bool) {
    current = place
    guard let place, place < count else { return list.deselectAll() }
    let path = ElementPath(section: 0, item: place)
    list.select(path)
    list.scroll(to: .item(path), at: .center, animated: !isFirst)
  }

  private func declaration(_ pictures: PictureSequence) -> List {
    let size = LayoutSize(width: .absolute(Self.cell.width), height: .absolute(Self.cell.height))
    let layout = SectionLayout(group: .horizontal(size, once: [LayoutItem(size: .full)]))
      .insets(Insets(horizontal: Self.margin, vertical: (Self.height - Self.cell.height) / 2))
    let choose = { [weak self] (place: Int) in
      guard let self else { return }
      // The tapped item is not selected, and the marked one no longer either.
      if place == current { mark(place, isFirst: false) } else { onChoose?(place) }
    }
    return List {
      pictures.section(id: "strip") { place, entry in
        StripPicture(entry: entry).didTap { _ in choose(place) }
      }
      .withSectionLayout(layout)
      .withHighlight(.none)
    }
    .withLayoutConfiguration(LayoutConfiguration(scrollDirection: .horizontal))
  }

  // MARK: Appearing

  /// Reveals a floating strip while the pointer is near it.
  /// - Parameter point: In the coordinates of the strip; `nil` if the pointer left.
  func pointerMoved(to point: Point?) {
    guard point != pointer else { return }
    // The pointer may rest at the edge while the picture is opened.
    let isFirst = pointer == nil
    pointer = point
    guard isFloating, !isFirst || point == nil else { return }
    let isNear = point.map { $0.y > -(isRevealed ? Self.reach : 0) - 8 && $0.y <= bounds.height } ?? false
    guard isNear != isRevealed else { return }
    isRevealed = isNear
    startFade()
  }

  private func startFade() {
    needsFade = true
    guard let host else { return }
    host.animate(self)
    host.updateHover()
  }

  override func hostDidChange() { if host != nil, needsFade { startFade() } }

  override func animate(at now: Instant) -> Instant? {
    if needsFade {
      needsFade = false
      let isInstant = host?.environment.motion == .off || isConcealed
      fade.go(to: isWanted ? 1 : 0, at: now, for: isInstant ? 0 : isWanted ? 0.14 : 0.2)
    }
    opacity = fade.value(at: now)
    // A list that is not drawn must be hidden, or it asks for frames in vain.
    list.isHidden = opacity == 0
    host?.setNeedsFrame()
    return fade.isAtRest(at: now) ? nil : now
  }

  override var isComposited: Bool { true }
  /// Always empty: arrow keys step through the pictures without focusing the strip.
  override var focusableChildren: [View] { [] }

  override func hitTest(_ point: Point) -> View? { isWanted ? super.hitTest(point) : nil }

  override func emit(into context: FrameContext) {
    guard opacity * presence > 0 else { return }
    let outer = context.alpha
    context.alpha *= opacity * presence
    super.emit(into: context)
    context.alpha = outer
  }

  override func describe(into context: FrameContext) {
    if isWanted { super.describe(into: context) }
  }

  /// Handles all wheel events, so that they never zoom the picture from here.
  override func wheel(_ event: WheelEvent) -> Bool { true }

  /// Centres pictures that do not fill the width.
  override func layout(environment: Environment) {
    let width = min(bounds.width, Double(max(0, declared)) * Self.cell.width + 2 * Self.margin)
    list.frame = Rect(
      x: environment.rounded((bounds.width - width) / 2), y: 0, width: width, height: bounds.height)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    let theme = environment.theme
    canvas.fill(bounds, PictureView.surround(theme).opacity(isFloating && !theme.isHighContrast ? 0.8 : 1))
    let line = theme.isHighContrast ? Color.white : Color.white.opacity(0.1)
    canvas.fill(Rect(x: 0, y: 0, width: bounds.width, height: 1), line)
  }
}

/// The list of a film strip. It leaves keys to the window, where they step through the pictures.
private final class StripList: CollectionView {
  override func focusDidChange(isFocused: Bool) {
    super.focusDidChange(isFocused: isFocused)
    if isFocused { host?.focus(nil) }
  }
}

extension PictureSequence {
  /// Returns a section with a row for each position.
  func section<R: RowConvertible>(
    id: String, @RowBuilder row: @escaping (_ place: Int, _ entry: FolderEntry?) -> R
  ) -> Section {
    Section(id: id, rows: SectionRows(identities: identities) { row($0, entry(at: $0)).asRow() })
  }
}
