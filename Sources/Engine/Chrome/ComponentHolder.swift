import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// A view that shows a component outside the items of a list, and fades it in and out.
@MainActor
final class ComponentHolder: View {
  private var component: AnyComponent?
  private var content: View?
  private var opacity = Fade(0)
  private static let coming = 0.14
  private static let going = 0.1

  override var isComposited: Bool { true }

  /// Whether a component is visible, even if it is fading out.
  var isShown: Bool { content != nil }

  /// Whether a component is shown and is not fading out.
  var holdsComponent: Bool { component != nil }

  override var drawingOutsets: Insets { content?.drawingOutsets ?? .zero }

  /// Shows another component; `nil` fades out the current one.
  func show(_ new: AnyComponent?, at now: Instant) {
    guard let new else {
      guard component != nil else { return }
      component = nil
      fade(to: 0, at: now)
      return
    }
    if let old = component, let content, old.reuseIdentifier == new.reuseIdentifier {
      component = new
      if old.shouldRender(next: new, in: content) { new.render(in: content) }
      return setNeedsLayout()
    }
    drop()
    let content = new.renderContent()
    (component, self.content) = (new, content)
    addChild(content)
    new.render(in: content)
    setNeedsLayout()
    opacity = Fade(0)
    fade(to: 1, at: now)
  }

  private func fade(to target: Double, at now: Instant) {
    opacity.go(to: target, at: now, for: host == nil ? 0 : target > 0 ? Self.coming : Self.going)
    host?.animate(self)
  }

  private func drop() {
    content?.removeFromParent()
    content = nil
  }

  override func animate(at now: Instant) -> Instant? {
    if !opacity.isAtRest(at: now) { return now }
    if component == nil { drop() }
    return nil
  }

  override func emit(into context: FrameContext) {
    let outer = context.alpha
    context.alpha *= opacity.value(at: context.now)
    if context.alpha > 0 { super.emit(into: context) }
    context.alpha = outer
  }

  /// Returns the interactive view at a point; `nil` if there is none, or while the component fades out.
  override func hitTest(_ point: Point) -> View? {
    guard component != nil, let hit = super.hitTest(point), hit !== self else { return nil }
    var view = hit
    while !view.isInteractive, let parent = view.parent, parent !== self { view = parent }
    return view.isInteractive ? view : nil
  }

  override func layout(environment: Environment) {
    guard let content else { return }
    if let component { component.layout(content: content, in: bounds) } else { content.frame = bounds }
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    guard let component, let content else { return .zero }
    let bounds = Rect(x: 0, y: 0, width: proposal.width, height: proposal.height)
    return component.referenceSize(in: bounds) ?? content.sizeThatFits(proposal, environment: environment)
  }

  override func describe(into context: FrameContext) {
    if component != nil { super.describe(into: context) }
  }
}
