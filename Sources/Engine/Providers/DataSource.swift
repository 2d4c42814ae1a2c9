public import ScrollworkDiffing

/// The data of a ``BasicProvider``.
///
/// Call ``CollectionReloadable/setNeedsReload()`` when the data changed.
@MainActor
public protocol DataSource<Element>: CollectionReloadable {
  /// The type of an item's data.
  associatedtype Element
  /// The data of all items, in order. Read once for each update, so a change during an update takes effect in the next.
  var data: [Element] { get }
  /// Returns the identities of the elements of `data`, in the same order.
  func identities(of data: [Element]) -> IdentityColumn
}

extension DataSource {
  /// Returns the ids of `Identifiable` elements, else the elements themselves if they are `Hashable`, else their
  /// positions. With positions, every insertion or deletion looks like one at the end.
  public func identities(of data: [Element]) -> IdentityColumn { .of(data) }
}

/// A data source that keeps an array. Each change of the array is shown by the next frame.
public final class ArrayDataSource<Element>: DataSource {
  /// The signal of all changes.
  public let reloadSignal = ReloadSignal()
  /// The data of all items.
  public var data: [Element] { didSet { setNeedsReload() } }
  private let identify: ([Element]) -> IdentityColumn

  /// Creates a source of items identified by the elements; see ``DataSource/identities(of:)``.
  public init(data: [Element] = []) {
    self.data = data
    identify = { .of($0) }
  }

  /// Creates a source of items identified by a property of the elements.
  public init(data: [Element] = [], id key: KeyPath<Element, some Hashable>) {
    self.data = data
    identify = { IdentityColumn($0, id: key) }
  }

  /// Creates a source of items whose identities a closure returns.
  /// - Parameter identifierMapper: Returns the identity of an element at a position.
  public init(data: [Element] = [], identifierMapper: @escaping (Int, Element) -> some Hashable) {
    self.data = data
    identify = { data in IdentityColumn(data.enumerated().map { identifierMapper($0.offset, $0.element) }, id: \.self) }
  }

  /// Returns the identities of the elements of `data`.
  public func identities(of data: [Element]) -> IdentityColumn { identify(data) }
}

/// A data source that asks a closure for the data, once for each update.
public final class ClosureDataSource<Element>: DataSource {
  /// The signal of all changes.
  public let reloadSignal = ReloadSignal()
  private let getter: () -> [Element]
  private let identify: ([Element]) -> IdentityColumn

  /// Creates a source of items identified by the elements; see ``DataSource/identities(of:)``.
  /// - Parameter getter: Returns the data of all items.
  public init(getter: @escaping () -> [Element]) {
    self.getter = getter
    identify = { .of($0) }
  }

  /// Creates a source of items whose identities a closure returns.
  /// - Parameters:
  ///   - getter: Returns the data of all items.
  ///   - identifierMapper: Returns the identity of an element at a position.
  public init(getter: @escaping () -> [Element], identifierMapper: @escaping (Int, Element) -> some Hashable) {
    self.getter = getter
    identify = { data in IdentityColumn(data.enumerated().map { identifierMapper($0.offset, $0.element) }, id: \.self) }
  }

  /// The data that the closure returns now.
  public var data: [Element] { getter() }

  /// Returns the identities of the elements of `data`.
  public func identities(of data: [Element]) -> IdentityColumn { identify(data) }
}
