import Scrollwork
import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// The horizontal scroll bar below lines that are wider than the window. It appears when the lines scroll or the
/// pointer is near, and fades out soon afterwards.
final class SidewaysBar: View {
  /// The height of the strip in which the pointer makes the bar appear, in logical pixels.
  static let height = 16.0
  private static let edge = 4.0
  private static let minimumThumb = 32.0
  private static let lingering = 1.2

  private let sideways: LineSideways
  private var motion = Fade(0)
  private var opacity = Fade(0)
  private var isShown = false
  private var isNear = false
  private var lastMoved = Instant.zero
  /// The distance from the start of the thumb to the pointer that drags it; `nil` without a drag.
  private var grip: Double?
  /// Whether the lines are wrapped, so that there is nothing to scroll.
  var isOff = false {
    didSet { if isOff { go(to: 0, animated: false, at: host?.now ?? .zero) } }
  }

  init(_ sideways: LineSideways) {
    self.sideways = sideways
    super.init()
  }

  override var isInteractive: Bool { true }
  override var semanticsRole: SemanticsNode.Role? { maximum > 0 ? .scrollBar : nil }

  /// The largest offset; 0 if there is nothing to scroll.
  var maximum: Double { isOff ? 0 : sideways.maximum }

  override func hitTest(_ point: Point) -> View? { maximum > 0 ? super.hitTest(point) : nil }

  // MARK: Moving

  /// The offset at the end of an animation, in logical pixels.
  var target: Double { motion.target }
  /// The number of times that the user or the program scrolled.
  private(set) var scrollCount = 0

  /// Scrolls by a distance in logical pixels.
  func scroll(by distance: Double, animated: Bool, at now: Instant) {
    go(to: motion.target + distance, animated: animated, at: now)
  }

  /// Scrolls to an offset, limited to the width of the lines.
  func go(to place: Double, animated: Bool, at now: Instant) {
    scrollCount += 1
    let place = min(max(0, place), maximum)
    let moves = animated && host?.environment.motion == .full
    motion.go(to: place, at: now, for: moves ? 0.2 : 0)
    if !moves { sideways.move(to: place) }
    show(at: now)
  }

  private func show(at now: Instant) {
    lastMoved = now
    guard maximum > 0 else { return }
    if !isShown { opacity.go(to: 1, at: now, for: 0.08) }
    isShown = true
    setNeedsDisplay()
    host?.animate(self)
  }

  override func animate(at now: Instant) -> Instant? {
    let isMoving = !motion.isAtRest(at: now)
    if motion.target > maximum { motion = Fade(min(sideways.offset, maximum)) }
    sideways.move(to: motion.value(at: now))
    if isShown, !isNear, grip == nil, now.seconds(since: lastMoved) >= Self.lingering {
      isShown = false
      opacity.go(to: 0, at: now, for: 0.3)
    }
    setNeedsDisplay()
    if isMoving || !opacity.isAtRest(at: now) { return now }
    return isShown && !isNear && grip == nil ? lastMoved.advanced(bySeconds: Self.lingering) : nil
  }

  // MARK: The thumb

  private var thumb: Rect {
    let track = bounds.width - 2 * Self.edge
    let share = track * sideways.viewport / max(1, sideways.viewport + maximum)
    let extent = min(track, max(Self.minimumThumb, share))
    let start = Self.edge + (track - extent) * (maximum > 0 ? sideways.offset / maximum : 0)
    let thickness = isNear || grip != nil ? 10.0 : 8.0
    return Rect(x: start, y: bounds.height - Self.edge - thickness, width: extent, height: thickness)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    let alpha = opacity.value(at: host?.now ?? .zero)
    guard maximum > 0, alpha > 0 else { return }
    let color = environment.color(grip != nil ? .text2 : isNear ? .thumbHover : .thumb)
    canvas.roundedRect(thumb, radius: thumb.height / 2, color.opacity(alpha))
  }

  override func pointerHovered(at point: Point?, at now: Instant) {
    isNear = point != nil
    show(at: now)
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    guard maximum > 0 else { return false }
    guard event.button == .left else { return true }
    let place = event.location.x
    if place >= thumb.minX, place < thumb.maxX {
      grip = place - thumb.minX
    } else {
      let page = 0.9 * sideways.viewport
      scroll(by: place > thumb.minX ? page : -page, animated: true, at: event.time)
    }
    show(at: event.time)
    return true
  }

  override func pointerDragged(_ event: PointerEvent) {
    guard let grip else { return }
    let free = bounds.width - 2 * Self.edge - thumb.width
    let share = free > 0 ? (event.location.x - grip - Self.edge) / free : 0
    go(to: share * maximum, animated: false, at: event.time)
  }

  override func pointerUp(_ event: PointerEvent) { endDrag(at: event.time) }
  override func pointerCancelled() { endDrag(at: host?.now ?? .zero) }

  private func endDrag(at now: Instant) {
    grip = nil
    show(at: now)
  }
}
