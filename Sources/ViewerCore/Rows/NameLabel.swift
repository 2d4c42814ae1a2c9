import Scrollwork

/// The name of a file or picture, with marks of search matches. While the user edits the name, a text field replaces
/// it.
final class NameLabel: Label, MarkedView {
  /// The distance by which the text field begins before the label, in logical pixels. The default keeps the text in
  /// place.
  var fieldOutset = 10.0
  private var source: FoundMarks?
  private var id = 0

  /// The width of a text field beyond that of its text, in logical pixels.
  private static let room = 44.0
  /// The smallest width of a text field, unless the label is narrower.
  private static let leastWidth = 120.0
  private static let heights = 22.0...28

  /// Shows a name.
  /// - Parameters:
  ///   - id: The identity of the row for `source`.
  ///   - source: `nil` for a name that is never marked.
  func show(_ name: String, id: Int = 0, in source: FoundMarks? = nil) {
    if source != self.source {
      self.source?.remove(self)
      if host != nil { source?.add(self) }
    }
    (self.source, self.id) = (source, id)
    text = name
    marksDidChange()
  }

  /// Shows the name of a file. If it is too long, its middle is left out; if it is a path, the start.
  func showFile(_ name: String, id: Int, in source: FoundMarks) {
    truncation = .ofFile(name)
    show(name, id: id, in: source)
  }

  func marksDidChange() { marks = source?.find?(text, id) }

  override func hostDidChange() {
    super.hostDidChange()
    if host != nil {
      source?.add(self)
      marksDidChange()
    } else {
      source?.remove(self)
    }
  }

  // MARK: Editing

  /// The text field in place of the name; `nil` while the user does not edit it.
  private var field: NameField? { children.first as? NameField }
  /// Whether the user edits the name. The field is taller than a line of text, so a line below is hidden meanwhile.
  var isEdited: Bool { field != nil }

  override func layout(environment: Environment) {
    guard let field else { return }
    let height = min(max(Self.heights.lowerBound, bounds.height - 4), Self.heights.upperBound)
    let text = environment.text.line(field.text, font: TextStyle.body.font, scale: environment.scale).width
    let width = min(max(Self.leastWidth, environment.roundedUp(text) + Self.room), bounds.width + fieldOutset + 4)
    let top = environment.rounded((bounds.height - height) / 2)
    field.frame = Rect(x: -fieldOutset, y: top, width: max(0, width), height: height)
  }

  /// Returns the text field even if the point is in a part of it outside the label.
  override func hitTest(_ point: Point) -> View? {
    if !isHidden, let field, let hit = field.hitTest(point - field.frame.origin) { return hit }
    return super.hitTest(point)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    if field == nil { super.draw(in: canvas, environment: environment) }
  }
}

/// The text field in which the user edits a name. It handles keys that would otherwise move the focus of the list.
final class NameField: TextField {
  /// Called when the user presses Tab, with `true`, or Shift+Tab, with `false`.
  var onTab: ((Bool) -> Void)?
  /// Called when the field leaves the window.
  var onDetach: (() -> Void)?

  private static let unused: [Key] = [.up, .down, .pageUp, .pageDown, "F2"]

  override func keyDown(_ event: KeyEvent) -> Bool {
    if event.key == .tab, event.modifiers.isSubset(of: .shift) {
      onTab?(!event.modifiers.contains(.shift))
      return true
    }
    return super.keyDown(event) || !event.modifiers.contains(.alt) && Self.unused.contains(event.key)
  }

  override func hostDidChange() {
    super.hostDidChange()
    if host == nil { onDetach?() }
  }
}

extension Truncation {
  /// Returns how the name of a file or a path is shortened, so that the end of the name stays visible.
  static func ofFile(_ name: String) -> Truncation { name.utf8.contains(UInt8(ascii: "/")) ? .start : .middle }
}

extension View {
  /// The first name label in the view and its subviews; `nil` if there is none.
  var nameLabel: NameLabel? {
    if let label = self as? NameLabel { return label }
    for child in children { if let label = child.nameLabel { return label } }
    return nil
  }
}
