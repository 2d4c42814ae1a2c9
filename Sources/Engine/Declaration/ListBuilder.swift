public import ScrollworkContentViews
import ScrollworkDiffing

/// The content of a list declaration: sections, and cells outside a section.
public struct ListContent {
  private(set) var sections: [Section] = []
  /// The cells outside a section, in order.
  private(set) var cells: [Cell] = []
  /// For each section, the number of cells before it.
  private var cellsBefore: [Int] = []

  init() {}

  init(sections: [Section]) {
    self.sections = sections
    cellsBefore = Array(repeating: 0, count: sections.count)
  }

  init(cells: [Cell]) {
    self.cells = cells
  }

  mutating func append(_ other: ListContent) {
    cellsBefore.append(contentsOf: other.cellsBefore.lazy.map { [count = cells.count] in $0 + count })
    sections.append(contentsOf: other.sections)
    cells.append(contentsOf: other.cells)
  }

  /// Returns the sections in the order of the statements. Each run of cells between them is a section of its own.
  /// - Complexity: O(*n*) in the number of sections and cells.
  func allSections() -> [Section] {
    guard !cells.isEmpty else { return sections }
    var all: [Section] = []
    var used = 0
    for (section, end) in zip(sections, cellsBefore) {
      if end > used { all.append(run(used..<end, after: all)) }
      all.append(section)
      used = end
    }
    if cells.count > used { all.append(run(used..<cells.count, after: all)) }
    return all
  }

  /// Returns a section of a run of cells. The first run always has the same id, also if a section before it is
  /// inserted. The id of a later run derives from the section before it, so other runs may be inserted or deleted.
  private func run(_ range: Range<Int>, after sections: [Section]) -> Section {
    let cells = Array(cells[range])
    guard range.lowerBound > 0, let previous = sections.last else { return Section(id: Self.firstRunID, cells: cells) }
    return Section(id: RunID(section: previous.id), cells: cells)
  }

  /// The id of the first run of cells outside a section.
  static let firstRunID = "scrollwork.cells"

  /// The id of a later run of cells.
  private struct RunID: Hashable, CustomStringConvertible {
    /// The id of the section before the run.
    let section: ElementID
    var description: String { "\(ListContent.firstRunID) after \(section)" }
  }
}

/// The result builder of lists and sections: statements in braces, with `if`, `switch`, `for` and arrays.
@resultBuilder
public enum ListBuilder {
  /// Adds a section.
  public static func buildExpression(_ section: Section) -> ListContent { ListContent(sections: [section]) }
  /// Adds a section, unless it is `nil`.
  public static func buildExpression(_ section: Section?) -> ListContent {
    ListContent(sections: section.map { [$0] } ?? [])
  }
  /// Adds sections in order.
  public static func buildExpression(_ sections: [Section]) -> ListContent { ListContent(sections: sections) }
  /// Adds a cell.
  public static func buildExpression(_ cell: Cell) -> ListContent { ListContent(cells: [cell]) }
  /// Adds a cell, unless it is `nil`.
  public static func buildExpression(_ cell: Cell?) -> ListContent { ListContent(cells: cell.map { [$0] } ?? []) }
  /// Adds cells in order.
  public static func buildExpression(_ cells: [Cell]) -> ListContent { ListContent(cells: cells) }
  /// Adds a cell for a component that has an identity.
  public static func buildExpression(_ component: some IdentifiableComponent) -> ListContent {
    ListContent(cells: [Cell(component: component)])
  }
  /// Adds a cell for a component that has an identity, unless it is `nil`.
  public static func buildExpression(_ component: (some IdentifiableComponent)?) -> ListContent {
    ListContent(cells: component.map { [Cell(component: $0)] } ?? [])
  }
  /// Adds a cell for each component.
  public static func buildExpression(_ components: [some IdentifiableComponent]) -> ListContent {
    ListContent(cells: components.map { Cell(component: $0) })
  }
  /// Adds the content of a group.
  public static func buildExpression(_ group: Group) -> ListContent { group.content }
  /// Adds content that another builder made.
  public static func buildExpression(_ content: ListContent) -> ListContent { content }
  /// Adds nothing, so that statements without a value are allowed.
  public static func buildExpression(_ nothing: Void) -> ListContent { ListContent() }

  /// Rejects a component without an identity at compile time. Disfavoured, so that an ``IdentifiableComponent`` chooses
  /// its own overload.
  @available(*, unavailable, message: "a cell needs an identity: write .identified(by:) or Cell(id:component:)")
  @_disfavoredOverload
  public static func buildExpression(_ component: some Component) -> ListContent { ListContent() }

  /// Rejects a row without an identity at compile time: a component loses its identity when it gets handlers.
  @available(*, unavailable, message: "a cell needs an identity: add .identified(by:), or begin with Cell(component:)")
  public static func buildExpression(_ row: Row) -> ListContent { ListContent() }

  /// Rejects a view at compile time.
  @available(*, unavailable, message: "a list shows components: declare a Component that makes and renders this view")
  public static func buildExpression(_ view: View) -> ListContent { ListContent() }

  /// Returns the content of an empty block.
  public static func buildBlock() -> ListContent { ListContent() }
  /// Starts a block with its first statement.
  public static func buildPartialBlock(first: ListContent) -> ListContent { first }
  /// Appends the next statement to a block.
  public static func buildPartialBlock(accumulated: ListContent, next: ListContent) -> ListContent {
    var result = accumulated
    result.append(next)
    return result
  }
  /// Returns the content of an `if` without `else`.
  public static func buildOptional(_ content: ListContent?) -> ListContent { content ?? ListContent() }
  /// Returns the content of the first branch of an `if` or `switch`.
  public static func buildEither(first content: ListContent) -> ListContent { content }
  /// Returns the content of a later branch of an `if` or `switch`.
  public static func buildEither(second content: ListContent) -> ListContent { content }
  /// Joins the contents of a `for` loop.
  /// - Complexity: O(*n*) in the number of sections and cells.
  public static func buildArray(_ contents: [ListContent]) -> ListContent {
    contents.reduce(into: ListContent()) { $0.append($1) }
  }
}

/// Several cells or sections as one expression, for example the result of a function.
public struct Group {
  let content: ListContent

  /// Groups the sections and cells in `content`.
  public init(@ListBuilder content: () -> ListContent) {
    self.content = content()
  }

  /// Groups the sections and cells that `content` returns for each element of `data`, in order.
  /// - Complexity: O(*n*) in the number of elements; a ``Section`` with `data` makes its rows only when they are
  ///   needed.
  public init<D: Sequence>(of data: D, @ListBuilder content: (D.Element) -> ListContent) {
    self.content = data.reduce(into: ListContent()) { $0.append(content($1)) }
  }
}
