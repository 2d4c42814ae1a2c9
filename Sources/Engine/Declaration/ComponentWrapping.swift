public import ScrollworkGeometry

/// A component that wraps another one and forwards everything to it, so that a decorator implements only what it
/// changes.
///
/// Properties of the wrapped component can be read from the wrapper directly. A wrapper around an
/// ``IdentifiableComponent`` may be one too, and takes the identity of the wrapped component.
///
/// ```swift
/// struct Tall<Wrapped: Component>: ComponentWrapping {
///   var wrapped: Wrapped
///   func referenceSize(in bounds: Rect) -> Size? { Size(width: bounds.width, height: 80) }
/// }
/// ```
///
/// The ``Component/reuseIdentifier`` is forwarded as well: wrapped and bare components share content views. A wrapper
/// whose `render(in:)` changes the content view in a way that the wrapped component does not undo needs an identifier
/// of its own.
@dynamicMemberLookup
public protocol ComponentWrapping: Component where Content == Wrapped.Content {
  /// The type of the wrapped component.
  associatedtype Wrapped: Component

  /// The wrapped component.
  var wrapped: Wrapped { get }
}

extension ComponentWrapping {
  /// Reads a property of the wrapped component.
  public subscript<Value>(dynamicMember property: KeyPath<Wrapped, Value>) -> Value { wrapped[keyPath: property] }

  /// The reuse identifier of the wrapped component.
  public var reuseIdentifier: String { wrapped.reuseIdentifier }

  /// The layout mode of the wrapped component.
  public var layoutMode: ContentLayoutMode { wrapped.layoutMode }

  /// Makes a content view for the wrapped component.
  @MainActor public func renderContent() -> Wrapped.Content { wrapped.renderContent() }

  /// Shows the wrapped component in `content`.
  @MainActor public func render(in content: Wrapped.Content) { wrapped.render(in: content) }

  /// Returns the size that the wrapped component declares, in logical pixels; `nil` if it must be measured.
  @MainActor public func referenceSize(in bounds: Rect) -> Size? { wrapped.referenceSize(in: bounds) }

  /// Lets the wrapped component place the content view in `bounds`, in logical pixels.
  @MainActor public func layout(content: Wrapped.Content, in bounds: Rect) {
    wrapped.layout(content: content, in: bounds)
  }

  /// Returns whether the wrapped component must be measured and drawn again to show the one in `next`.
  public func shouldContentUpdate(with next: Self) -> Bool { wrapped.shouldContentUpdate(with: next.wrapped) }

  /// Returns whether the component in `next` must be rendered into a content view that shows the wrapped one.
  @MainActor public func shouldRender(next: Self, in content: Wrapped.Content) -> Bool {
    wrapped.shouldRender(next: next.wrapped, in: content)
  }

  /// Tells the wrapped component that the display of its content view begins.
  @MainActor public func contentWillDisplay(_ content: Wrapped.Content) { wrapped.contentWillDisplay(content) }

  /// Tells the wrapped component that the display of its content view ends.
  @MainActor public func contentDidEndDisplay(_ content: Wrapped.Content) { wrapped.contentDidEndDisplay(content) }
}

extension ComponentWrapping where Self: Equatable {
  /// Returns whether the wrappers differ.
  public func shouldContentUpdate(with next: Self) -> Bool { self != next }
}

extension ComponentWrapping where Wrapped: IdentifiableComponent {
  /// The identity of the wrapped component.
  public var id: Wrapped.ID { wrapped.id }
}
