public import ScrollworkGeometry

/// What a part of the interface is, in words: for assistive technology, tests and dumps.
public struct SemanticsNode: Sendable {
  public enum Role: String, Sendable {
    case window, list, cell, header, footer, label, image, button, textField, progressBar, scrollBar, group, separator
  }

  public struct States: OptionSet, Hashable, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let selected = States(rawValue: 1)
    public static let focused = States(rawValue: 2)
    public static let disabled = States(rawValue: 4)
  }

  /// The program's name for it: an item's id, else empty.
  public var id: String
  public var role: Role
  /// What a person reads there.
  public var text: String
  /// Where it is presented, in logical pixels of the window.
  public var bounds: Rect
  /// Where it will be when motion has ended.
  public var target: Rect
  /// Steps from the root, which has none.
  public var depth: Int
  /// The id of the section of an item, else empty.
  public var section: String
  /// Place among its siblings, from zero, counting also those that are not realised; `nil` where there is no order.
  public var position: Int?
  /// How many siblings there are, realised or not.
  public var setSize: Int?
  public var states: States
  public var alpha: Double

  public init(
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
