public import ScrollworkContentViews
public import ScrollworkDiffing
public import ScrollworkLayout

/// The declaration of an item: its identity, its component and its handlers.
public struct Cell: RowConvertible {
  /// The type of a cell with handlers: a cell.
  public typealias WithHandlers = Cell

  /// The identity of the item within its section.
  public let id: ElementID
  var row: Row
  /// The size that the cell declares; `nil` to fit its content.
  private(set) var size: LayoutSize?

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

  /// Points users of Carbon's `CellNode(id:_:)` to the initialiser with the label `component`. Unavailable.
  @available(*, unavailable, renamed: "init(id:component:)")
  public init(id: some Hashable, _ component: some Component) { self.init(id: id, component: component) }

  /// Points users of Carbon's `CellNode(_:)` to the initialiser with the label `component`. Unavailable.
  @available(*, unavailable, renamed: "init(component:)")
  public init(_ component: some IdentifiableComponent) { self.init(component: component) }

  /// Declares an item that a row shows.
  init(id: some Hashable, row: Row) {
    self.id = ElementID(id)
    self.row = row
  }

  /// The component that shows the item.
  package var component: AnyComponent { row.component }

  /// Returns the row of the cell, without its identity.
  public func asRow() -> Row { row }

  /// Returns a copy of the cell with changed handlers.
  public func withHandlers(_ change: (inout CellHandlers) -> Void) -> Cell {
    modified { $0.withHandlers(change) }
  }

  /// Returns a copy of the cell with an animator for its insertion, deletion and moves; `nil` leaves that to the
  /// section.
  public func withAnimator(_ animator: (any Animator)?) -> Cell {
    modified { $0.withAnimator(animator) }
  }

  /// Returns a copy of the cell whose badge of the kind `kind` shows `component`. The layout declares the badge's
  /// position.
  /// - Parameter component: The badge's component; `nil` leaves it to the section.
  public func withSupplementary(_ kind: LayoutKind, _ component: (some Component)?) -> Cell {
    modified { $0.withSupplementary(kind, component) }
  }

  /// Returns a copy of the cell with a size of its own, for a section whose layout places cells one by one, such as
  /// ``FlowLayout``. Other layouts decide the sizes of their cells.
  ///
  /// If any cell of a section has a size, it replaces the sizes that the section's layout declares, and cells without a
  /// size fit their content. A section with data makes its cells too late to know their sizes: there the layout gets
  /// ``LayoutItemSizes/each(key:_:)``, and the use of this method is a ``Problem``.
  public func size(width: SizeStrategy, height: SizeStrategy) -> Cell {
    var copy = modified { $0.modified { $0.declaresSize = true } }
    copy.size = LayoutSize(width, height)
    return copy
  }

  private func modified(_ change: (Row) -> Row) -> Cell {
    var copy = self
    copy.row = change(row)
    return copy
  }
}

extension Row {
  /// Returns a cell that shows the row, with the identity `id`.
  public func identified(by id: some Hashable) -> Cell { Cell(id: id, row: self) }
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

/// The name of a cell in another library; unavailable, so that the compiler suggests `Cell`.
@available(*, unavailable, renamed: "Cell")
public typealias CellNode = Cell

/// The name of a header or footer in another library; unavailable, because a component is one here.
@available(*, unavailable, message: "pass the component itself to withHeader(_:) or withFooter(_:)")
public typealias ViewNode = AnyComponent
