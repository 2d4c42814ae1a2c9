public import ScrollworkContentViews

/// The actions beside an item: those at its leading edge and those at its trailing edge.
public struct SwipeActions {
  /// The actions at the leading edge, beginning at the edge itself.
  package var leading: [MenuAction]
  /// The actions at the trailing edge, beginning at the edge itself.
  package var trailing: [MenuAction]
  /// Whether a swipe over most of the item performs the first action of its edge.
  package var allowsFullSwipe: Bool

  /// Creates a value that lists actions for both edges.
  public init(leading: [MenuAction] = [], trailing: [MenuAction] = [], allowsFullSwipe: Bool = true) {
    (self.leading, self.trailing, self.allowsFullSwipe) = (leading, trailing, allowsFullSwipe)
  }

  /// Joins the actions of several values. A swipe over most of the item has an effect only if each value allows it.
  init(joining parts: [SwipeActions]) {
    self.init(
      leading: parts.flatMap(\.leading), trailing: parts.flatMap(\.trailing),
      allowsFullSwipe: parts.allSatisfy(\.allowsFullSwipe))
  }

  /// Whether there are no actions.
  package var isEmpty: Bool { leading.isEmpty && trailing.isEmpty }

  /// All actions: those of the leading edge, then those of the trailing one.
  var all: [MenuAction] { leading + trailing }

  /// Whether another value's actions look the same to the user: titles, symbols, roles and enabled states are equal.
  func looksLike(_ other: SwipeActions) -> Bool {
    func isAlike(_ a: MenuAction, _ b: MenuAction) -> Bool {
      a.title == b.title && a.symbol == b.symbol && a.role == b.role && a.isEnabled == b.isEnabled
    }
    return allowsFullSwipe == other.allowsFullSwipe
      && leading.elementsEqual(other.leading, by: isAlike) && trailing.elementsEqual(other.trailing, by: isAlike)
  }
}

/// The declaration of swipe actions.
enum SwipeContent {
  /// Actions that stay the same until the row is declared again.
  case fixed(SwipeActions)
  /// Actions that a closure of the program returns.
  case made(@MainActor (CellContext) -> SwipeActions)
  /// The actions of an item and, after them, those of its sections.
  case joined([SwipeContent])

  /// Returns the actions for an item. May call closures of the program.
  @MainActor
  func actions(_ context: CellContext) -> SwipeActions {
    switch self {
    case .fixed(let actions): actions
    case .made(let make): make(context)
    case .joined(let parts): SwipeActions(joining: parts.map { $0.actions(context) })
    }
  }
}

extension RowConvertible {
  /// Returns the row or cell with actions at its edges; see ``CellEvents/swipeActions(_:)``.
  public func swipeActions(
    leading: [MenuAction] = [], trailing: [MenuAction] = [], allowsFullSwipe: Bool = true
  ) -> WithHandlers {
    let actions = SwipeActions(leading: leading, trailing: trailing, allowsFullSwipe: allowsFullSwipe)
    return withHandlers { $0.swipeActions = .fixed(actions) }
  }
}

extension Section {
  /// Returns a copy of the section with actions at the leading and trailing edges of each of its items, also of those
  /// in its subsections.
  ///
  /// If an item has actions of its own, those come first; those of its list come last. For the times of the calls of
  /// `content` see ``CellEvents/swipeActions(_:)``.
  public func swipeActions(_ content: @escaping @MainActor (CellContext) -> SwipeActions) -> Section {
    swipeActions(.made(content))
  }

  /// Returns a copy of the section with the same actions at the edges of each of its items.
  public func swipeActions(
    leading: [MenuAction] = [], trailing: [MenuAction] = [], allowsFullSwipe: Bool = true
  ) -> Section {
    swipeActions(.fixed(SwipeActions(leading: leading, trailing: trailing, allowsFullSwipe: allowsFullSwipe)))
  }

  private func swipeActions(_ content: SwipeContent) -> Section {
    if let composition { return composition.changingAll(in: self) { $0.swipeActions(content) } }
    return modified { section in
      section.rows = rows.mapped { row in
        row.withHandlers { $0.swipeActions = $0.swipeActions.map { .joined([$0, content]) } ?? content }
      }
    }
  }
}

extension CellEvents {
  /// Returns a copy with actions at the leading and trailing edges of the item, or of each item of a list.
  ///
  /// By touch, a swipe across the scroll direction reveals them, and a long swipe performs the first one of its edge.
  /// For the pointer, buttons for all of them appear at the trailing edge of the item under it, where they do not cover
  /// its symbol and name. By keyboard, the actions are in the context menu of the item, and the keys of enabled actions
  /// perform them while the list has the focus. They act on that item only, even if others are selected. The actions of
  /// a cell come first, then those of its section, then those of its list.
  ///
  /// `content` is called when a swipe or a menu begins, when the pointer enters the item, again for each list that is
  /// shown meanwhile, and when a key is pressed that may belong to an action.
  public func swipeActions(_ content: @escaping @MainActor (CellContext) -> SwipeActions) -> WithHandlers {
    withHandlers { $0.swipeActions = .made(content) }
  }
}
