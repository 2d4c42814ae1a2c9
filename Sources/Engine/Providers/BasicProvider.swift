public import ScrollworkContentViews
import ScrollworkDiffing
public import ScrollworkGeometry
public import ScrollworkLayout

/// A provider of items: a data source has their data, a view source makes their views, and a size source gives their
/// sizes.
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
  ///   - layout: The layout that places the items. By default they follow one another in lines.
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

  /// The key of the item sizes: two equal keys stand for the same sizes.
  private struct SizeKey: Hashable {
    let owner: SizeOwner
    let revision: Int
    let readings: Int
  }

  private let sizeOwner = SizeOwner()
  /// The number of times that data which may change without a signal were read.
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

/// An object that identifies the provider in its size keys. A layout retains it, so that no later provider gets the
/// identity of one that no longer exists.
private final class SizeOwner: Hashable, Sendable {
  static func == (a: SizeOwner, b: SizeOwner) -> Bool { a === b }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
