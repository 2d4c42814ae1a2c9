public import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
public import ScrollworkLayout

/// The rules for the width and the height of a view.
public typealias ViewSizeStrategy = (width: SizeStrategy, height: SizeStrategy)

/// A provider of given views. Each view is its own identity, and keeps its state while it is out of sight.
///
/// A view belongs to one provider and one collection view at a time; the one that showed it last has it.
public final class SimpleViewProvider: PlacingProvider, Provider {
  /// The views, in order. A view that occurs twice is shown only at its last position.
  public var views: [View] { didSet { setNeedsReload() } }
  /// The sizes of the views.
  public var sizeStrategy: ViewSizeStrategy { didSet { setNeedsInvalidateLayout() } }
  /// The sizes of single views, by their object identifiers. All other views use ``sizeStrategy``.
  public var sizeStrategyOverride: [ObjectIdentifier: ViewSizeStrategy] { didSet { setNeedsInvalidateLayout() } }

  /// Creates a provider.
  public init(
    identifier: (any Hashable)? = nil, views: [View] = [], sizeStrategy: ViewSizeStrategy = (.fit, .fit),
    sizeStrategyOverride: [ObjectIdentifier: ViewSizeStrategy] = [:], layout: any CollectionLayout = FlowLayout(),
    animator: (any Animator)? = nil
  ) {
    self.views = views
    self.sizeStrategy = sizeStrategy
    self.sizeStrategyOverride = sizeStrategyOverride
    super.init(identifier, layout, animator)
  }

  /// Returns a section with a cell for each view.
  /// - Complexity: O(*n*) in the number of views.
  public func makeSection() -> Section {
    let cells = views.map { view in
      let size = sizeStrategyOverride[ObjectIdentifier(view)] ?? sizeStrategy
      return Cell(id: ObjectIdentifier(view), component: FixedView(view: view))
        .size(width: size.width, height: size.height)
    }
    return Section(id: identifier, cells: cells).withSectionLayout(layout).withHighlight(.none).withAnimator(animator)
  }
}

/// A provider of empty space between other providers.
public final class SpaceProvider: Provider {
  /// The signal of all changes.
  public let reloadSignal = ReloadSignal()
  /// The size of the space.
  public var sizeStrategy: ViewSizeStrategy { didSet { setNeedsInvalidateLayout() } }

  /// Creates a space; by default it fills its container.
  public init(sizeStrategy: ViewSizeStrategy = (.fill, .fill)) {
    self.sizeStrategy = sizeStrategy
  }

  /// Returns a section without items that takes the space.
  public func makeSection() -> Section {
    let space = ClosureComponent(reuseIdentifier: "scrollwork.space", make: { View() }, update: { _ in })
    return Section(
      id: identifier, showing: space, size: LayoutSize(sizeStrategy.width, sizeStrategy.height))
  }
}

/// A provider that shows a view instead of its content while the content has no items.
public final class EmptyStateProvider: Provider {
  /// The signal of all changes.
  public let reloadSignal = ReloadSignal()
  /// The size of the view that is shown without items.
  public var sizeStrategy: ViewSizeStrategy { didSet { setNeedsInvalidateLayout() } }
  private let content: any Provider
  private let make: () -> View
  private lazy var view = make()

  /// Creates a provider.
  /// - Parameters:
  ///   - emptyStateView: The view; made when it is needed for the first time.
  ///   - sizeStrategy: The size of the view. By default it fills the viewport; beside other providers it may fit its
  ///     content, or have a height of its own.
  ///   - content: The provider to show while it has items.
  public init(
    emptyStateView: @autoclosure @escaping () -> View, sizeStrategy: ViewSizeStrategy = (.fill, .fill),
    content: any Provider
  ) {
    make = emptyStateView
    self.sizeStrategy = sizeStrategy
    self.content = content
    reloadSignal.follow([content])
  }

  /// Returns the section of the content, or a section with the empty-state view if the content has no items.
  public func makeSection() -> Section {
    let section = content.makeSection()
    guard section.itemCount == 0 else { return section }
    return Section(
      id: identifier, showing: FixedView(view: view), size: LayoutSize(sizeStrategy.width, sizeStrategy.height))
  }
}
