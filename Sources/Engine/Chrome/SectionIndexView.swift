import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// The column of section titles beside the scroll bar of a vertical list.
@MainActor
final class SectionIndexView: View {
  private weak var engine: ListEngine?
  private var titles = SectionTitles()
  /// The generation of the list to which the titles belong.
  private var generation = -1
  /// The size of the area when the column was shown.
  private var size = Size.zero
  /// The width that sections leave free for the column at the right side, in logical pixels; 0 without a column.
  private(set) var room = 0.0
  private var sectionCount = 0
  /// The titles that are shown: all, or as many as fit in the column.
  private var shown: [SectionTitles.Entry] = []
  private var labels: [Label] = []
  /// The section to which the user scrolled by the column last; `nil` while the column is not pressed.
  private var section: Int?

  private static let lineHeight = 16.0
  private static let margin = 4.0
  private static let minimumWidth = 24.0
  private static let maximumWidth = 64.0
  /// The distance between the column and the ends of the list, in logical pixels.
  private static let edge = 8.0
  private static let opacity = 0.9

  override init() {
    super.init()
    isHidden = true
  }

  override var isComposited: Bool { true }
  override var isInteractive: Bool { true }

  /// Lets the column scroll the list of an engine.
  func connect(to engine: ListEngine) { self.engine = engine }

  // MARK: Titles

  /// Shows as many titles of a list as fit; hides the column if the declaration is `nil`. The column appears in the
  /// frame in which sections leave the width for it.
  /// - Parameters:
  ///   - generation: The generation of the list. Titles are read once for each generation.
  ///   - area: The area in the coordinates of the list; the column is at its right edge.
  ///   - scrolls: Whether the list is longer than its viewport; a shorter one needs no index.
  func show(
    _ declaration: SectionIndexDeclaration?, of list: List, generation: Int, in area: Rect,
    _ layout: borrowing LayoutState, scrolls: Bool
  ) {
    guard let host, let declaration, declaration.showsTitles, layout.axis == .vertical,
      scrolls || staysShown(generation, area.size)
    else { return hide() }
    if self.generation != generation {
      (titles, sectionCount) = (SectionTitles(of: list, by: declaration), list.sections.count)
    }
    (self.generation, size) = (generation, area.size)
    let room = Int((area.height - 2 * Self.edge - 2 * Self.margin) / Self.lineHeight)
    let fitting = titles.thinned(to: room)
    if shown != fitting { show(fitting) }
    guard !shown.isEmpty else { return hide() }
    place(in: area, host.environment)
    self.room = max(0, layout.insetBounds.maxX - frame.minX)
    if self.room != layout.environment?.controlRoom { host.setNeedsFrame() } else if isHidden { isHidden = false }
  }

  /// Returns whether the column stays although all content fits. Without it, cells would become wider and might no
  /// longer fit, and the column would return in the next frame. So it stays until the list or its size changes.
  private func staysShown(_ generation: Int, _ size: Size) -> Bool {
    room > 0 && self.generation == generation && self.size == size
  }

  private func hide() {
    if room > 0 { host?.setNeedsFrame() }
    (generation, room) = (-1, 0)
    if !isHidden { isHidden = true }
  }

  private func show(_ entries: [SectionTitles.Entry]) {
    shown = entries
    for label in labels { label.removeFromParent() }
    labels = entries.map { entry in
      let label = Label(entry.title, style: .microMedium, color: .accent)
      label.alignment = .center
      addChild(label)
      return label
    }
    setNeedsDisplay()
  }

  private func place(in area: Rect, _ environment: Environment) {
    let line = Size(width: Self.maximumWidth, height: Self.lineHeight)
    let text = labels.reduce(0) { max($0, $1.sizeThatFits(line, environment: environment).width) }
    let own = Size(
      width: max(Self.minimumWidth, environment.roundedUp(text) + 2 * Self.margin),
      height: Double(shown.count) * Self.lineHeight + 2 * Self.margin)
    let wanted = Rect(
      x: area.maxX - ScrollBar.grabWidth - own.width, y: environment.rounded(area.midY - own.height / 2),
      width: own.width, height: own.height)
    guard frame != wanted else { return }
    frame = wanted
    for (index, label) in labels.enumerated() {
      label.frame = Rect(
        x: 0, y: Self.margin + Double(index) * Self.lineHeight, width: own.width, height: Self.lineHeight)
    }
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.roundedRect(bounds, radius: 8, environment.theme.colors.surface.opacity(Self.opacity))
  }

  override func describe(into context: FrameContext) {
    guard !isHidden else { return }
    for label in labels {
      context.semantics.append(
        SemanticsNode(
          role: .button, text: label.text, bounds: label.frame.offset(by: context.origin), depth: context.depth))
    }
  }

  // MARK: Input

  override func hitTest(_ point: Point) -> View? { !isHidden && bounds.contains(point) ? self : nil }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    guard event.button == .left else { return false }
    scroll(to: event.location)
    return true
  }

  override func pointerDragged(_ event: PointerEvent) { scroll(to: event.location) }

  override func pointerUp(_ event: PointerEvent) { letGo() }

  override func pointerCancelled() { letGo() }

  /// Scrolls to the section at a point of the column.
  private func scroll(to point: Point) {
    let share = (point.y - Self.margin) / (Double(shown.count) * Self.lineHeight)
    guard let engine, let found = SectionTitles.section(at: share, of: shown, sectionCount: sectionCount) else {
      return
    }
    if found != section {
      section = found
      engine.request { $0.go(to: .section(found), animated: false) }
    }
    let line = Rect(x: frame.minX, y: frame.minY + min(max(0, point.y), bounds.height), width: bounds.width, height: 0)
    engine.showSectionLabel(ofSection: found, beside: line)
  }

  private func letGo() {
    section = nil
    engine?.chrome.sectionLabel.hide()
  }
}
