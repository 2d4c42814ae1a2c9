public import ScrollworkContentViews
public import ScrollworkDiffing
public import ScrollworkLayout

/// An item of a list: who it is and what it shows.
public struct Cell: RowConvertible {
  public let id: ElementID
  var row: Row

  public init(id: some Hashable, component: some Component) {
    self.id = ElementID(id)
    row = component.asRow()
  }

  public init(component: some IdentifiableComponent) {
    self.init(id: component.id, component: component)
  }

  public var component: AnyComponent { row.component }

  public func asRow() -> Row { row }

  /// Calls `handler` when the person selects the cell.
  public func didSelect(_ handler: @escaping @MainActor (CellContext) -> Void) -> Cell {
    modified { $0.didSelect(handler) }
  }

  /// Calls `handler` when the person opens the cell: double click, Return.
  public func didActivate(_ handler: @escaping @MainActor (CellContext) -> Void) -> Cell {
    modified { $0.didActivate(handler) }
  }

  /// Calls `handler` when the cell is about to be seen.
  public func willDisplay(_ handler: @escaping @MainActor (CellContext) -> Void) -> Cell {
    modified { $0.willDisplay(handler) }
  }

  /// Calls `handler` when the cell is seen no more.
  public func didEndDisplay(_ handler: @escaping @MainActor (CellContext) -> Void) -> Cell {
    modified { $0.didEndDisplay(handler) }
  }

  /// How the cell comes, goes and moves.
  public func withAnimator(_ animator: (any Animator)?) -> Cell {
    modified { $0.withAnimator(animator) }
  }

  /// What the cell's badge of a kind shows. The layout says where it is.
  /// - Parameter component: `nil` for nothing.
  public func withSupplementary(_ kind: LayoutKind, _ component: (some Component)?) -> Cell {
    modified { $0.withSupplementary(kind, component) }
  }

  private func modified(_ change: (Row) -> Row) -> Cell {
    var copy = self
    copy.row = change(row)
    return copy
  }
}

/// What the handlers of a cell are told.
@MainActor
public struct CellContext {
  public let path: ElementPath
  public let id: ElementID
  public let component: AnyComponent
  /// What shows the component; `nil` if it is not on screen.
  public let content: View?
}

/// The handlers of a cell. Setting one again replaces it.
struct CellHandlers {
  var didSelect: (@MainActor (CellContext) -> Void)?
  var didActivate: (@MainActor (CellContext) -> Void)?
  var willDisplay: (@MainActor (CellContext) -> Void)?
  var didEndDisplay: (@MainActor (CellContext) -> Void)?
  var animator: (any Animator)?
  var supplementaries: [LayoutKind: AnyComponent] = [:]
}
