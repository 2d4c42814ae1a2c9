public import ScrollworkContentViews
public import ScrollworkGeometry

/// A component of any type. Wrapping an `AnyComponent` again does not nest it.
public struct AnyComponent: Component, CustomDebugStringConvertible {
  let box: ComponentBox

  /// Wraps a component of any type.
  public init<C: Component>(_ component: C) {
    box = (component as? AnyComponent)?.box ?? TypedComponentBox(component)
  }

  init(box: ComponentBox) { self.box = box }

  /// The wrapped component.
  public var base: Any { box.base }

  /// Returns the wrapped component if it has the type `type`, else `nil`.
  public func `as`<C: Component>(_ type: C.Type) -> C? { box.base as? C }

  /// The wrapped component, in words.
  public var debugDescription: String { "AnyComponent(\(box.base))" }

  // The requirements of `Component`, forwarded to the wrapped component.

  /// The reuse identifier of the wrapped component.
  public var reuseIdentifier: String { box.reuseIdentifier }

  /// The layout mode of the wrapped component.
  public var layoutMode: ContentLayoutMode { box.layoutMode }

  /// Makes a content view for the wrapped component.
  @MainActor public func renderContent() -> View { box.renderContent() }

  /// Shows the wrapped component in `content`. Does nothing if the view has another type.
  @MainActor public func render(in content: View) { box.render(in: content) }

  /// Returns the size that the wrapped component declares, in logical pixels; `nil` if it must be measured.
  @MainActor public func referenceSize(in bounds: Rect) -> Size? { box.referenceSize(in: bounds) }

  /// Lets the wrapped component place its content view in `bounds`, in logical pixels.
  @MainActor public func layout(content: View, in bounds: Rect) { box.layout(content: content, in: bounds) }

  /// Returns whether a cell that shows this component must be measured and drawn again to show `next`.
  ///
  /// Components of different types always differ.
  public func shouldContentUpdate(with next: AnyComponent) -> Bool { box.shouldContentUpdate(with: next.box) }

  /// Returns whether `next` must be rendered into a content view that shows this component.
  @MainActor public func shouldRender(next: AnyComponent, in content: View) -> Bool {
    box.shouldRender(next: next.box, in: content)
  }

  /// Tells the wrapped component that the display of its content view begins.
  @MainActor public func contentWillDisplay(_ content: View) { box.contentWillDisplay(content) }

  /// Tells the wrapped component that the display of its content view ends.
  @MainActor public func contentDidEndDisplay(_ content: View) { box.contentDidEndDisplay(content) }
}

/// The type-erased interface of a component. Only the typed subclass is ever created.
///
/// This is a class with a generic subclass, because requirements that take `Self` or the content view cannot be called
/// on `any Component`.
class ComponentBox {
  var base: Any { self }
  var reuseIdentifier: String { "" }
  var layoutMode: ContentLayoutMode { .fitContainer }
  @MainActor func renderContent() -> View { View() }
  @MainActor func render(in content: View) {}
  @MainActor func referenceSize(in bounds: Rect) -> Size? { nil }
  @MainActor func layout(content: View, in bounds: Rect) {}
  func shouldContentUpdate(with next: ComponentBox) -> Bool { true }
  @MainActor func shouldRender(next: ComponentBox, in content: View) -> Bool { true }
  @MainActor func contentWillDisplay(_ content: View) {}
  @MainActor func contentDidEndDisplay(_ content: View) {}
}

/// The component of an `AnyComponent`, with its type.
///
/// Methods ignore a content view of another type, because components of two types may claim the same reuse identifier.
final class TypedComponentBox<C: Component>: ComponentBox {
  private let component: C

  init(_ component: C) {
    self.component = component
  }

  override var base: Any { component }
  override var reuseIdentifier: String { component.reuseIdentifier }
  override var layoutMode: ContentLayoutMode { component.layoutMode }
  override func renderContent() -> View { component.renderContent() }

  override func render(in content: View) {
    guard let content = content as? C.Content else { return }
    component.render(in: content)
  }

  override func referenceSize(in bounds: Rect) -> Size? { component.referenceSize(in: bounds) }

  override func layout(content: View, in bounds: Rect) {
    guard let content = content as? C.Content else { return }
    component.layout(content: content, in: bounds)
  }

  override func shouldContentUpdate(with next: ComponentBox) -> Bool {
    guard let next = next as? TypedComponentBox<C> else { return true }
    return component.shouldContentUpdate(with: next.component)
  }

  override func shouldRender(next: ComponentBox, in content: View) -> Bool {
    guard let next = next as? TypedComponentBox<C>, let content = content as? C.Content else { return true }
    return component.shouldRender(next: next.component, in: content)
  }

  override func contentWillDisplay(_ content: View) {
    guard let content = content as? C.Content else { return }
    component.contentWillDisplay(content)
  }

  override func contentDidEndDisplay(_ content: View) {
    guard let content = content as? C.Content else { return }
    component.contentDidEndDisplay(content)
  }
}
