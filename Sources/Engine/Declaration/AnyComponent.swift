public import ScrollworkContentViews
public import ScrollworkGeometry

/// Any component. Wrapping one again does not nest.
public struct AnyComponent: Component, CustomDebugStringConvertible {
  let box: ComponentBox

  public init<C: Component>(_ component: C) {
    box = (component as? AnyComponent)?.box ?? TypedComponentBox(component)
  }

  /// The component as it was given.
  public var base: Any { box.base }

  /// The component, if it is of that type.
  public func `as`<C: Component>(_ type: C.Type) -> C? { box.base as? C }

  public var debugDescription: String { "AnyComponent(\(box.base))" }

  public var reuseIdentifier: String { box.reuseIdentifier }
  public var layoutMode: ContentLayoutMode { box.layoutMode }
  @MainActor public func renderContent() -> View { box.renderContent() }
  @MainActor public func render(in content: View) { box.render(in: content) }
  @MainActor public func referenceSize(in bounds: Rect) -> Size? { box.referenceSize(in: bounds) }
  @MainActor public func layout(content: View, in bounds: Rect) { box.layout(content: content, in: bounds) }
  public func shouldContentUpdate(with next: AnyComponent) -> Bool { box.shouldContentUpdate(with: next.box) }
  @MainActor public func shouldRender(next: AnyComponent, in content: View) -> Bool {
    box.shouldRender(next: next.box, in: content)
  }
  @MainActor public func contentWillDisplay(_ content: View) { box.contentWillDisplay(content) }
  @MainActor public func contentDidEndDisplay(_ content: View) { box.contentDidEndDisplay(content) }
  public func asRow() -> Row { Row(component: self) }
}

/// What an `AnyComponent` can be asked. Only the typed subclass is ever made.
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

/// A content that is not of the component's type is left alone: two components may have claimed one reuse identifier.
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
