// The names of other libraries for what a collection view does here by itself. A use of one is an error that says what
// to write.

/// The name of a renderer in another library.
@available(*, unavailable, message: "there is no renderer: call apply(_:) of a CollectionView with a List")
public struct Renderer<Updater> {}

/// The name of an adapter in another library.
@available(*, unavailable, message: "there is no adapter: handlers are modifiers of a List, layouts those of a Section")
public class UITableViewAdapter {}

/// The name of an adapter in another library.
@available(*, unavailable, message: "there is no adapter: handlers are modifiers of a List, layouts those of a Section")
public class UICollectionViewAdapter {}

/// The name of an adapter in another library.
@available(*, unavailable, message: "there is no adapter: handlers are modifiers of a List, layouts those of a Section")
public class UICollectionViewFlowLayoutAdapter {}

/// The name of an updater in another library.
@available(*, unavailable, message: "set CollectionView.updater, for example to a LimitedUpdater")
public class UITableViewUpdater<Adapter> {}

/// The name of an updater in another library.
@available(*, unavailable, message: "set CollectionView.updater, for example to a LimitedUpdater")
public class UICollectionViewUpdater<Adapter> {}

/// The name of an adapter in another library.
@available(*, unavailable, message: "there is no adapter: call apply(_:) of a CollectionView with a List")
public final class CollectionViewAdapter {}

/// The name of a layout adapter in another library.
@available(*, unavailable, message: "there is no layout adapter: a Section has its layout, withSectionLayout(_:)")
public final class CollectionViewLayoutAdapter {}
