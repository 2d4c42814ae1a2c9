import Scrollwork

/// The bar below the content in which the user finds text: a field, the count, and buttons.
final class FindBar: View {
  /// The height of the bar in logical pixels. A result below the field adds `lineHeight`.
  private static let height = 44.0
  private static let lineHeight = 24.0
  private static let control = 32.0
  private static let fieldWidth = 320.0
  /// The width of the field below which the bar shows the short form of the result, in logical pixels.
  private static let fairFieldWidth = 200.0
  /// The width of the field below which the bar moves the result to a line of its own, in logical pixels.
  private static let leastFieldWidth = 120.0
  private static let gap = 12.0

  let field = TextField(placeholder: "Find text or /expression/", symbol: .search)
  let label = Label(style: .small, color: .text2)
  let previous = Button(symbol: .chevronUp, style: .plain)
  let next = Button(symbol: .chevronDown, style: .plain)
  let close = Button(symbol: .close, style: .plain)

  /// Called when the user goes to the next match, or with `false` to the previous one.
  var onStep: ((_ forward: Bool) -> Void)?
  var onClose: (() -> Void)?
  /// Called when a key moves the focus from the field to the content.
  var onLeave: (() -> Void)?
  /// The text of the result, and a shorter form of it.
  private var words = (text: "", short: "")

  override init() {
    super.init()
    field.accessibleName = "Find"
    previous.accessibleName = "Previous match"
    next.accessibleName = "Next match"
    close.accessibleName = "End finding"
    previous.onActivate = { [weak self] in self?.onStep?(false) }
    next.onActivate = { [weak self] in self?.onStep?(true) }
    close.onActivate = { [weak self] in self?.onClose?() }
    for view in [field, label, previous, next, close] { addChild(view) }
    isHidden = true
  }

  override var semanticsRole: SemanticsNode.Role? { .group }

  /// Shows what was found.
  func show(_ finder: Finder) {
    field.isInvalid = finder.objection != nil
    let words = finder.words
    self.words = (words.text, words.short)
    label.color = words.isFailure ? .error : .text2
    let hasRows = finder.found.map { $0.count > 0 } ?? false
    previous.isEnabled = hasRows
    next.isEnabled = hasRows
    setNeedsLayout()
    // The height follows the words.
    parent?.setNeedsLayout()
  }

  /// Returns the height of the bar in logical pixels.
  func height(in width: Double, environment: Environment) -> Double {
    Self.height + (places(in: width, environment).isResultBelow ? Self.lineHeight : 0)
  }

  /// Returns the width of the field, the text of the result, and whether the result is below the field because it does
  /// not fit beside it.
  private func places(
    in width: Double, _ environment: Environment
  ) -> (field: Double, words: String, isResultBelow: Bool) {
    let room = max(0, width - 2 * WindowWidth.margin(in: width) - 3 * Self.control - 2 * Self.gap)
    func fieldRoom(beside text: String) -> Double {
      let line = environment.text.line(text, font: TextStyle.small.font, scale: environment.scale)
      return room - environment.roundedUp(line.width) - Self.gap
    }
    let text = fieldRoom(beside: words.text) < Self.fairFieldWidth ? words.short : words.text
    let beside = fieldRoom(beside: text)
    let isBelow = !text.isEmpty && beside < min(Self.leastFieldWidth, room)
    return (min(Self.fieldWidth, isBelow ? room : beside), text, isBelow)
  }

  override func keyDown(_ event: KeyEvent) -> Bool {
    if event.key == .escape, event.modifiers.isEmpty {
      onClose?()
      return true
    }
    if field.isFocused, event.leadsToContent {
      onLeave?()
      return true
    }
    guard [.enter, "Keypad Enter"].contains(event.key), event.modifiers.isSubset(of: .shift) else {
      return super.keyDown(event)
    }
    onStep?(!event.modifiers.contains(.shift))
    return true
  }

  override func layout(environment: Environment) {
    let edge = WindowWidth.margin(in: bounds.width)
    let y = (Self.height - Self.control) / 2
    var end = bounds.width - edge
    for button in [close, next, previous] {
      button.frame = Rect(x: end - Self.control, y: y, width: Self.control, height: Self.control)
      end = button.frame.minX - (button === close ? Self.gap : 0)
    }
    let places = places(in: bounds.width, environment)
    label.text = places.words
    field.frame = Rect(x: edge, y: y, width: places.field, height: Self.control)
    if places.isResultBelow {
      label.frame = Rect(
        x: edge, y: Self.height - 4, width: max(0, bounds.width - 2 * edge), height: Self.lineHeight)
      return
    }
    label.frame = Rect(minX: field.frame.maxX + Self.gap, minY: y, maxX: end - Self.gap, maxY: y + Self.control)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.fill(bounds, environment.color(.window))
    let line = max(1, (canvas.scale / 2).rounded()) / canvas.scale
    canvas.fill(Rect(x: 0, y: 0, width: bounds.width, height: line), environment.color(.edge))
  }
}

extension KeyEvent {
  /// Whether the key moves the focus from a field to the content: Down or Page Down without modifiers.
  var leadsToContent: Bool { modifiers.isEmpty && [.down, .pageDown].contains(key) }
}

extension Finder {
  /// The text of the result, such as “3 of 1,204, on from the start”, and a shorter form, “3 of 1,204”.
  var words: (text: String, short: String, isFailure: Bool) {
    func same(_ text: String, isFailure: Bool = false) -> (String, String, Bool) { (text, text, isFailure) }
    guard !text.isEmpty else { return same("") }
    if let objection { return same("\(objection)", isFailure: true) }
    guard let found else { return same("Searching") }
    if found.isComplete, found.count == 0 { return same("No match", isFailure: true) }
    let count = Formats.count(found.matchCount) + (found.isComplete ? "" : found.isCapped ? " or more" : " so far")
    let text = currentNumber.map { "\(Formats.count($0)) of \(count)" } ?? count
    guard hasWrapped else { return same(text) }
    return (text + (stepsForward ? ", on from the start" : ", on from the end"), text, false)
  }
}
