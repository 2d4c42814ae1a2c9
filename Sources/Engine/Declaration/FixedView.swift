import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// A component that shows one given view, which keeps its state while the item is off screen.
struct FixedView: Component {
  let view: View

  func renderContent() -> FixedViewHolder { FixedViewHolder() }
  func render(in content: FixedViewHolder) { content.hold(view) }
  func shouldContentUpdate(with next: FixedView) -> Bool { view !== next.view }
}

/// The content view of a ``FixedView``.
///
/// The list may keep an old content view, for example one that fades out, while a new one shows the same item. So each
/// holder is a view of its own, and the given view moves to the holder that rendered last.
final class FixedViewHolder: View {
  private weak var view: View?

  /// Takes `view` as the only child.
  func hold(_ view: View) {
    guard view.parent !== self else { return }
    if let old = self.view, old.parent === self { old.removeFromParent() }
    view.removeFromParent()
    addChild(view)
    self.view = view
    setNeedsMeasure()
  }

  override func layout(environment: Environment) { for child in children { child.frame = bounds } }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    children.first?.sizeThatFits(proposal, environment: environment) ?? .zero
  }
}
