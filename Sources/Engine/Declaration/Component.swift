public import ScrollworkContentViews
public import ScrollworkGeometry

/// A value that says what a cell, a header or a footer shows.
///
/// A component makes its content once and renders into it many times; contents are used again for other components of the
/// same kind. Components are plain values: only what touches the content is bound to the main actor.
public protocol Component: RowConvertible {
  associatedtype Content: View

  /// Makes a content. Called once for each content that is on screen at a time; what was made is used again.
  @MainActor func renderContent() -> Content

  /// Shows this value in a content that was made by a component of the same ``reuseIdentifier``.
  @MainActor func render(in content: Content)

  /// Contents are shared by components with the same identifier. The default is the name of the type.
  var reuseIdentifier: String { get }

  /// How the size of the cell is found. The default takes the width of the list and the height of the content.
  var layoutMode: ContentLayoutMode { get }

  /// The size of the cell where it need not be measured; `nil` to measure the content.
  /// - Parameter bounds: The list's bounds, in logical pixels.
  @MainActor func referenceSize(in bounds: Rect) -> Size?

  /// Places the content in its cell. The default fills the cell.
  @MainActor func layout(content: Content, in bounds: Rect)

  /// True if a cell that showed this value has to be measured and drawn anew to show `next`. The default compares where
  /// the component is `Equatable`; else false, and what is visible is rendered again in any case.
  func shouldContentUpdate(with next: Self) -> Bool

  /// True if `next` is to be rendered in a content that shows this value. The default is true.
  @MainActor func shouldRender(next: Self, in content: Content) -> Bool

  /// The content is about to be seen. Every call is followed by one of ``contentDidEndDisplay(_:)``.
  @MainActor func contentWillDisplay(_ content: Content)

  /// The content is seen no more.
  @MainActor func contentDidEndDisplay(_ content: Content)
}

extension Component {
  public var reuseIdentifier: String { TypeNames.name(of: Self.self) }
  public var layoutMode: ContentLayoutMode { .flexibleHeight(estimatedHeight: 44) }
  @MainActor public func referenceSize(in bounds: Rect) -> Size? { nil }
  @MainActor public func layout(content: Content, in bounds: Rect) { content.frame = bounds }
  public func shouldContentUpdate(with next: Self) -> Bool { false }
  @MainActor public func shouldRender(next: Self, in content: Content) -> Bool { true }
  @MainActor public func contentWillDisplay(_ content: Content) {}
  @MainActor public func contentDidEndDisplay(_ content: Content) {}
  public func asRow() -> Row { Row(component: AnyComponent(self)) }

  /// This component as a cell of its own.
  public func identified(by id: some Hashable) -> Cell { Cell(id: id, component: self) }

  /// This component as a cell, identified by one of its properties.
  public func identified(by id: KeyPath<Self, some Hashable>) -> Cell { Cell(id: self[keyPath: id], component: self) }
}

extension Component where Self: Equatable {
  public func shouldContentUpdate(with next: Self) -> Bool { self != next }
}

/// How the size of a cell follows from its content. Numbers are logical pixels.
///
/// A layout that gives cells a size of its own is asked first: the content decides only what the layout leaves to it. The
/// estimate is what a cell counts as before it was seen: of the first cell for all of its section, if the cells of the
/// section are listed and its layout is `.vertical` without a size of its own.
public enum ContentLayoutMode: Hashable, Sendable {
  /// The layout alone decides; what it estimates is taken as it is.
  case fitContainer
  /// The cell is as tall as its content at the cell's width.
  case flexibleHeight(estimatedHeight: Double)
  /// The content is as wide as it wants, at the start of its cell, but no wider than the cell.
  case flexibleWidth(estimatedWidth: Double)
  /// Both.
  case fitContent(estimatedSize: Size)

  var asksForHeight: Bool {
    switch self {
    case .flexibleHeight, .fitContent: true
    case .fitContainer, .flexibleWidth: false
    }
  }

  var asksForWidth: Bool {
    switch self {
    case .flexibleWidth, .fitContent: true
    case .fitContainer, .flexibleHeight: false
    }
  }

  var estimatedHeight: Double? {
    switch self {
    case .flexibleHeight(let height): height
    case .fitContent(let size): size.height
    case .fitContainer, .flexibleWidth: nil
    }
  }
}

/// A component that knows its own identity.
public protocol IdentifiableComponent: Component {
  associatedtype ID: Hashable
  var id: ID { get }
}

extension IdentifiableComponent where Self: Hashable {
  public var id: Self { self }
}

/// A component whose contents each have a long-lived companion: for timers, loads, delegates.
public protocol CoordinatedComponent: Component {
  associatedtype ViewModel: Equatable
  associatedtype Coordinator = Void

  var viewModel: ViewModel { get }
  @MainActor func makeCoordinator() -> Coordinator
  @MainActor func renderContent(coordinator: Coordinator) -> Content
  @MainActor func render(in content: Content, coordinator: Coordinator)
}

extension CoordinatedComponent {
  @MainActor public func renderContent() -> Content {
    let coordinator = makeCoordinator()
    let content = renderContent(coordinator: coordinator)
    content.companion = coordinator
    return content
  }

  @MainActor public func render(in content: Content) {
    guard let coordinator = content.companion as? Coordinator else { return }
    render(in: content, coordinator: coordinator)
  }

  public func shouldContentUpdate(with next: Self) -> Bool { viewModel != next.viewModel }
}

extension CoordinatedComponent where Coordinator == Void {
  @MainActor public func makeCoordinator() {}
}
