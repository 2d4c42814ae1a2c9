import ScrollworkContentViews
import ScrollworkDiffing
public import ScrollworkLayout

/// The declaration of a collection view's content: sections of cells, handlers, and the layout of the sections.
public struct List: CellEvents {
  /// The sections, from the start of the list to its end.
  public internal(set) var sections: [Section]
  /// The storage of `handlers`; `nil` if there are none. Copies of the list share it: the passes of a frame get copies,
  /// and copying each handler by itself would take longer than some passes.
  private var storedHandlers: HandlerStorage?
  var configuration = LayoutConfiguration()
  /// The containers of the content views; `nil` for none.
  var containers: Containers?
  /// The components, by kind, of supplementaries for which neither a cell nor a section declares a component.
  var supplementaries: [LayoutKind: AnyComponent] = [:]

  /// Declares a list of sections.
  public init(sections: [Section] = []) {
    self.sections = sections
  }

  /// Declares a list of the sections and cells in `content`. Cells outside a section keep their place: each run of
  /// them is a section of its own.
  ///
  /// A list without any content has that section too, without cells. So when a later list declares cells outside a
  /// section, their section already exists.
  public init(@ListBuilder content: () -> ListContent) {
    sections = content().allSections()
    if sections.isEmpty { sections = [Section(id: ListContent.firstRunID, cells: [])] }
  }

  /// Returns a copy of the list that calls `handler` after each frame in which the content moved.
  public func didScroll(_ handler: @escaping @MainActor (CollectionView) -> Void) -> List {
    modified { $0.didScroll = handler }
  }

  /// Returns a copy of the list with a layout configuration: the scroll direction, the spacing between sections, the
  /// margins, and the list boundaries.
  public func withLayoutConfiguration(_ configuration: LayoutConfiguration) -> List {
    var copy = self
    copy.configuration = configuration
    return copy
  }

  /// Returns a copy of the list with other sections.
  package func replacingSections(_ sections: [Section]) -> List {
    var copy = self
    copy.sections = sections
    return copy
  }

  /// Returns a copy of the list in which list boundaries, badges and decorations of the kind `kind` show `component`,
  /// where neither their cell nor their section declares a component.
  /// - Parameter component: The component; `nil` for none.
  public func withSupplementary(_ kind: LayoutKind, _ component: (some Component)?) -> List {
    var copy = self
    copy.supplementaries[kind] = component.map { AnyComponent($0) }
    return copy
  }

  /// Returns a copy of the list with changed handlers of all its items.
  public func withHandlers(_ change: (inout CellHandlers) -> Void) -> List {
    var (copy, new) = (self, cellHandlers ?? CellHandlers())
    change(&new)
    copy.storedHandlers = HandlerStorage(handlers, new)
    return copy
  }

  /// Returns a copy of the list with changed handlers.
  func modified(_ change: (inout ListHandlers) -> Void) -> List {
    var (copy, new) = (self, handlers)
    change(&new)
    copy.storedHandlers = HandlerStorage(new, cellHandlers)
    return copy
  }

  var handlers: ListHandlers { storedHandlers?.handlers ?? ListHandlers() }

  /// The handlers that are called for every item, in addition to the item's own; `nil` if there are none.
  var cellHandlers: CellHandlers? { storedHandlers?.cellHandlers }

  /// Whether the list has a `willDisplay` or `didEndDisplay` handler, which is called for every item.
  var reportsDisplay: Bool { storedHandlers?.reportsDisplay ?? false }

  private final class HandlerStorage {
    let handlers: ListHandlers
    let cellHandlers: CellHandlers?
    let reportsDisplay: Bool

    init(_ handlers: ListHandlers, _ cellHandlers: CellHandlers?) {
      self.handlers = handlers
      self.cellHandlers = cellHandlers
      reportsDisplay = cellHandlers?.willDisplay != nil || cellHandlers?.didEndDisplay != nil
    }
  }
}

/// The handlers of a list. A handler that is set again is replaced.
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
  var targetOffset: (@MainActor (CollectionView, OffsetProposal) -> Double)?
  var willBeginZooming: (@MainActor (CollectionView) -> Void)?
  var didZoom: (@MainActor (CollectionView, Zoom) -> Void)?
  var didEndZooming: (@MainActor (CollectionView) -> Void)?
  var shouldScrollToTop: (@MainActor (CollectionView) -> Bool)?
  var didScrollToTop: (@MainActor (CollectionView) -> Void)?
  var reorder: (@MainActor (CollectionView, Reorder) -> Void)?
  var shouldReorder: (@MainActor (ElementPath, ElementID) -> Bool)?
  var contextMenu: (@MainActor (CollectionView, [ElementPath]) -> Menu)?
  var reorderGroup: ReorderGroup?
  var targetForReorder: (@MainActor (ReorderProposal) -> ElementPath?)?
  var shouldUpdateFocus: (@MainActor (FocusContext) -> Bool)?
  var preferredFocus: (@MainActor (CollectionView) -> ElementPath?)?
  var typeAhead: (@MainActor (ElementPath, ElementID) -> String?)?
  var typeAheadSearch: (@MainActor (String, ElementPath) -> ElementPath?)?
  var typeAheadStart: (@MainActor (Character) -> Bool)?
  var sectionIndex: SectionIndexDeclaration?
}
