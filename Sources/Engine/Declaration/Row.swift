public import ScrollworkContentViews
public import ScrollworkLayout

/// A cell without identity: a component and its handlers. The identity comes from the section's data.
public struct Row: RowConvertible {
  /// The component that shows the item.
  package let component: AnyComponent
  /// The storage of the extras; `nil` if there are none. An object, because most rows of a long list have none, and
  /// rows are copied often.
  private var extras: ExtrasStorage?

  /// Makes a row that shows `component`.
  package init(component: some Component) {
    self.component = (component as? AnyComponent) ?? AnyComponent(component)
  }

  /// Returns the row itself.
  public func asRow() -> Row { self }

  var handlers: CellHandlers? { extras?.value.handlers }
  var animator: (any Animator)? { extras?.value.animator }
  var declaresSize: Bool { extras?.value.declaresSize ?? false }
  var supplementaries: [LayoutKind: AnyComponent] { extras?.value.supplementaries ?? [:] }

  /// Returns a copy of the row whose content view is wrapped; the row itself for `nil`.
  func contained(in container: ContentContainer.Type?) -> Row {
    container.map { showing(AnyComponent(box: ContainedComponentBox(component.box, in: $0))) } ?? self
  }

  /// Returns the row with another component, and with the same extras.
  func showing(_ component: some Component) -> Row {
    var copy = Row(component: component)
    copy.extras = extras
    return copy
  }

  /// Returns a copy of the row with changed extras.
  func modified(_ change: (inout Extras) -> Void) -> Row {
    var (copy, new) = (self, extras?.value ?? Extras())
    change(&new)
    copy.extras = ExtrasStorage(new)
    return copy
  }

  /// The values of a row besides its component. Setting one again replaces it.
  struct Extras {
    var handlers: CellHandlers?
    var animator: (any Animator)?
    var supplementaries: [LayoutKind: AnyComponent] = [:]
    /// Whether the row belongs to a cell that declares its own size.
    var declaresSize = false
  }

  private final class ExtrasStorage {
    let value: Extras

    init(_ value: Extras) {
      self.value = value
    }
  }
}

/// A value that a row closure may return: a component, a row, a cell, or an ``EitherRow`` of two of these.
public protocol RowConvertible: CellEvents {
  associatedtype WithHandlers = Row

  /// Returns the value as a row.
  func asRow() -> Row
}

/// A row of one of two types: the result of an `if` or `switch` in a row closure.
public enum EitherRow<First: RowConvertible, Second: RowConvertible>: RowConvertible {
  /// The row of the first branch.
  case first(First)
  /// The row of a later branch.
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
  /// Returns the row of a later branch of an `if` or `switch`.
  public static func buildEither<A: RowConvertible, B: RowConvertible>(second row: B) -> EitherRow<A, B> {
    .second(row)
  }
  /// Rejects two statements at compile time: an element has one row.
  @available(
    *, unavailable, message: "an element has one row: declare several cells with Group(of:) in a section with content"
  )
  public static func buildBlock(_ rows: any RowConvertible...) -> Row { .empty }
  /// Rejects an `if` without `else` at compile time: every element has a row.
  @available(
    *, unavailable, message: "every element has a row: add an else, or leave the element out of the section's data"
  )
  public static func buildOptional(_ row: (any RowConvertible)?) -> Row { .empty }
}

extension RowConvertible {
  /// Returns the row with changed handlers.
  public func withHandlers(_ change: (inout CellHandlers) -> Void) -> Row {
    asRow().modified {
      var handlers = $0.handlers ?? CellHandlers()
      change(&handlers)
      $0.handlers = handlers
    }
  }

  /// Returns the row with an animator for its insertion, deletion and moves; `nil` leaves that to the section.
  public func withAnimator(_ animator: (any Animator)?) -> Row {
    asRow().modified { $0.animator = animator }
  }

  /// Returns the row with a component for its badge of the kind `kind`. The layout declares the badge's position.
  /// - Parameter component: The badge's component; `nil` leaves it to the section.
  public func withSupplementary(_ kind: LayoutKind, _ component: (some Component)?) -> Row {
    asRow().modified { $0.supplementaries[kind] = component.map { AnyComponent($0) } }
  }
}
