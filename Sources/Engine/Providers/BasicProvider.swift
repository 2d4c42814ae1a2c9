public import ScrollworkContentViews
import ScrollworkDiffing
public import ScrollworkGeometry
public import ScrollworkLayout

/// A provider of items from a data source, shown by a view source, with the sizes of a size source.
///
/// Each change of a property is shown by the next frame.
public final class BasicProvider<Data>: PlacingProvider, Provider {
  /// The data of the items.
  public var dataSource: any DataSource<Data> {
    didSet {
      reloadSignal.follow([dataSource])
      setNeedsReload()
    }
  }
  /// The views of the items.
  public var viewSource: any ViewSource<Data> { didSet { setNeedsReload() } }
  /// The sizes of the items.
  public var sizeSource: SizeSource<Data> { didSet { setNeedsInvalidateLayout() } }
  /// Called when the user clicks or taps an item, or presses Return on the focused one. Tapped items do not stay
  /// selected. Needs a ``CollectionView/selectionMode`` other than `none`.
  public var tapHandler: (@MainActor (TapContext<Data>) -> Void)? { didSet { setNeedsInvalidateLayout() } }

  /// Creates a provider.
  /// - Parameters:
  ///   - sizeSource: The sizes of the items. By default each item fits its content.
  ///   - layout: The places of the items. By default they follow one another in lines.
  public init(
    identifier: (any Hashable)? = nil, dataSource: any DataSource<Data>, viewSource: any ViewSource<Data>,
    sizeSource: SizeSource<Data> = SizeSource(width: .fit, height: .fit), layout: any CollectionLayout = FlowLayout(),
    animator: (any Animator)? = nil, tapHandler: (@MainActor (TapContext<Data>) -> Void)? = nil
  ) {
    self.dataSource = dataSource
    self.viewSource = viewSource
    self.sizeSource = sizeSource
    self.tapHandler = tapHandler
    super.init(identifier, layout, animator)
    reloadSignal.follow([dataSource])
  }

  /// Creates a provider whose sizes a closure computes; see ``SizeSource``.
  public convenience init(
    identifier: (any Hashable)? = nil, dataSource: any DataSource<Data>, viewSource: any ViewSource<Data>,
    sizeSource: @escaping @MainActor (_ index: Int, _ data: Data, _ collectionSize: Size) -> Size,
    layout: any CollectionLayout = FlowLayout(), animator: (any Animator)? = nil,
    tapHandler: (@MainActor (TapContext<Data>) -> Void)? = nil
  ) {
    self.init(
      identifier: identifier, dataSource: dataSource, viewSource: viewSource, sizeSource: SizeSource(sizeSource),
      layout: layout, animator: animator, tapHandler: tapHandler)
  }

  /// The identity of one state of the sizes.
  private struct SizeKey: Hashable {
    let owner: SizeOwner
    let revision: Int
    let readings: Int
  }

  private let sizeOwner = SizeOwner()
  /// The number of times that data were read which may have changed without a signal.
  private var readings = 0

  /// Returns a section of the items.
  /// - Complexity: O(1) besides the identities of the data source.
  public func makeSection() -> Section {
    let data = dataSource.data
    if !(dataSource is ArrayDataSource<Data>) { readings += 1 }
    let (viewSource, tapHandler, signal, revision) = (viewSource, tapHandler, reloadSignal, reloadSignal.dataRevision)
    let rows = SectionRows(identities: dataSource.identities(of: data)) { index in
      var component = viewSource.component(for: data[index], at: index)
      if var closures = component.as(ClosureComponent.self) {
        closures.revision = revision
        component = AnyComponent(closures)
      }
      guard let tapHandler else { return component.asRow() }
      return component.asRow().didTap {
        tapHandler(TapContext(view: $0.content, index: index, data: data[index], reloadSignal: signal))
      }
    }
    let key = SizeKey(owner: sizeOwner, revision: reloadSignal.revision, readings: readings)
    return Section(id: identifier, rows: rows)
      .withSectionLayout(layout, sizes: sizeSource.layoutSizes(of: data, key: key))
      .withHighlight(.tile)
      .withAnimator(animator)
  }
}

/// The owner of sizes. A layout keeps it, so that no later provider is mistaken for one that is gone.
private final class SizeOwner: Hashable, Sendable {
  static func == (a: SizeOwner, b: SizeOwner) -> Bool { a === b }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
