public import ScrollworkContentViews
public import ScrollworkGeometry

/// A value that describes how a cell, header or footer looks.
///
/// A component makes a content view once and renders into it many times; content views are recycled for other
/// components with the same ``reuseIdentifier``. Components are plain values: only the requirements that touch the
/// content view are isolated to the main actor.
public protocol Component: RowConvertible where WithHandlers == Row {
  /// The type of the content view.
  associatedtype Content: View

  /// Makes a content view. Called only if the pool has none for the ``reuseIdentifier``.
  @MainActor func renderContent() -> Content

  /// Shows this value in a content view that a component with the same ``reuseIdentifier`` made.
  ///
  /// The view may still show another value, so set everything that depends on the component.
  @MainActor func render(in content: Content)

  /// The kind of content view: components with the same identifier share content views. The default is the full name of
  /// the component's type.
  var reuseIdentifier: String { get }

  /// The way in which the content view takes part in sizing the cell. The default takes the width from the layout and
  /// the height from the content view.
  var layoutMode: ContentLayoutMode { get }

  /// Returns the size of the cell if the component knows it; `nil`, the default, to measure the content view.
  /// - Parameter bounds: The list's bounds, in logical pixels.
  @MainActor func referenceSize(in bounds: Rect) -> Size?

  /// Places the content view in its cell. The default fills the cell.
  /// - Parameter bounds: The cell's own coordinates, in logical pixels.
  @MainActor func layout(content: Content, in bounds: Rect)

  /// Returns whether a cell that shows this value must be measured and drawn again to show `next`.
  ///
  /// The default compares the components if they are `Equatable`, else it returns false. Visible cells are rendered
  /// again in any case, unless the view's ``Updater`` says otherwise.
  func shouldContentUpdate(with next: Self) -> Bool

  /// Returns whether `next` must be rendered into a content view that shows this value. The default is true.
  @MainActor func shouldRender(next: Self, in content: Content) -> Bool

  /// Called when the display of the content view begins. Every call is followed by one of ``contentDidEndDisplay(_:)``.
  @MainActor func contentWillDisplay(_ content: Content)

  /// Called when the display of the content view ends, before the view is recycled.
  @MainActor func contentDidEndDisplay(_ content: Content)
}

extension Component {
  /// The full name of the component's type.
  public var reuseIdentifier: String { TypeNames.name(of: Self.self) }

  /// A height that follows from the content view, estimated at 44 logical pixels.
  public var layoutMode: ContentLayoutMode { .flexibleHeight(estimatedHeight: 44) }

  /// Returns `nil`: the content view is measured.
  @MainActor public func referenceSize(in bounds: Rect) -> Size? { nil }

  /// Fills the cell with the content view.
  @MainActor public func layout(content: Content, in bounds: Rect) { content.frame = bounds }

  /// Returns false, because an arbitrary component cannot be compared.
  public func shouldContentUpdate(with next: Self) -> Bool { false }

  /// Returns true.
  @MainActor public func shouldRender(next: Self, in content: Content) -> Bool { true }

  /// Does nothing.
  @MainActor public func contentWillDisplay(_ content: Content) {}

  /// Does nothing.
  @MainActor public func contentDidEndDisplay(_ content: Content) {}

  /// Unavailable: reports at compile time that a component declares neither way to make its content view.
  @available(
    *, unavailable,
    message: "declare renderContent() and render(in:), or conform to CoordinatedComponent for a coordinator"
  )
  @MainActor public func renderContent() -> View { View() }

  /// Returns a row that shows the component.
  public func asRow() -> Row { Row(component: AnyComponent(self)) }

  /// Returns a cell that shows the component, with the identity `id`.
  public func identified(by id: some Hashable) -> Cell { Cell(id: id, component: self) }

  /// Returns a cell that shows the component, identified by one of its properties.
  public func identified(by id: KeyPath<Self, some Hashable>) -> Cell { Cell(id: self[keyPath: id], component: self) }
}

extension Component where Self: Equatable {
  /// Returns whether the components differ.
  public func shouldContentUpdate(with next: Self) -> Bool { self != next }
}

/// The dimensions of a cell, width and height, that its content view decides. Numbers are logical pixels.
///
/// The layout comes first: the content view decides only dimensions that the layout leaves open. An estimate serves
/// until the cell is measured. In a section that declares cells and uses the standard `.vertical` layout, all cells get
/// the estimate of the first one.
public enum ContentLayoutMode: Hashable, Sendable {
  /// Neither width nor height: the layout alone decides, and its estimates count as final.
  case fitContainer
  /// Only the height, which the content view chooses for the cell's width.
  case flexibleHeight(estimatedHeight: Double)
  /// Only the width. A content view narrower than its cell lies at the cell's leading edge; a wider one is limited to
  /// the cell.
  case flexibleWidth(estimatedWidth: Double)
  /// Both width and height.
  case fitContent(estimatedSize: Size)

  /// Whether the content view may decide the height.
  var asksForHeight: Bool {
    switch self {
    case .flexibleHeight, .fitContent: true
    case .fitContainer, .flexibleWidth: false
    }
  }

  /// Whether the content view may decide the width.
  var asksForWidth: Bool {
    switch self {
    case .flexibleWidth, .fitContent: true
    case .fitContainer, .flexibleHeight: false
    }
  }

  /// The estimated height, in logical pixels; `nil` if the layout decides it.
  var estimatedHeight: Double? {
    switch self {
    case .flexibleHeight(let height): height
    case .fitContent(let size): size.height
    case .fitContainer, .flexibleWidth: nil
    }
  }
}

/// A component with an identity, which needs no ``Cell`` in a list.
public protocol IdentifiableComponent: Component {
  /// The type of the identity.
  associatedtype ID: Hashable
  /// The identity of the item, unique within its section.
  var id: ID { get }
}

extension IdentifiableComponent where Self: Hashable {
  /// The component itself, as its identity.
  public var id: Self { self }
}

/// A component with a long-lived coordinator for each content view: for timers, loads and delegates.
public protocol CoordinatedComponent: Component {
  /// The type of the content view. Declared again, because the compiler then infers it from the methods below.
  associatedtype Content
  /// The type of the values that the component shows.
  associatedtype ViewModel: Equatable
  /// The type of the coordinator; `Void` for none.
  associatedtype Coordinator = Void

  /// The values that the component shows. A cell counts as changed if its new view model differs from the old one.
  var viewModel: ViewModel { get }

  /// Makes the coordinator of a new content view. The view keeps it for its whole life.
  @MainActor func makeCoordinator() -> Coordinator

  /// Makes the content view that will keep `coordinator`.
  @MainActor func renderContent(coordinator: Coordinator) -> Content

  /// Shows this value in a content view, whose coordinator is `coordinator`.
  @MainActor func render(in content: Content, coordinator: Coordinator)
}

extension CoordinatedComponent {
  /// Makes a content view and its coordinator.
  @MainActor public func renderContent() -> Content {
    let coordinator = makeCoordinator()
    let content = renderContent(coordinator: coordinator)
    content.companion = coordinator
    return content
  }

  /// Shows this value in a content view, with the view's coordinator.
  @MainActor public func render(in content: Content) {
    guard let coordinator = content.companion as? Coordinator else { return }
    render(in: content, coordinator: coordinator)
  }

  /// Returns whether the view models differ.
  public func shouldContentUpdate(with next: Self) -> Bool { viewModel != next.viewModel }
}

extension CoordinatedComponent where Coordinator == Void {
  /// Makes no coordinator.
  @MainActor public func makeCoordinator() {}
}
