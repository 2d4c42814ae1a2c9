public import ScrollworkContentViews
public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A view around the content view of a cell, header or footer, for what all cells of a list have in common: a card, a
/// border, a check mark.
///
/// ``List/withContainers(cells:headers:footers:)`` makes a list wrap its content views. A container is recycled with
/// its content view. A subclass draws around the content, and may add views of its own.
@MainActor
open class ContentContainer: View, StateObserving {
  /// The content view of the component.
  public let content: View
  /// A closure with which the component lays out its content view in a rectangle; `nil` to fill the rectangle.
  var placeContent: ((View, Rect) -> Void)?

  /// Wraps a content view.
  public required init(content: View) {
    self.content = content
    super.init()
    addChild(content)
  }

  /// The distances between the container's edges and the content, in logical pixels. The default is zero.
  open class var contentInsets: Insets { .zero }

  /// Tells the content view that the state of the cell changed. A subclass that shows the state itself calls `super`.
  open func cellStateDidChange(_ state: CellState) {
    (content as? any StateObserving)?.cellStateDidChange(state)
  }

  /// Returns the size of the content with the insets.
  open override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let insets = Self.contentInsets
    let size = content.sizeThatFits(proposal.inset(by: insets), environment: environment)
    return Size(width: size.width + insets.horizontal, height: size.height + insets.vertical)
  }

  /// Places the content inside the insets.
  open override func layout(environment: Environment) {
    let place = bounds.inset(by: Self.contentInsets)
    if let placeContent { placeContent(content, place) } else { content.frame = place }
  }
}

extension List {
  /// Returns a copy of the list that wraps the content views of its cells, headers and footers, also those of
  /// subsections.
  ///
  /// Handlers get the container as the content view of their context.
  /// - Parameters:
  ///   - cells: The container of cells; `nil` for none.
  ///   - headers: The container of headers; `nil` for none.
  ///   - footers: The container of footers; `nil` for none.
  public func withContainers(
    cells: ContentContainer.Type? = nil, headers: ContentContainer.Type? = nil, footers: ContentContainer.Type? = nil
  ) -> List {
    var copy = self
    copy.containers = Containers(cells: cells, headers: headers, footers: footers)
    return copy
  }
}

/// The containers of a list's content views.
final class Containers: Sendable {
  let cells: ContentContainer.Type?
  let headers: ContentContainer.Type?
  let footers: ContentContainer.Type?

  init(cells: ContentContainer.Type?, headers: ContentContainer.Type?, footers: ContentContainer.Type?) {
    (self.cells, self.headers, self.footers) = (cells, headers, footers)
  }
}

/// The box of a component whose content view is wrapped in a container.
final class ContainedComponentBox: ComponentBox {
  private let inner: ComponentBox
  private let container: ContentContainer.Type

  init(_ inner: ComponentBox, in container: ContentContainer.Type) {
    (self.inner, self.container) = (inner, container)
  }

  override var base: Any { inner.base }
  override var reuseIdentifier: String { inner.reuseIdentifier + " in " + TypeNames.name(of: container) }
  override var layoutMode: ContentLayoutMode { inner.layoutMode }

  override func renderContent() -> View { container.init(content: inner.renderContent()) }

  override func render(in content: View) {
    guard let content = content as? ContentContainer else { return }
    content.placeContent = { [inner] in inner.layout(content: $0, in: $1) }
    content.setNeedsLayout()
    inner.render(in: content.content)
  }

  override func referenceSize(in bounds: Rect) -> Size? {
    let insets = container.contentInsets
    return inner.referenceSize(in: bounds.inset(by: insets)).map {
      Size(width: $0.width + insets.horizontal, height: $0.height + insets.vertical)
    }
  }

  override func layout(content: View, in bounds: Rect) { content.frame = bounds }

  override func shouldContentUpdate(with next: ComponentBox) -> Bool {
    guard let next = next as? ContainedComponentBox, next.container == container else { return true }
    return inner.shouldContentUpdate(with: next.inner)
  }

  override func shouldRender(next: ComponentBox, in content: View) -> Bool {
    guard let next = next as? ContainedComponentBox, let content = content as? ContentContainer else { return true }
    return inner.shouldRender(next: next.inner, in: content.content)
  }

  override func contentWillDisplay(_ content: View) {
    if let content = content as? ContentContainer { inner.contentWillDisplay(content.content) }
  }

  override func contentDidEndDisplay(_ content: View) {
    if let content = content as? ContentContainer { inner.contentDidEndDisplay(content.content) }
  }
}
