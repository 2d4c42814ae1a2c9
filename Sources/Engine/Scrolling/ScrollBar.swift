import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// The bar that shows where the view stands, and takes it elsewhere by the thumb or by a click beside it.
///
/// It lies over the content, comes in sight when the content moves or the pointer is near, and fades away after.
@MainActor
final class ScrollBar: View {
  /// From the window's edge: so far the bar can be caught.
  static let grabWidth = 16.0
  private static let width = 8.0
  private static let wideWidth = 10.0
  private static let edge = 4.0
  private static let minimumThumb = 32.0
  private static let lingering = 1.2

  weak var engine: ListEngine?
  private var opacity = Fade(0)
  private var thickness = SpringValue(ScrollBar.width, spring: .widen)
  private var lastMoved = Instant.zero
  private var isNear = false
  private var isShown = false
  /// A hand that has caught the thumb.
  private struct Grip {
    /// From the thumb's start.
    let place: Double
    /// How much of its free way the thumb has behind it. It stays under the hand, though the content turns out longer or
    /// shorter than thought meanwhile.
    var part: Double
    /// As long as it was when it was caught.
    let extent: Double
  }
  private var grip: Grip?
  /// True while the thumb is held at the end of its way: then the end is seen, wherever that turns out to be.
  private(set) var holdsEnd = false
  private var lastTick: Instant?

  override var isComposited: Bool { true }
  override var isInteractive: Bool { true }
  override var semanticsRole: SemanticsNode.Role? { .scrollBar }

  private var axis: Axis { engine?.layout.axis ?? .vertical }
  private var length: Double { bounds.size[axis] }

  private var maximum: Double { engine?.scroll.scroller.maximum ?? 0 }

  private var isUseful: Bool { maximum > 0 && length > 2 * Self.edge }

  /// Stands at the right, or below where the list scrolls horizontally.
  func place(in size: Size) {
    let wanted =
      axis == .vertical
      ? Rect(x: size.width - Self.grabWidth, y: 0, width: Self.grabWidth, height: size.height)
      : Rect(x: 0, y: size.height - Self.grabWidth, width: size.width, height: Self.grabWidth)
    if frame != wanted { frame = wanted }
  }

  /// The thumb in the bar's coordinates.
  private var thumb: Rect {
    let track = length - 2 * Self.edge
    let share = track * length / max(1, engine?.layout.contentLength ?? 0)
    let extent = min(track, grip?.extent ?? max(Self.minimumThumb, share))
    let start = Self.edge + (track - extent) * (grip?.part ?? part)
    let (side, thickness) = (Self.grabWidth - Self.edge - thickness.value, thickness.value)
    guard axis == .horizontal else { return Rect(x: side, y: start, width: thickness, height: extent) }
    let x = engine?.layout.isReversed ?? false ? length - start - extent : start
    return Rect(x: x, y: side, width: extent, height: thickness)
  }

  /// How much of its content the view has behind it.
  private var part: Double { maximum > 0 ? min(1, max(0, (engine?.scroll.presentedOffset ?? 0) / maximum)) : 0 }

  /// How far a point is along the bar, from where the list starts.
  private func place(of point: Point) -> Double {
    engine?.layout.isReversed ?? false ? length - point.x : point[axis]
  }

  /// Where the thumb begins, from where the list starts.
  private var thumbStart: Double {
    engine?.layout.isReversed ?? false ? length - thumb.maxX : thumb.lower(axis)
  }

  /// The content moved: the bar is shown for a while.
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

  override func emit(into context: FrameContext) {
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
    group.update(scale: context.environment.scale, generation: context.generation) { canvas in
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
    engine.scroll.target = nil
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
    grip = Grip(place: place, part: part, extent: thumb.size[axis])
    engine?.scroll.scroller.hold()
    host?.setNeedsFrame()
  }

  private func page(down: Bool) {
    guard let engine else { return }
    let base = engine.scroll.scroller.isMoving ? engine.scroll.scroller.target : engine.scroll.scroller.offset
    engine.go(to: .offset(base + (down ? 0.9 : -0.9) * engine.layout.length))
  }

  override func pointerDragged(_ event: PointerEvent) {
    drag(to: place(of: event.location))
  }

  /// The content goes on from where it is in proportion to what the thumb has before it on that side, so that both arrive
  /// at the ends together, wherever those turn out to be.
  private func drag(to place: Double) {
    guard let grip, let engine else { return }
    let free = length - 2 * Self.edge - thumb.size[axis]
    let part = free > 0 ? min(1, max(0, (place - grip.place - Self.edge) / free)) : 0
    let offset = engine.scroll.scroller.offset
    let wanted =
      part < grip.part
      ? offset * part / grip.part
      : grip.part < 1 ? offset + (maximum - offset) * (part - grip.part) / (1 - grip.part) : maximum
    self.grip?.part = part
    holdsEnd = part >= 1
    engine.scroll.scroller.pull(to: wanted, overscrolls: false)
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
    holdsEnd = false
    engine?.scroll.scroller.release(velocity: 0, at: now)
    contentMoved(at: now)
    host?.setNeedsFrame()
  }
}
