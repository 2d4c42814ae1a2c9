public import ScrollworkContentViews
public import ScrollworkDiffing
public import ScrollworkLayout

/// The declaration of an item: its identity, its component and its handlers.
public struct Cell: RowConvertible {
  /// The identity of the item within its section.
  public let id: ElementID
  var row: Row

  /// Declares an item that shows `component`.
  /// - Parameter id: The identity, unique within the section. A repeated id is repaired and reported as a ``Problem``.
  public init(id: some Hashable, component: some Component) {
    self.id = ElementID(id)
    row = component.asRow()
  }

  /// Declares an item with the identity of its component.
  public init(component: some IdentifiableComponent) {
    self.init(id: component.id, component: component)
  }

  /// The component that shows the item.
  package var component: AnyComponent { row.component }

  /// Returns the row of the cell, without its identity.
  public func asRow() -> Row { row }

  /// Returns a copy of the cell that calls `handler` when the user selects it.
  public func didSelect(_ handler: @escaping @MainActor (CellContext) -> Void) -> Cell {
    modified { $0.didSelect(handler) }
  }

  /// Returns a copy of the cell that calls `handler` when the user opens it, by a double click or Return.
  public func didActivate(_ handler: @escaping @MainActor (CellContext) -> Void) -> Cell {
    modified { $0.didActivate(handler) }
  }

  /// Returns a copy of the cell that calls `handler` after the frame in which the display of the cell begins.
  public func willDisplay(_ handler: @escaping @MainActor (CellContext) -> Void) -> Cell {
    modified { $0.willDisplay(handler) }
  }

  /// Returns a copy of the cell that calls `handler` after the frame in which the display of the cell ends.
  public func didEndDisplay(_ handler: @escaping @MainActor (CellContext) -> Void) -> Cell {
    modified { $0.didEndDisplay(handler) }
  }

  /// Returns a copy of the cell with an animator for its insertion, deletion and moves; `nil` leaves that to the
  /// section.
  public func withAnimator(_ animator: (any Animator)?) -> Cell {
    modified { $0.withAnimator(animator) }
  }

  /// Returns a copy of the cell whose badge of the kind `kind` shows `component`. The layout declares the badge's
  /// place.
  /// - Parameter component: The badge's component; `nil` leaves it to the section.
  public func withSupplementary(_ kind: LayoutKind, _ component: (some Component)?) -> Cell {
    modified { $0.withSupplementary(kind, component) }
  }

  func modified(_ change: (Row) -> Row) -> Cell {
    var copy = self
    copy.row = change(row)
    return copy
  }
}

/// The argument of a cell's handlers.
@MainActor
public struct CellContext {
  /// The position of the cell in the list that is shown.
  public let path: ElementPath
  /// The identity of the item within its section.
  public let id: ElementID
  /// The component that shows the item.
  public let component: AnyComponent
  /// The content view that shows the component; `nil` if the cell is not on screen.
  public let content: View?
}

/// The handlers, animator and supplementaries of a cell. Setting one again replaces it.
///
/// A ``Row`` stores these as an optional, because most cells of a long list have none.
struct CellHandlers {
  var didSelect: (@MainActor (CellContext) -> Void)?
  var didActivate: (@MainActor (CellContext) -> Void)?
  var willDisplay: (@MainActor (CellContext) -> Void)?
  var didEndDisplay: (@MainActor (CellContext) -> Void)?
  var contextMenu: (@MainActor (CellContext) -> Menu)?
  var animator: (any Animator)?
  var supplementaries: [LayoutKind: AnyComponent] = [:]
}
