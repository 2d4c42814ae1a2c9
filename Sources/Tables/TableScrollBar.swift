import ScrollworkContentViews
import ScrollworkEngine
import ScrollworkGeometry
import ScrollworkHostInterface

/// The bar that shows the horizontal offset of a table, and scrolls by its thumb or by a click beside it.
///
/// It behaves like the scroll bar of a list: it is over the rows, appears when the columns move or the pointer is near,
/// and fades out soon afterwards.
final class TableScrollBar: View {
  weak var table: TableView?
  private var opacity = Fade(0)
  private var isNear = false
  private var isShown = false
  private var lastMoved = Instant.zero
  /// The distance of the pointer from the thumb's start during a drag of the thumb; `nil` at other times.
  private var grip: Double?
  private var drawn = (size: Size.zero, look: -1)

  private static let grabWidth = 16.0
  private static let edge = 4.0
  private static let minimumThumb = 32.0
  private static let lingering = 1.2

  override var isComposited: Bool { true }
  override var isInteractive: Bool { true }
  override var semanticsRole: SemanticsNode.Role? { isUseful ? .scrollBar : nil }

  private var columns: ColumnLayout? { table?.columns }
  private var maximum: Double { columns?.maximum ?? 0 }
  private var isUseful: Bool { maximum > 0 && track > Self.minimumThumb && table?.showsColumns == true }
  private var track: Double { bounds.width - 2 * Self.edge }
  private var isMirrored: Bool { host?.environment.direction == .rightToLeft }

  /// Places the bar at the bottom edge of the table, without the corner, where the list's own bar ends.
  func place(in size: Size) {
    let x = isMirrored ? Self.grabWidth : 0
    frame = Rect(x: x, y: size.height - Self.grabWidth, width: size.width - Self.grabWidth, height: Self.grabWidth)
  }

  /// The distance of the thumb from the table's leading edge, and its extent, in logical pixels.
  private var thumb: (start: Double, extent: Double) {
    guard let columns, maximum > 0 else { return (Self.edge, track) }
    let share = track * columns.viewport / max(1, columns.viewport + maximum)
    let extent = min(track, max(Self.minimumThumb, share))
    return (Self.edge + (track - extent) * min(1, max(0, columns.offset / maximum)), extent)
  }

  /// Shows the bar for a while, because the columns moved.
  func contentMoved(at now: Instant) {
    lastMoved = now
    show(at: now)
  }

  private func show(at now: Instant) {
    guard isUseful else { return }
    if !isShown { opacity.go(to: 1, at: now, for: 0.08) }
    isShown = true
    host?.animate(self)
  }

  override func hitTest(_ point: Point) -> View? { isUseful ? super.hitTest(point) : nil }

  override func animate(at now: Instant) -> Instant? {
    if isShown, !isNear, grip == nil, now.seconds(since: lastMoved) >= Self.lingering {
      isShown = false
      opacity.go(to: 0, at: now, for: 0.3)
    }
    if !opacity.isAtRest(at: now) { return now }
    return isShown && !isNear && grip == nil ? lastMoved.advanced(bySeconds: Self.lingering) : nil
  }

  override func emit(into context: FrameContext) {
    let alpha = opacity.value(at: context.now)
    guard isUseful, alpha > 0 else { return }
    let group = self.group ?? ViewGroup()
    self.group = group
    let (start, extent) = thumb
    let thickness = isNear || grip != nil ? 10.0 : 8.0
    let size = Size(width: extent, height: thickness)
    let look = grip != nil ? 2 : isNear ? 1 : 0
    if drawn != (size, look) {
      drawn = (size, look)
      group.isDirty = true
    }
    let colors = context.environment.theme.colors
    let color = [colors.thumb, colors.thumbHover, colors.text2][look]
    group.update(scale: context.scale, generation: context.generation) { canvas in
      canvas.roundedRect(Rect(origin: .zero, size: size), radius: thickness / 2, color)
    }
    let x = isMirrored ? bounds.width - start - extent : start
    let place = Rect(x: x, y: Self.grabWidth - Self.edge - thickness, width: extent, height: thickness)
    context.append(group, frame: place.offset(by: context.origin), alpha: alpha * context.alpha)
  }

  override func pointerHovered(at point: Point?, at now: Instant) {
    isNear = point != nil
    contentMoved(at: now)
    host?.setNeedsFrame()
  }

  private func place(of point: Point) -> Double { isMirrored ? bounds.width - point.x : point.x }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    guard let table, let columns, isUseful else { return false }
    let (place, thumb) = (place(of: event.location), thumb)
    guard event.button != .right else { return true }
    if place >= thumb.start, place < thumb.start + thumb.extent, event.button == .left {
      grip = place - thumb.start
    } else if event.button == .middle || event.modifiers.contains(.shift) {
      grip = thumb.extent / 2
      drag(to: place)
    } else {
      let page = 0.9 * (columns.viewport - columns.pinnedWidth)
      columns.scroll(
        to: columns.scroller.destination + (place > thumb.start ? page : -page), animated: table.animates,
        at: event.time)
    }
    contentMoved(at: event.time)
    host?.setNeedsFrame()
    return true
  }

  override func pointerDragged(_ event: PointerEvent) { drag(to: place(of: event.location)) }

  private func drag(to place: Double) {
    guard let grip, let columns else { return }
    let free = track - thumb.extent
    let fraction = free > 0 ? min(1, max(0, (place - grip - Self.edge) / free)) : 0
    columns.scroll(to: fraction * maximum, animated: false, at: host?.now ?? .zero)
    host?.setNeedsFrame()
  }

  override func pointerUp(_ event: PointerEvent) { endDrag(at: event.time) }
  override func pointerCancelled() { endDrag(at: host?.now ?? .zero) }

  private func endDrag(at now: Instant) {
    grip = nil
    contentMoved(at: now)
    host?.setNeedsFrame()
  }
}
