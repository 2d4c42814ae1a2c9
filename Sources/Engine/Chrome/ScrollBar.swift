import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// The bar that shows the scroll position, and scrolls by its thumb or by a click beside it.
///
/// The bar is over the content, appears when the content moves or the pointer is near, and fades out soon afterwards.
@MainActor
final class ScrollBar: View {
  /// The width of the strip along the view's edge in which the bar receives the pointer, in logical pixels. The thumb
  /// that is drawn in it is narrower.
  static let grabWidth = 16.0
  private static let width = 8.0
  private static let wideWidth = 10.0
  private static let edge = 4.0
  private static let minimumThumb = 32.0
  private static let lingering = 1.2

  private weak var engine: ListEngine?
  private var opacity = Fade(0)
  private var thickness = SpringValue(ScrollBar.width, spring: .widen)
  private var lastMoved = Instant.zero
  private var isNear = false
  private var isShown = false
  /// A drag of the thumb by the pointer.
  private struct Grip {
    /// The distance of the pointer from the thumb's start when it caught the thumb, in logical pixels.
    let place: Double
    /// The position of the thumb in its track, 0 to 1. It is stored, so that the thumb stays under the pointer even if
    /// the content becomes longer or shorter during the drag.
    var fraction: Double
    /// The thumb's extent when the pointer caught the thumb, in logical pixels.
    let extent: Double
  }
  private var grip: Grip?
  private var lastTick: Instant?

  override var isComposited: Bool { true }
  override var isInteractive: Bool { true }
  override var semanticsRole: SemanticsNode.Role? { .scrollBar }

  /// The axis along which the list scrolls. It is stored, because the bar is also hit-tested while a pass changes the
  /// layout.
  private var axis = Axis.vertical
  private var length: Double { bounds.size[axis] }

  private var maximum: Double { engine?.scroll.scroller.maximum ?? 0 }

  private var isUseful: Bool { engine?.hasRoom == true && length > 2 * Self.edge }

  /// Lets the bar show and move the scroll position of an engine.
  func connect(to engine: ListEngine) { self.engine = engine }

  /// Places the bar at the right edge of an area, or at its bottom edge if the list scrolls horizontally. With a lane, the
  /// area is the whole view, along which the marks in the lane are drawn.
  func place(in area: Rect, of view: Rect) {
    let area = hasLane ? view : area
    axis = engine?.layout.axis ?? .vertical
    let wanted =
      axis == .vertical
      ? Rect(x: area.maxX - Self.grabWidth, y: area.minY, width: Self.grabWidth, height: area.height)
      : Rect(x: area.minX, y: area.maxY - Self.grabWidth, width: area.width, height: Self.grabWidth)
    if frame != wanted { frame = wanted }
  }

  /// The thumb's frame, in the bar's coordinates.
  private var thumb: Rect {
    let track = length - 2 * Self.edge
    let share = track * length / max(1, engine?.layout.contentLength ?? 0)
    let extent = min(track, grip?.extent ?? max(Self.minimumThumb, share))
    let start = Self.edge + (track - extent) * (grip?.fraction ?? fraction)
    let (side, thickness) = (Self.grabWidth - Self.edge - thickness.value, thickness.value)
    guard axis == .horizontal else { return Rect(x: side, y: start, width: thickness, height: extent) }
    let x = engine?.layout.isReversed ?? false ? length - start - extent : start
    return Rect(x: x, y: side, width: extent, height: thickness)
  }

  /// The frame of the thumb while the user drags it, in the coordinates of the list; `nil` at any other time.
  var draggedThumb: Rect? { grip == nil ? nil : thumb.offset(by: frame.origin) }

  /// The presented offset as a fraction of the largest offset, 0 to 1.
  private var fraction: Double { maximum > 0 ? min(1, max(0, (engine?.scroll.presentedOffset ?? 0) / maximum)) : 0 }

  /// Returns the position of a point along the bar, in logical pixels from the side on which the list starts.
  private func place(of point: Point) -> Double {
    engine?.layout.isReversed ?? false ? length - point.x : point[axis]
  }

  /// The position of the thumb's start along the bar, in logical pixels from the side on which the list starts.
  private var thumbStart: Double {
    engine?.layout.isReversed ?? false ? length - thumb.maxX : thumb.lower(axis)
  }

  /// Shows the bar for a while, because the content moved.
  func contentMoved(at now: Instant) {
    lastMoved = now
    show(at: now)
  }

  private func show(at now: Instant) {
    guard isUseful else { return }
    if !isShown {
      isShown = true
      opacity.go(to: 1, at: now, for: 0.08)
    }
    host?.animate(self)
  }

  override func hitTest(_ point: Point) -> View? {
    isUseful ? super.hitTest(point) : nil
  }

  override func animate(at now: Instant) -> Instant? {
    thickness.target = isNear || grip != nil ? Self.wideWidth : Self.width
    thickness.advance(by: lastTick.map { max(0, now.seconds(since: $0)) } ?? 0, tolerance: 0.05, slow: 1)
    lastTick = now
    let hides = !isNear && grip == nil && now.seconds(since: lastMoved) >= Self.lingering
    if hides, isShown {
      isShown = false
      opacity.go(to: 0, at: now, for: 0.3)
    }
    if !opacity.isAtRest(at: now) || !thickness.isAtRest { return now }
    if isShown, !isNear, grip == nil { return lastMoved.advanced(bySeconds: Self.lingering) }
    lastTick = nil
    return nil
  }

  /// Whether the bar has an opaque lane that covers the content, because another view draws marks there.
  private(set) var hasLane = false

  /// The left edge of the bar's lane, in the coordinates of the list; infinite without a lane.
  var laneStart: Double { hasLane && axis == .vertical ? frame.minX : .infinity }

  /// Shows or removes the bar's lane, the opaque strip behind it.
  func setLane(_ isShown: Bool) {
    guard isShown != hasLane else { return }
    hasLane = isShown
    host?.setNeedsFrame()
  }

  private let lane = ViewGroup()
  private var laneSize = Size.zero

  /// Appends the background of the bar's lane, which covers the content.
  private func emitLane(into context: FrameContext) {
    lane.isDirty = lane.isDirty || laneSize != bounds.size
    laneSize = bounds.size
    let environment = context.environment
    lane.update(scale: context.scale, generation: context.generation) { canvas in
      canvas.fill(bounds, environment.color(.surface))
      canvas.fill(
        Rect(x: 0, y: 0, width: environment.hairline, height: bounds.height), environment.color(.separator))
    }
    context.append(lane, frame: bounds.offset(by: context.origin), alpha: context.alpha)
  }

  override func emit(into context: FrameContext) {
    if hasLane, axis == .vertical { emitLane(into: context) }
    let alpha = opacity.value(at: context.now)
    guard isUseful, alpha > 0 else { return }
    let group = self.group ?? ViewGroup()
    self.group = group
    let thumb = self.thumb
    if thumb.size != drawnSize || isActiveColor != drawnActive {
      (drawnSize, drawnActive) = (thumb.size, isActiveColor)
      group.isDirty = true
    }
    let colors = context.environment.theme.colors
    let color = grip != nil ? colors.text2 : isNear ? colors.thumbHover : colors.thumb
    group.update(scale: context.scale, generation: context.generation) { canvas in
      canvas.roundedRect(Rect(origin: .zero, size: thumb.size), radius: min(thumb.width, thumb.height) / 2, color)
    }
    context.append(group, frame: thumb.offset(by: context.origin), alpha: alpha * context.alpha)
  }

  private var drawnSize = Size.zero
  private var drawnActive = -1
  private var isActiveColor: Int { grip != nil ? 2 : isNear ? 1 : 0 }

  override func pointerHovered(at point: Point?, at now: Instant) {
    isNear = point != nil
    if isNear { show(at: now) } else { contentMoved(at: now) }
    host?.setNeedsFrame()
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    guard let engine, isUseful else { return false }
    let (place, start, extent) = (place(of: event.location), thumbStart, thumb.size[axis])
    engine.handleScrollBar(.pressed)
    if event.button == .left, place >= start, place < start + extent {
      catchThumb(at: place - start)
    } else if event.button == .middle || event.modifiers.contains(.shift) {
      catchThumb(at: extent / 2)
      drag(to: place)
    } else if event.button == .left {
      page(down: place > start)
    }
    show(at: event.time)
    return true
  }

  private func catchThumb(at place: Double) {
    grip = Grip(place: place, fraction: fraction, extent: thumb.size[axis])
    engine?.handleScrollBar(.thumbCaught)
    engine?.request { $0.showSectionTitles() }
    host?.setNeedsFrame()
  }

  private func page(down: Bool) {
    guard let engine else { return }
    let base = engine.scroll.scroller.isMoving ? engine.scroll.scroller.target : engine.scroll.scroller.offset
    engine.go(to: .offset(base + (down ? 0.9 : -0.9) * engine.layout.insetLength))
  }

  override func pointerDragged(_ event: PointerEvent) {
    drag(to: place(of: event.location))
  }

  /// Scrolls the content in proportion to the drag: if the thumb covers half of its way to an end of the track, the
  /// viewport covers half of its way to that end of the content. So thumb and viewport reach the end together, even if
  /// the content changes its extent during the drag.
  private func drag(to place: Double) {
    guard let grip, let engine else { return }
    let free = length - 2 * Self.edge - thumb.size[axis]
    let fraction = free > 0 ? min(1, max(0, (place - grip.place - Self.edge) / free)) : 0
    let offset = engine.scroll.scroller.offset
    let wanted =
      fraction < grip.fraction
      ? offset * fraction / grip.fraction
      : grip.fraction < 1 ? offset + (maximum - offset) * (fraction - grip.fraction) / (1 - grip.fraction) : maximum
    self.grip?.fraction = fraction
    engine.handleScrollBar(.thumbDragged(to: wanted, isAtEnd: fraction >= 1))
    engine.request { $0.showSectionTitles() }
    host?.setNeedsFrame()
  }

  override func pointerUp(_ event: PointerEvent) {
    letGo(at: event.time)
  }

  override func pointerCancelled() {
    letGo(at: host?.now ?? .zero)
  }

  private func letGo(at now: Instant) {
    guard grip != nil else { return }
    grip = nil
    engine?.handleScrollBar(.thumbReleased(at: now))
    engine?.chrome.sectionLabel.hide()
    contentMoved(at: now)
    host?.setNeedsFrame()
  }
}
