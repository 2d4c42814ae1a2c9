// The names of other libraries for what a collection view does here by itself. A use of one is an error that says what
// to write. Initialisers and members exist only so that the compiler finds no other error first.

public import ScrollworkDiffing

/// The name of a renderer in another library; its use is a compile-time error that names the replacement.
@available(*, unavailable, message: "there is no renderer: call render { } or apply(_:) of a CollectionView")
public struct Renderer<Updater> {
  /// Never called, because the type is unavailable.
  public init(adapter: Any, updater: Updater) {}
}

/// The name of an adapter in another library.
@available(*, unavailable, message: "there is no adapter: handlers are modifiers of a List, layouts those of a Section")
open class UITableViewAdapter {
  /// Never called, because the type is unavailable.
  public init(data: [Section] = []) {}
}

/// The name of an adapter in another library.
@available(*, unavailable, message: "there is no adapter: handlers are modifiers of a List, layouts those of a Section")
public typealias UICollectionViewAdapter = UITableViewAdapter

/// The name of an adapter in another library.
@available(*, unavailable, message: "there is no adapter: handlers are modifiers of a List, layouts those of a Section")
public typealias UICollectionViewFlowLayoutAdapter = UITableViewAdapter

/// The name of an updater in another library.
@available(*, unavailable, message: "set CollectionView.updater, for example to a LimitedUpdater")
open class UITableViewUpdater<Adapter>: Updater {
  /// Never called, because the type is unavailable.
  public init() {}
  /// Never called, because the type is unavailable. Without this the compiler would ask for the generic argument.
  public convenience init(_: Void = ()) where Adapter == Any { self.init() }
  /// Never called, because the type is unavailable.
  public func plan(for change: ListChange) -> UpdatePlan { UpdatePlan(strategy: change.strategy) }
}

/// The name of an updater in another library.
@available(*, unavailable, message: "set CollectionView.updater, for example to a LimitedUpdater")
public typealias UICollectionViewUpdater = UITableViewUpdater

/// The name of an adapter in another library; its use is a compile-time error that names the replacement.
@available(*, unavailable, message: "there is no adapter: call apply(_:) of a CollectionView with a List")
public final class CollectionViewAdapter {
  /// Never called, because the type is unavailable.
  public init(
    configuration: CollectionViewAdapterConfiguration, collectionView: Any, layoutAdapter: Any,
    prefetchingPlugins: [Any] = []
  ) {}
}

/// The name of an adapter's settings in another library; its use is a compile-time error that names the replacement.
@available(*, unavailable, message: "there is no adapter: settings are properties of a CollectionView and its updater")
public struct CollectionViewAdapterConfiguration {
  /// Never called, because the type is unavailable.
  public init(refreshControl: Any = 0, batchUpdateInterruptCount: Int = 0, enablesReconfigureItems: Bool = false) {}
}

/// The name of a layout adapter in another library; its use is a compile-time error that names the replacement.
@available(*, unavailable, message: "there is no layout adapter: a Section has its layout, withSectionLayout(_:)")
public final class CollectionViewLayoutAdapter {
  /// Never called, because the type is unavailable.
  public init() {}
}

extension CellContext {
  /// The path, under its name in another library; unavailable, so that the compiler suggests `path`.
  @available(*, unavailable, renamed: "path")
  public var indexPath: ElementPath { path }

  /// The component, under its name in another library; unavailable, so that the compiler suggests `component`.
  @available(*, unavailable, renamed: "component")
  public var anyComponent: AnyComponent { component }
}
