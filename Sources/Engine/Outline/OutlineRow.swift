package import ScrollworkContentViews
package import ScrollworkDiffing
package import ScrollworkGeometry
package import ScrollworkHostInterface

/// A component of an outline: another component, indented by the level of its node, after a chevron.
///
/// A click on the chevron calls ``toggle``, and the chevron turns when the node is expanded or collapsed. In a
/// right-to-left environment everything is mirrored.
package struct OutlineRow<Wrapped: Component>: Component {
  /// The identity of the node. The chevron turns with animation only if the same node is shown before and after.
  package var id: ElementID
  /// The component of the node.
  package var wrapped: Wrapped
  /// The level and the states of the node.
  package var state: OutlineState
  /// Called when the user clicks the chevron.
  package var toggle: @MainActor () -> Void

  /// Wraps the component of a node.
  package init(
    id: some Hashable, wrapped: Wrapped, state: OutlineState, toggle: @escaping @MainActor () -> Void
  ) {
    (self.id, self.wrapped, self.state, self.toggle) = (ElementID(id), wrapped, state, toggle)
  }

  /// The reuse identifier, which depends on that of the wrapped component.
  package var reuseIdentifier: String { "outline " + wrapped.reuseIdentifier }

  /// The layout mode of the wrapped component.
  package var layoutMode: ContentLayoutMode { wrapped.layoutMode }

  /// Makes a view with a chevron and the content view of the wrapped component.
  @MainActor package func renderContent() -> OutlineRowView { OutlineRowView(wrapped.renderContent()) }

  /// Shows the node in `content`.
  @MainActor package func render(in content: OutlineRowView) {
    content.show(id, state, toggle)
    guard let inner = content.content as? Wrapped.Content else { return }
    content.placeContent = { wrapped.layout(content: inner, in: $0) }
    wrapped.render(in: inner)
  }

  /// Returns the size of the row: the size that the wrapped component declares for the width beside the indentation,
  /// plus the indentation; `nil` if it declares none.
  @MainActor package func referenceSize(in bounds: Rect) -> Size? {
    let indentation = OutlineRowView.start(ofLevel: state.level, in: bounds.width)
    var inner = bounds
    inner.size.width -= indentation
    return wrapped.referenceSize(in: inner).map { Size(width: $0.width + indentation, height: $0.height) }
  }

  /// Returns whether the state or the wrapped component differs.
  package func shouldContentUpdate(with next: OutlineRow) -> Bool {
    state != next.state || wrapped.shouldContentUpdate(with: next.wrapped)
  }

  /// Tells the wrapped component that the display of its content view begins.
  @MainActor package func contentWillDisplay(_ content: OutlineRowView) {
    (content.content as? Wrapped.Content).map(wrapped.contentWillDisplay)
  }

  /// Tells the wrapped component that the display of its content view ends.
  @MainActor package func contentDidEndDisplay(_ content: OutlineRowView) {
    (content.content as? Wrapped.Content).map(wrapped.contentDidEndDisplay)
  }
}

/// A content view of outline rows that has a margin of its own before the chevrons of the top level. The height of its
/// component must not depend on the width.
@MainActor
package protocol OutlineMargin {
  /// Returns the distance from the row's leading edge to the area of the chevron, in logical pixels.
  func outlineMargin(in width: Double) -> Double
}

/// The content view of an ``OutlineRow``.
@MainActor
package final class OutlineRowView: View, StateObserving {
  /// The width by which each level is indented, in logical pixels.
  nonisolated static let indentation = 16.0
  /// The width of the chevron with the space around it, in logical pixels.
  private static let chevronWidth = 24.0

  /// The content view of the wrapped component.
  let content: View
  /// Sets the frame of the content view; called with the new frame.
  var placeContent: ((Rect) -> Void)?
  private let chevron = DisclosureButton()
  private var id: ElementID?
  private var level = 0
  /// The content view, if it has a margin of its own; else `nil`.
  private let margin: (any OutlineMargin)?

  init(_ content: View) {
    (self.content, margin) = (content, content as? any OutlineMargin)
    super.init()
    addChild(content)
    addChild(chevron)
  }

  /// Shows the state of a node.
  func show(_ id: ElementID, _ state: OutlineState, _ toggle: @escaping @MainActor () -> Void) {
    chevron.isHidden = !state.isExpandable
    chevron.onActivate = toggle
    chevron.isLoading = state.isLoading
    chevron.expand(state.isExpanded, animated: self.id == id)
    self.id = id
    guard level != state.level else { return }
    level = state.level
    setNeedsMeasure()
  }

  /// Returns the start of the wrapped component at a level. At least half of the row is left to the component, however
  /// deep the outline is.
  static func start(ofLevel level: Int, in width: Double) -> Double {
    min(Double(level) * indentation + chevronWidth, (width / 2).rounded(.down))
  }

  private func start(in width: Double) -> Double {
    let margin = margin?.outlineMargin(in: width) ?? 0
    return margin + Self.start(ofLevel: level, in: width - margin)
  }

  public override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let start = proposal.width.isFinite ? start(in: proposal.width) : Self.chevronWidth
    let size = content.sizeThatFits(
      Size(width: proposal.width - start, height: proposal.height), environment: environment)
    return Size(width: size.width + start, height: size.height)
  }

  public override func layout(environment: Environment) {
    let isMirrored = environment.direction == .rightToLeft
    let start = start(in: bounds.width)
    let inner = Rect(
      x: isMirrored ? 0 : start, y: 0, width: max(0, bounds.width - start), height: bounds.height)
    chevron.frame = Rect(
      x: isMirrored ? bounds.width - start : start - Self.chevronWidth, y: 0, width: Self.chevronWidth,
      height: bounds.height)
    if let placeContent { placeContent(inner) } else { content.frame = inner }
  }

  /// Passes the state of the cell to the wrapped content view.
  package func cellStateDidChange(_ state: CellState) { (content as? any StateObserving)?.cellStateDidChange(state) }
}
