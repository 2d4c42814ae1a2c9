/// What a list declaration lists: sections, and cells that stand alone.
public struct ListContent {
  var sections: [Section] = []
  var cells: [Cell] = []

  mutating func append(_ other: ListContent) {
    sections.append(contentsOf: other.sections)
    cells.append(contentsOf: other.cells)
  }
}

/// Builds lists and sections from what is written in braces, with `if`, `switch`, `for` and arrays.
@resultBuilder
public enum ListBuilder {
  public static func buildExpression(_ section: Section) -> ListContent { ListContent(sections: [section]) }
  public static func buildExpression(_ section: Section?) -> ListContent {
    ListContent(sections: section.map { [$0] } ?? [])
  }
  public static func buildExpression(_ sections: [Section]) -> ListContent { ListContent(sections: sections) }
  public static func buildExpression(_ cell: Cell) -> ListContent { ListContent(cells: [cell]) }
  public static func buildExpression(_ cell: Cell?) -> ListContent { ListContent(cells: cell.map { [$0] } ?? []) }
  public static func buildExpression(_ cells: [Cell]) -> ListContent { ListContent(cells: cells) }
  public static func buildExpression(_ component: some IdentifiableComponent) -> ListContent {
    ListContent(cells: [Cell(component: component)])
  }
  public static func buildExpression(_ components: [some IdentifiableComponent]) -> ListContent {
    ListContent(cells: components.map { Cell(component: $0) })
  }
  public static func buildExpression(_ group: Group) -> ListContent { group.content }
  public static func buildExpression(_ nothing: Void) -> ListContent { ListContent() }

  @available(*, unavailable, message: "a cell needs an identity: write .identified(by:) or Cell(id:component:)")
  @_disfavoredOverload
  public static func buildExpression(_ component: some Component) -> ListContent { ListContent() }

  public static func buildBlock() -> ListContent { ListContent() }
  public static func buildPartialBlock(first: ListContent) -> ListContent { first }
  public static func buildPartialBlock(accumulated: ListContent, next: ListContent) -> ListContent {
    var result = accumulated
    result.append(next)
    return result
  }
  public static func buildOptional(_ content: ListContent?) -> ListContent { content ?? ListContent() }
  public static func buildEither(first content: ListContent) -> ListContent { content }
  public static func buildEither(second content: ListContent) -> ListContent { content }
  public static func buildLimitedAvailability(_ content: ListContent) -> ListContent { content }
  public static func buildArray(_ contents: [ListContent]) -> ListContent {
    contents.reduce(into: ListContent()) { $0.append($1) }
  }
}

/// Several cells or sections as one expression.
public struct Group {
  let content: ListContent

  public init(@ListBuilder content: () -> ListContent) {
    self.content = content()
  }

  /// What `content` makes of each element of `data`, in order.
  public init<D: Sequence>(of data: D, @ListBuilder content: (D.Element) -> ListContent) {
    self.content = data.reduce(into: ListContent()) { $0.append(content($1)) }
  }
}
