import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// The geometry of a row whose actions are shown.
struct RowPlace {
  /// The frame of the row in the view, as if its content were not swiped aside.
  let frame: Rect
  /// The part of the frame that is not clipped and not covered by pinned items.
  let visible: Rect
  /// The axis along which the list scrolls.
  let axis: Axis
  /// Whether the leading edge is at the right, as in right-to-left environments.
  let isMirrored: Bool

  /// Whether the actions of an edge are at the lower end of the cross axis: at the left or the top.
  /// - Parameter leading: Whether to ask about the leading edge; `false` for the trailing one.
  func isLower(leading: Bool) -> Bool { leading != isMirrored }
}

/// A view of buttons for the actions of a row, above the items, in the visible part of the row.
class RowActionsView: View {
  /// The actions that are shown, with the number that identifies the swipe or hover; `nil` if none are shown.
  private var shown: (serial: Int, actions: SwipeActions)?
  /// The buttons of the leading and trailing edges, in the order of the actions.
  private(set) var buttons: (leading: [RowActionButton], trailing: [RowActionButton]) = ([], [])
  /// Called with the action that the user chooses.
  var onChoose: (@MainActor (MenuAction) -> Void)?

  override init() {
    super.init()
    clipsToBounds = true
    isHidden = true
  }

  override final var isComposited: Bool { true }

  /// Makes the buttons for a row. If they replace buttons of another row or other actions, a press on one of these ends
  /// without an action.
  fileprivate final func show(_ actions: SwipeActions, serial: Int, fills: [RowActionButton.Fill?]) {
    isHidden = false
    if let shown, shown.serial == serial, shown.actions.looksLike(actions) {
      for (button, action) in zip(buttons.leading + buttons.trailing, actions.all) { button.replace(action) }
      return
    }
    removeButtons()
    shown = (serial, actions)
    func make(_ actions: [MenuAction]) -> [RowActionButton] {
      actions.enumerated().map { index, action in
        RowActionButton(action, fill: fills[min(index, fills.count - 1)]) { [weak self] in self?.onChoose?($0) }
      }
    }
    buttons = (make(actions.leading), make(actions.trailing))
    for button in buttons.leading + buttons.trailing { addChild(button) }
  }

  private func removeButtons() {
    for button in buttons.leading + buttons.trailing { button.removeFromParent() }
    (buttons, shown) = (([], []), nil)
  }

  /// Hides the view, and forgets the buttons.
  final func hide() {
    guard !isHidden else { return }
    isHidden = true
    removeButtons()
  }

  /// Returns a button at a point; elsewhere the row below gets the pointer.
  override func hitTest(_ point: Point) -> View? {
    guard let hit = super.hitTest(point) else { return nil }
    return hit is RowActionButton ? hit : nil
  }
}

/// The buttons that a swipe reveals behind a row.
final class SwipeActionsView: RowActionsView {
  /// Whether the row is open, so that its buttons can be pressed.
  private var isOpen = false

  /// Shows the actions of a swiped row in the space that its content uncovers.
  func show(_ row: SwipedRow, at place: RowPlace, _ environment: Environment) {
    let (offset, leading, cross) = (environment.rounded(row.offset.value), row.offset.value > 0, place.axis.cross)
    let room = min(abs(offset), place.frame.size[cross])
    guard room > 0 else { return hide() }
    show(row.actions, serial: row.serial, fills: [.main, .other])
    isOpen = row.isOpen
    var strip = place.frame
    strip.size[cross] = room
    let isLower = place.isLower(leading: leading)
    if !isLower { strip.origin[cross] = place.frame.upper(cross) - room }
    frame = strip.intersection(place.visible)
    let (own, others) = leading ? (buttons.leading, buttons.trailing) : (buttons.trailing, buttons.leading)
    for button in others { button.isHidden = true }
    // The first action takes the space of the others while a release would perform it.
    let share = room / Double(max(1, own.count))
    let first = share + (room - share) * row.takeover.value
    let rest = own.count > 1 ? (room - first) / Double(own.count - 1) : 0
    for (index, button) in own.enumerated() {
      button.isHidden = false
      var box = strip.offset(by: .zero - frame.origin)
      let start = environment.rounded(index == 0 ? 0 : first + Double(index - 1) * rest)
      let end = environment.rounded(first + Double(index) * rest)
      box.size[cross] = max(0, end - start)
      box.origin[cross] += isLower ? start : room - end
      button.frame = box
    }
  }

  override func hitTest(_ point: Point) -> View? { isOpen ? super.hitTest(point) : nil }
}

/// The buttons for all actions of the row under the pointer, on a background at the trailing edge of the row. There
/// they do not cover the symbol and the name at the leading edge, by which the user knows the row.
final class HoverActionsView: RowActionsView {
  private let plate = Shape(fill: .raised, cornerRadius: HoverActionsView.radius, border: .edge)
  private var opacity = Fade(0)

  private static let (radius, padding, inset) = (8.0, 2.0, 16.0)
  private static let (coming, going) = (0.06, 0.14)

  override init() {
    super.init()
    addChild(plate)
  }

  /// Shows the actions of the row under the pointer.
  func show(_ row: Swiping.HoveredRow, at place: RowPlace, _ environment: Environment, at now: Instant) {
    show(row.actions, serial: row.serial, fills: [nil])
    frame = place.visible
    var frame = place.frame.offset(by: .zero - place.visible.origin)
    // The plate stands at the edge of the row, or of its visible part if the row is cut along the cross axis.
    let cross = place.axis.cross
    (frame.origin[cross], frame.size[cross]) = (0, place.visible.size[cross])
    // From the edge inwards; so the leading actions come first in reading order.
    let inwards = buttons.trailing + buttons.leading.reversed()
    arrange(inwards, in: frame, atLower: place.isLower(leading: false), along: cross, environment)
    fade(to: 1, for: Self.coming, at: now)
  }

  /// Fades the buttons out.
  func fadeOut(at now: Instant) {
    if !isHidden { fade(to: 0, for: Self.going, at: now) }
  }

  private func arrange(
    _ buttons: [RowActionButton], in row: Rect, atLower isLower: Bool, along cross: Axis, _ environment: Environment
  ) {
    let sizes = buttons.map { $0.sizeThatFits(row.size, environment: environment) }
    let height = max(0, min(RowActionButton.side, row.height - 2 * Self.padding))
    let size = Size(
      width: sizes.reduce(2 * Self.padding) { $0 + $1.width }, height: min(row.height, height + 2 * Self.padding))
    var box = row.centered(size)
    box.origin[cross] =
      isLower ? row.lower(cross) + Self.inset : row.upper(cross) - Self.inset - size[cross]
    plate.frame = Rect(
      x: environment.rounded(box.minX), y: environment.rounded(box.minY), width: size.width, height: size.height)
    // The first action stands at the edge.
    var x = plate.frame.minX + Self.padding
    let startsAtLeft = cross == .horizontal ? isLower : environment.direction == .leftToRight
    for (button, size) in startsAtLeft ? Array(zip(buttons, sizes)) : zip(buttons, sizes).reversed() {
      button.frame = Rect(x: x, y: plate.frame.midY - height / 2, width: size.width, height: height)
      x += size.width
    }
  }

  private func fade(to target: Double, for duration: Double, at now: Instant) {
    guard opacity.target != target else { return }
    opacity.go(to: target, at: now, for: host?.motion == .off ? 0 : duration)
    host?.animate(self)
  }

  override func animate(at now: Instant) -> Instant? {
    if !opacity.isAtRest(at: now) { return now }
    if opacity.target == 0 { hide() }
    return nil
  }

  override func emit(into context: FrameContext) {
    let outer = context.alpha
    context.alpha *= opacity.value(at: context.now)
    if context.alpha > 0 { super.emit(into: context) }
    context.alpha = outer
  }

  /// Returns a button at a point; buttons that fade out get no input.
  override func hitTest(_ point: Point) -> View? { opacity.target > 0 ? super.hitTest(point) : nil }

  override func describe(into context: FrameContext) {
    if opacity.target > 0 { super.describe(into: context) }
  }
}
