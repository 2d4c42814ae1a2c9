public import ScrollworkLayout

/// All that a collection view shows, as a value: sections of cells, and what happens with them.
public struct List {
  public internal(set) var sections: [Section]
  var handlers = ListHandlers()
  var configuration = LayoutConfiguration()
  var supplementaries: [LayoutKind: AnyComponent] = [:]

  /// The id of the section that holds cells listed without one.
  private static let looseID = "scrollwork.cells"

  public init(sections: [Section] = []) {
    self.sections = sections
  }

  public init(@ListBuilder content: () -> ListContent) {
    let content = content()
    sections = content.sections
    if !content.cells.isEmpty || content.sections.isEmpty {
      sections.append(Section(id: Self.looseID, cells: content.cells))
    }
  }

  /// Calls `handler` after each frame in which the content moved.
  public func didScroll(_ handler: @escaping @MainActor (CollectionView) -> Void) -> List {
    modified { $0.didScroll = handler }
  }

  /// How all sections together are laid out: the direction of scrolling, what stands between them and around them.
  public func withLayoutConfiguration(_ configuration: LayoutConfiguration) -> List {
    var copy = self
    copy.configuration = configuration
    return copy
  }

  /// What boundary items, badges and decorations of a kind show, where neither a cell nor its section says so.
  /// - Parameter component: `nil` for nothing.
  public func withSupplementary(_ kind: LayoutKind, _ component: (some Component)?) -> List {
    var copy = self
    copy.supplementaries[kind] = component.map { AnyComponent($0) }
    return copy
  }

  func modified(_ change: (inout ListHandlers) -> Void) -> List {
    var copy = self
    change(&copy.handlers)
    return copy
  }
}

/// The handlers of a list. Setting one again replaces it.
struct ListHandlers {
  var didScroll: (@MainActor (CollectionView) -> Void)?
  var reachStart: ReachHandler?
  var reachEnd: ReachHandler?
  var refresh: (@MainActor (CollectionView) async throws -> Void)?
  var pageStatus: (@MainActor (PageContext) -> (any Component)?)?
  var state = ListState.ready
  var stateAction: (@MainActor () -> Void)?
  var placeholder: (@MainActor (ListStateContext) -> (any Component)?)?
  var willBeginDragging: (@MainActor (CollectionView) -> Void)?
  var willEndDragging: (@MainActor (CollectionView, inout ScrollEnd) -> Void)?
  var didEndDragging: (@MainActor (CollectionView, Bool) -> Void)?
  var willBeginDecelerating: (@MainActor (CollectionView) -> Void)?
  var didEndDecelerating: (@MainActor (CollectionView) -> Void)?
  var shouldScrollToTop: (@MainActor (CollectionView) -> Bool)?
  var didScrollToTop: (@MainActor (CollectionView) -> Void)?
}
