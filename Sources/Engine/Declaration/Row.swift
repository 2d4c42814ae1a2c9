public import ScrollworkContentViews
public import ScrollworkLayout

/// A cell without identity: a component and its handlers. The identity comes from the section's data.
public struct Row: RowConvertible {
  /// The component that shows the item.
  package let component: AnyComponent
  var handlers: CellHandlers?

  /// Makes a row that shows `component`.
  package init(component: some Component) {
    self.component = (component as? AnyComponent) ?? AnyComponent(component)
  }

  /// Returns the row itself.
  public func asRow() -> Row { self }
}

/// A value that a row closure may return: a component, a row, a cell, or an ``EitherRow`` of two of these.
public protocol RowConvertible {
  /// Returns the value as a row.
  func asRow() -> Row
}

/// A row of one of two types: the result of an `if` or `switch` in a row closure.
public enum EitherRow<First: RowConvertible, Second: RowConvertible>: RowConvertible {
  /// The row of the first branch.
  case first(First)
  /// The row of another branch.
  case second(Second)

  /// Returns the row of the branch that was taken.
  public func asRow() -> Row {
    switch self {
    case .first(let row): row.asRow()
    case .second(let row): row.asRow()
    }
  }
}

/// The result builder of one row for an element; branches may make rows of different types.
@resultBuilder
public enum RowBuilder {
  /// Returns the only row of a block.
  public static func buildBlock<R: RowConvertible>(_ row: R) -> R { row }
  /// Returns the row of the first branch of an `if` or `switch`.
  public static func buildEither<A: RowConvertible, B: RowConvertible>(first row: A) -> EitherRow<A, B> { .first(row) }
  /// Returns the row of another branch of an `if` or `switch`.
  public static func buildEither<A: RowConvertible, B: RowConvertible>(second row: B) -> EitherRow<A, B> {
    .second(row)
  }
  /// Returns the row of an `if #available`.
  public static func buildLimitedAvailability(_ row: some RowConvertible) -> Row { row.asRow() }
}

extension RowConvertible {
  /// Returns the row with a handler that is called when the user selects it.
  public func didSelect(_ handler: @escaping @MainActor (CellContext) -> Void) -> Row {
    modified { $0.didSelect = handler }
  }

  /// Returns the row with a handler that is called when the user opens it, by a double click or Return.
  public func didActivate(_ handler: @escaping @MainActor (CellContext) -> Void) -> Row {
    modified { $0.didActivate = handler }
  }

  /// Returns the row with a handler that is called after the frame in which its display begins.
  public func willDisplay(_ handler: @escaping @MainActor (CellContext) -> Void) -> Row {
    modified { $0.willDisplay = handler }
  }

  /// Returns the row with a handler that is called after the frame in which its display ends.
  public func didEndDisplay(_ handler: @escaping @MainActor (CellContext) -> Void) -> Row {
    modified { $0.didEndDisplay = handler }
  }

  /// Returns the row with an animator for its insertion, deletion and moves; `nil` leaves that to the section.
  public func withAnimator(_ animator: (any Animator)?) -> Row {
    modified { $0.animator = animator }
  }

  /// Returns the row with a component for its badge of the kind `kind`. The layout declares the badge's place.
  /// - Parameter component: The badge's component; `nil` leaves it to the section.
  public func withSupplementary(_ kind: LayoutKind, _ component: (some Component)?) -> Row {
    modified { $0.supplementaries[kind] = component.map { AnyComponent($0) } }
  }

  func modified(_ change: (inout CellHandlers) -> Void) -> Row {
    var row = asRow()
    var handlers = row.handlers ?? CellHandlers()
    change(&handlers)
    row.handlers = handlers
    return row
  }
}
