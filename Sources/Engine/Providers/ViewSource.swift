public import ScrollworkContentViews

/// The views of a ``BasicProvider``: how data are shown.
@MainActor
public protocol ViewSource<Data> {
  /// The type of an item's data.
  associatedtype Data
  /// Returns the component that shows an item. Called whenever the item is bound.
  func component(for data: Data, at index: Int) -> AnyComponent
}

/// A view source of closures that make and update views of one type.
public struct ClosureViewSource<Data, Content: View>: ViewSource {
  private let reuseIdentifier: String
  private let make: @MainActor (Data, Int) -> Content
  private let update: @MainActor (Content, Data, Int) -> Void

  /// Creates a view source.
  /// - Parameters:
  ///   - viewGenerator: Makes a view. Called only if no recycled view is left.
  ///   - viewUpdater: Shows an element in a view, which may have shown another one before.
  public init(
    viewGenerator: @escaping @MainActor (Data, Int) -> Content,
    viewUpdater: @escaping @MainActor (_ view: Content, _ data: Data, _ index: Int) -> Void
  ) {
    reuseIdentifier = "\(TypeNames.name(of: Content.self)) of view source \(ViewSourceNumber.next())"
    make = viewGenerator
    update = viewUpdater
  }

  /// Returns a component that calls the closures.
  public func component(for data: Data, at index: Int) -> AnyComponent {
    AnyComponent(
      ClosureComponent(
        reuseIdentifier: reuseIdentifier, make: { make(data, index) }, update: { update($0, data, index) }))
  }
}

/// A counter that numbers view sources. Each source has content views of its own, because a view of another source may
/// have properties set that this one never resets.
@MainActor
private enum ViewSourceNumber {
  private static var last = 0

  static func next() -> Int {
    last += 1
    return last
  }
}

/// A view source that delegates each element to one of several view sources, for items of several kinds.
public struct ComposedViewSource<Data>: ViewSource {
  private let select: @MainActor (Data) -> any ViewSource<Data>

  /// Creates a view source.
  /// - Parameter viewSourceSelector: Returns the view source of an element. Return stored sources: each newly created
  ///   one makes its own views.
  public init(viewSourceSelector: @escaping @MainActor (Data) -> any ViewSource<Data>) {
    select = viewSourceSelector
  }

  /// Returns the component of the chosen view source.
  public func component(for data: Data, at index: Int) -> AnyComponent { select(data).component(for: data, at: index) }
}
