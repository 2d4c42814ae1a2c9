import Scrollwork

/// A view that keeps the margin of the window on both sides of its content.
class MarginView: View {
  private let content: View
  /// The leading margin, in logical pixels; `nil` for the margin of the window.
  var start: Double? { didSet { if start != oldValue { setNeedsMeasure() } } }
  /// The vertical margin, in logical pixels.
  var vertical: Double { didSet { if vertical != oldValue { setNeedsMeasure() } } }

  init(_ content: View, vertical: Double = 0) {
    (self.content, self.vertical) = (content, vertical)
    super.init()
    addChild(content)
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let insets = insets(in: proposal.width)
    let room = Size(
      width: max(0, proposal.width - insets.horizontal), height: max(0, proposal.height - insets.vertical))
    let size = content.sizeThatFits(room, environment: environment)
    return Size(width: size.width + insets.horizontal, height: size.height + insets.vertical)
  }

  override func layout(environment: Environment) { content.frame = bounds.inset(by: insets(in: bounds.width)) }

  private func insets(in width: Double) -> Insets {
    let margin = WindowWidth.margin(in: width)
    return Insets(top: vertical, leading: start ?? margin, bottom: vertical, trailing: margin)
  }
}

extension Insets {
  /// Returns the insets of a section whose cells keep the margin of the window on both sides.
  static func window(_ context: SectionLayoutContext, vertical: Double) -> Insets {
    Insets(horizontal: WindowWidth.margin(in: context.environment.container.width), vertical: vertical)
  }
}

extension CollectionLayout {
  /// Returns this layout with the margin of the window on both sides.
  func insetFromWindow(vertical: Double) -> some CollectionLayout {
    inset(key: vertical) { Insets(horizontal: WindowWidth.margin(in: $0.width), vertical: vertical) }
  }
}
