public import ScrollworkGeometry

/// One element of the interface described in words, for assistive technology, tests and text dumps.
public struct SemanticsNode: Sendable {
  /// The kind of an element.
  public enum Role: String, Sendable {
    case window, list, cell, header, footer, label, image, button, textField, progressBar, scrollBar, group, separator,
      menu,
      menuItem, treeItem
  }

  /// The states of an element that the user can see.
  public struct States: OptionSet, Hashable, Sendable {
    /// One bit for each state.
    public var rawValue: UInt8
    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The element is an item of the selection, or an option that is on.
    public static let selected = States(rawValue: 1)
    /// The element has the focus.
    public static let focused = States(rawValue: 2)
    /// The element ignores input.
    public static let disabled = States(rawValue: 4)
    /// The element can be expanded, such as a menu item with a submenu.
    public static let expandable = States(rawValue: 8)
    /// The element is expanded.
    public static let expanded = States(rawValue: 16)
  }

  /// The id of the item that the element shows; empty for elements that are not items.
  public var id: String
  /// The kind of the element.
  public var role: Role
  /// The text that the user reads in the element.
  public var text: String
  /// The presented frame: where the element is drawn now, in logical pixels of the window.
  public var bounds: Rect
  /// The target frame: where the element will be at rest, in logical pixels of the window.
  public var target: Rect
  /// The number of ancestors; 0 for the root.
  package var depth: Int
  /// The id of the section of an item; empty for elements that are not items.
  public var section: String
  /// The index of the element among all its siblings, on screen or not; `nil` if they have no order.
  package var position: Int?
  /// The number of siblings including this element, on screen or not; `nil` if they have no order.
  package var setSize: Int?
  /// The level of a tree item, counted from one; `nil` for other elements.
  package var level: Int?
  /// The states that the element is in.
  public var states: States
  /// The presented opacity: 0 (invisible) to 1.
  package var alpha: Double

  /// Creates a node.
  /// - Parameter target: The target frame; `nil` for an element that is not in motion.
  package init(
    id: String = "", role: Role, text: String = "", bounds: Rect, target: Rect? = nil, depth: Int, section: String = "",
    position: Int? = nil, setSize: Int? = nil, states: States = [], alpha: Double = 1
  ) {
    self.id = id
    self.role = role
    self.text = text
    self.bounds = bounds
    self.target = target ?? bounds
    self.depth = depth
    self.section = section
    self.position = position
    self.setSize = setSize
    self.states = states
    self.alpha = alpha
  }
}
