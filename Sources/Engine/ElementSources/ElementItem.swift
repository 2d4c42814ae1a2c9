public import ScrollworkContentViews
public import ScrollworkGeometry

/// An item of an ``ElementSection``, shown by content views of one type.
@MainActor
public final class ElementItem<Content: View> {
  fileprivate(set) var definition = ElementDefinition()

  /// The size of the item, in logical pixels; `nil` to fit its content. A negative side counts as zero.
  public var size: Size? {
    didSet {
      if let size { sizeFor { _ in size } } else { definition.size = nil }
    }
  }

  /// Sets a closure that computes the size of the item.
  /// - Parameter size: Returns the size for a container of the given size, in logical pixels.
  public func sizeFor(_ size: @escaping @MainActor (_ container: Size) -> Size) { definition.size = size }

  /// Sets the closures that make and update the content view. Every item needs one call.
  /// - Parameters:
  ///   - reuseIdentifier: Items with the same identifier share content views. The default is the view's type.
  ///   - make: Makes a content view. Evaluated only if no recycled view is left.
  ///   - configure: Shows the element in a content view, which may have shown another one before.
  public func configureCell(
    for reuseIdentifier: String? = nil, making make: @autoclosure @escaping @MainActor () -> Content,
    _ configure: @escaping @MainActor (Content) -> Void
  ) {
    definition.component = ClosureComponent(
      reuseIdentifier: reuseIdentifier ?? TypeNames.name(of: Content.self), make: make, update: configure)
  }

  /// Sets the handler that is called when the user selects the item.
  public func didSelect(_ handler: @escaping @MainActor (CellContext) -> Void) { modifyRow { $0.didSelect(handler) } }

  /// Sets the handler that is called when the display of the item begins.
  public func willDisplay(_ handler: @escaping @MainActor (CellContext) -> Void) {
    modifyRow { $0.willDisplay(handler) }
  }

  /// Sets the handler that is called when the display of the item ends.
  public func didEndDisplay(_ handler: @escaping @MainActor (CellContext) -> Void) {
    modifyRow { $0.didEndDisplay(handler) }
  }

  /// Adds any other handler or setting of a row, for example an animator.
  public func modifyRow(_ change: @escaping @MainActor (Row) -> Row) { definition.changes.append(change) }
}

/// The definition of an item without the type of its content view.
@MainActor
struct ElementDefinition {
  var component: ClosureComponent?
  var size: (@MainActor (Size) -> Size)?
  var changes: [@MainActor (Row) -> Row] = []

  /// Returns the item as a row.
  /// - Precondition: The program set the closures of the content view.
  func row(of name: String) -> Row {
    guard let component else { preconditionFailure("\(name) has no configureCell") }
    return changes.reduce(component.asRow()) { $1($0) }
  }
}

/// A header, a footer or another supplementary of an ``ElementSection``, shown by content views of one type.
@MainActor
public final class SectionHeaderFooter<Content: View> {
  private var component: ClosureComponent?
  /// The size, in logical pixels; `nil` to fit the content. Headers and footers are as wide as their section.
  public var size: Size?
  private var sizeForList: (@MainActor (Size) -> Size)?

  /// Sets a closure that computes the size.
  /// - Parameter size: Returns the size for a list of the given size, in logical pixels.
  public func sizeFor(_ size: @escaping @MainActor (_ list: Size) -> Size) { sizeForList = size }

  /// Sets the closures that make and update the content view; see ``ElementItem/configureCell(for:making:_:)``.
  public func configureView(
    for reuseIdentifier: String? = nil, making make: @autoclosure @escaping @MainActor () -> Content,
    _ configure: @escaping @MainActor (Content) -> Void
  ) {
    component = ClosureComponent(
      reuseIdentifier: reuseIdentifier ?? TypeNames.name(of: Content.self), make: make, update: configure)
  }

  /// Returns the component.
  /// - Precondition: The program set the closures of the content view.
  func component(of name: String) -> ClosureComponent {
    guard var component else { preconditionFailure("\(name) has no configureView") }
    if let size { component.size = { _ in size } }
    if let sizeForList { component.size = sizeForList }
    return component
  }
}
