import Scrollwork

/// An element of a chip bar. A click or Enter activates it; its cross button, Delete or Backspace removes it.
/// Subclasses draw it.
class Chip: Control {
  let text: String
  /// The height in logical pixels.
  let height: Double
  var onRemove: (() -> Void)?
  /// Called with -1 to move the focus to the previous chip, and with 1 for the next one.
  var onMove: ((Int) -> Void)?
  private let cross = ChipCross(symbol: .close, style: .plain)

  /// - Parameter noun: The word for what the chip shows, as in "Remove filter".
  init(_ text: String, noun: String, height: Double) {
    (self.text, self.height) = (text, height)
    super.init()
    cross.height = 20
    cross.symbolSide = 12
    cross.accessibleName = "Remove \(noun) \(text)"
    cross.onActivate = { [weak self] in self?.onRemove?() }
    addChild(cross)
  }

  /// The space around the cross, in logical pixels.
  private var crossMargin: Double { (height - cross.height) / 2 }
  /// The width of the cross with the space after it, in logical pixels.
  var crossWidth: Double { cross.height + crossMargin }
  /// The x coordinate at which the cross begins.
  var crossStart: Double { bounds.width - crossWidth }

  /// Returns `text` shaped as a line, truncated at `width`.
  func line(_ text: String, _ style: TextStyle, _ width: Double? = nil, _ environment: Environment) -> TextLine {
    environment.text.line(
      text, font: style.font, width: width, truncation: .end, scale: environment.scale, reusing: nil)
  }

  /// Returns the baseline of a text that is vertically centred in the chip.
  func baseline(_ style: TextStyle, _ environment: Environment) -> Double {
    style.baseline(inHeight: bounds.height, scale: environment.scale)
  }

  override func hitTest(_ point: Point) -> View? {
    guard let hit = super.hitTest(point) else { return nil }
    return cross.frame.inset(by: Insets(-crossMargin)).contains(point) ? cross : hit
  }

  override func keyDown(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty else { return super.keyDown(event) }
    switch event.key {
    case .delete, .backspace: onRemove?()
    case .left: onMove?(-1)
    case .right: onMove?(1)
    default: return super.keyDown(event)
    }
    return true
  }

  override func layout(environment: Environment) {
    let side = cross.height
    cross.frame = Rect(x: crossStart, y: (bounds.height - side) / 2, width: side, height: side)
  }

  override var semanticsRole: SemanticsNode.Role? { .button }
}

/// The cross button that removes a chip. It never has the keyboard focus; the chip has it.
private final class ChipCross: Button {
  override var canBecomeFocused: Bool { false }
}
