public import ScrollworkHostInterface

/// A list of actions from which the user chooses one: the content of a context menu, or a submenu of another menu.
public struct Menu {
  /// The title in the parent menu if this menu is a submenu; empty for none.
  package var title: String
  /// The symbol before the title; `nil` for none.
  package var symbol: Symbol?
  /// The actions, submenus and separators, from the top.
  package var elements: [MenuElement]

  /// Creates a menu of the elements that `content` lists.
  /// - Parameters:
  ///   - title: The title as a submenu. A menu without a title is no submenu: its elements become elements of the menu
  ///     that contains it.
  ///   - symbol: The symbol before the title.
  public init(_ title: String = "", symbol: Symbol? = nil, @MenuBuilder _ content: () -> Menu) {
    self.init(title, symbol: symbol, elements: content().elements)
  }

  /// Creates a menu of an array of elements.
  public init(_ title: String = "", symbol: Symbol? = nil, elements: [MenuElement]) {
    (self.title, self.symbol, self.elements) = (title, symbol, elements)
  }

  /// Whether the menu and its submenus have no action.
  package var isEmpty: Bool {
    elements.allSatisfy { element in
      switch element {
      case .action: false
      case .submenu(let menu): menu.isEmpty
      case .separator: true
      }
    }
  }
}

/// One element of a menu.
public enum MenuElement {
  /// An action that the user can choose.
  case action(MenuAction)
  /// A menu that opens beside its title. A submenu without actions is not shown.
  case submenu(Menu)
  /// A line between two groups of elements; hidden at the start or end of a menu and beside another separator.
  case separator
}

/// An action in a menu.
public struct MenuAction {
  /// The importance of an action.
  public enum Role: Hashable, Sendable {
    /// An ordinary action.
    case normal
    /// An action that destroys something, such as a file. Its title has the colour of errors.
    case destructive
  }

  /// The title shown in the menu.
  package var title: String
  /// The symbol before the title; `nil` for none.
  package var symbol: Symbol?
  /// The key that performs the action; `nil` for none.
  package var shortcut: KeyShortcut?
  /// Whether the key is only shown in the menu, and another view performs the action when it is pressed.
  package var leavesKey = false
  /// Whether pressing the key first selects the focused item of a list, because the action applies to the selection.
  package var isAboutSelection = true
  /// The importance of the action.
  package var role: Role
  /// Whether the user can choose the action. A disabled action is shown grey.
  package var isEnabled: Bool
  /// Whether a check mark is shown before the title, because the option that the action sets is on.
  package var isOn: Bool
  /// The function that performs the action.
  package var perform: @MainActor () -> Void

  /// Creates an action.
  /// - Parameters:
  ///   - key: The key that performs the action, with exactly the given modifiers; `nil` for none.
  ///   - perform: Called when the user chooses the action, after the menu has closed.
  public init(
    _ title: String, symbol: Symbol? = nil, key: Key? = nil, modifiers: Modifiers = [], role: Role = .normal,
    isEnabled: Bool = true, isOn: Bool = false, perform: @escaping @MainActor () -> Void
  ) {
    (self.title, self.symbol, self.role) = (title, symbol, role)
    (self.isEnabled, self.isOn, self.perform) = (isEnabled, isOn, perform)
    shortcut = key.map { KeyShortcut($0, modifiers: modifiers) }
  }
}

/// The result builder of a menu: lists actions, submenus and separators.
@resultBuilder
public enum MenuBuilder {
  /// Returns an action as a list of one element.
  public static func buildExpression(_ action: MenuAction) -> [MenuElement] { [.action(action)] }
  /// Returns an element as a list of one element.
  public static func buildExpression(_ element: MenuElement) -> [MenuElement] { [element] }
  /// Returns the elements of an array unchanged.
  public static func buildExpression(_ elements: [MenuElement]) -> [MenuElement] { elements }
  /// Returns a submenu as a list of one element. For a menu without a title, returns its elements.
  public static func buildExpression(_ menu: Menu) -> [MenuElement] {
    menu.title.isEmpty ? menu.elements : [.submenu(menu)]
  }
  /// Joins the elements of a block.
  public static func buildBlock(_ parts: [MenuElement]...) -> [MenuElement] { parts.flatMap { $0 } }
  /// Returns the elements of an `if` without `else`.
  public static func buildOptional(_ part: [MenuElement]?) -> [MenuElement] { part ?? [] }
  /// Returns the elements of the first branch of an `if` or `switch`.
  public static func buildEither(first part: [MenuElement]) -> [MenuElement] { part }
  /// Returns the elements of the second branch of an `if` or `switch`.
  public static func buildEither(second part: [MenuElement]) -> [MenuElement] { part }
  /// Joins the elements of a loop.
  public static func buildArray(_ parts: [[MenuElement]]) -> [MenuElement] { parts.flatMap { $0 } }
  /// Returns a menu with the listed elements.
  public static func buildFinalResult(_ elements: [MenuElement]) -> Menu { Menu(elements: elements) }
}
