import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// The label that names a section or a place beside the thumb of the scroll bar, or a section beside the section index.
@MainActor
final class SectionLabel: View {
  /// The forms of the label.
  enum Form {
    case section, place

    /// The height in logical pixels.
    fileprivate var height: Double { self == .section ? 40 : 28 }
    /// The space before and after the text, in logical pixels.
    fileprivate var padding: Double { self == .section ? 16 : 12 }
    fileprivate var style: TextStyle { self == .section ? .heading : .smallMedium }
  }

  private let plate = Shape(fill: .raised, elevation: .floating)
  private let label = Label(style: .heading)
  private var opacity = Fade(0)

  private static let gap = 12.0
  private static let coming = 0.08
  private static let going = 0.1

  override init() {
    super.init()
    label.alignment = .center
    addChild(plate)
    addChild(label)
  }

  override var isComposited: Bool { true }
  override var drawingOutsets: Insets { plate.drawingOutsets }

  /// Whether the label is shown and is not fading out.
  private var isShown: Bool { opacity.target > 0 }

  /// Shows a title or a place; `nil` fades the label out.
  /// - Parameters:
  ///   - edge: The part of the bar that the title belongs to, in the coordinates of the list.
  ///   - axis: The axis along which the list scrolls.
  ///   - size: The size of the list.
  func show(_ title: String?, _ form: Form, beside edge: Rect, along axis: Axis, in size: Size) {
    guard let host else { return }
    guard let title, !title.isEmpty else { return fade(to: 0) }
    let (environment, height) = (host.environment, form.height)
    (label.text, label.style, plate.cornerRadius) = (title, form.style, height / 2)
    plate.elevation = form == .section ? .floating : .pill
    let room = max(0, (axis == .vertical ? edge.minX : size.width) - 2 * Self.gap - 2 * form.padding)
    let text = label.sizeThatFits(Size(width: room, height: height), environment: environment)
    let own = Size(width: max(height, text.width + 2 * form.padding), height: height)
    var origin = edge.center - Point(x: own.width / 2, y: own.height / 2)
    origin[axis.cross] = edge.lower(axis.cross) - Self.gap - own[axis.cross]
    origin[axis] = min(max(Self.gap, origin[axis]), max(Self.gap, size[axis] - Self.gap - own[axis]))
    let wanted = Rect(
      origin: Point(x: environment.rounded(origin.x), y: environment.rounded(origin.y)), size: own)
    if frame != wanted { frame = wanted }
    plate.frame = bounds
    label.frame = Rect(
      x: environment.rounded((own.width - text.width) / 2), y: environment.rounded((own.height - text.height) / 2),
      width: text.width, height: text.height)
    fade(to: 1)
  }

  /// Fades the label out.
  func hide() { fade(to: 0) }

  private func fade(to target: Double) {
    guard opacity.target != target, let host else { return }
    opacity.go(to: target, at: host.now, for: target > 0 ? Self.coming : Self.going)
    host.animate(self)
  }

  override func animate(at now: Instant) -> Instant? { opacity.isAtRest(at: now) ? nil : now }

  override func emit(into context: FrameContext) {
    let outer = context.alpha
    context.alpha *= opacity.value(at: context.now)
    if context.alpha > 0 { super.emit(into: context) }
    context.alpha = outer
  }

  override func hitTest(_ point: Point) -> View? { nil }

  override func describe(into context: FrameContext) {
    if isShown { super.describe(into: context) }
  }
}
