public import ScrollworkContentViews
public import ScrollworkLayout

/// What a row shows and what happens with it, without its identity: that comes from the data.
public struct Row: RowConvertible {
  public let component: AnyComponent
  var handlers: CellHandlers?

  public init(component: some Component) {
    self.component = (component as? AnyComponent) ?? AnyComponent(component)
  }

  public func asRow() -> Row { self }
}

/// What a closure for rows may return: a component, a cell, or one of two kinds of them.
public protocol RowConvertible {
  func asRow() -> Row
}

/// One of two kinds of rows: what an `if` or a `switch` in a row closure makes.
public enum EitherRow<First: RowConvertible, Second: RowConvertible>: RowConvertible {
  case first(First)
  case second(Second)

  public func asRow() -> Row {
    switch self {
    case .first(let row): row.asRow()
    case .second(let row): row.asRow()
    }
  }
}

/// Makes one row of an element; branches may make rows of different kinds.
@resultBuilder
public enum RowBuilder {
  public static func buildBlock<R: RowConvertible>(_ row: R) -> R { row }
  public static func buildEither<A: RowConvertible, B: RowConvertible>(first row: A) -> EitherRow<A, B> { .first(row) }
  public static func buildEither<A: RowConvertible, B: RowConvertible>(second row: B) -> EitherRow<A, B> {
    .second(row)
  }
  public static func buildLimitedAvailability(_ row: some RowConvertible) -> Row { row.asRow() }
}

extension RowConvertible {
  /// Calls `handler` when the person selects the row.
  public func didSelect(_ handler: @escaping @MainActor (CellContext) -> Void) -> ModifiedRow {
    modified { $0.didSelect = handler }
  }

  /// Calls `handler` when the person opens the row: double click, Return.
  public func didActivate(_ handler: @escaping @MainActor (CellContext) -> Void) -> ModifiedRow {
    modified { $0.didActivate = handler }
  }

  /// Calls `handler` when the row is about to be seen.
  public func willDisplay(_ handler: @escaping @MainActor (CellContext) -> Void) -> ModifiedRow {
    modified { $0.willDisplay = handler }
  }

  /// Calls `handler` when the row is seen no more.
  public func didEndDisplay(_ handler: @escaping @MainActor (CellContext) -> Void) -> ModifiedRow {
    modified { $0.didEndDisplay = handler }
  }

  /// How the row comes, goes and moves.
  public func withAnimator(_ animator: (any Animator)?) -> ModifiedRow {
    modified { $0.animator = animator }
  }

  /// What the row's badge of a kind shows. The layout says where it is.
  /// - Parameter component: `nil` for nothing.
  public func withSupplementary(_ kind: LayoutKind, _ component: (some Component)?) -> ModifiedRow {
    modified { $0.supplementaries[kind] = component.map { AnyComponent($0) } }
  }

  private func modified(_ change: (inout CellHandlers) -> Void) -> ModifiedRow {
    var row = asRow()
    var handlers = row.handlers ?? CellHandlers()
    change(&handlers)
    row.handlers = handlers
    return row
  }
}

/// A row with handlers.
public typealias ModifiedRow = Row
