import Scrollwork

/// A bar below the content that asks for a line of text, such as the row to go to.
final class PromptBar: View {
  /// The height of the bar in logical pixels. Words below the field add `lineHeight`.
  private static let height = 44.0
  private static let lineHeight = 24.0
  private static let control = 32.0
  private static let gap = 12.0

  /// A question with a function that handles the answer.
  struct Question {
    var name: String
    var placeholder: String
    var symbol: Symbol
    /// The title of the button that answers.
    var verb: String
    /// The text that the field begins with.
    var text = ""
    /// The width of the field in logical pixels.
    var width = 240.0
    /// The words beside the field until `say` replaces them.
    var hint = ""
    /// Called when the text changes, to discard a prepared answer.
    var onChange: (@MainActor (String) -> Void)?
    var onAnswer: @MainActor (String) -> Void
  }

  let field = TextField()
  let label = Label(style: .small, color: .text2)
  let accept = Button(style: .outline)
  let close = Button(symbol: .close, style: .plain)
  private var question: Question?
  /// Called when the user closes the bar.
  var onClose: (() -> Void)?

  override init() {
    super.init()
    close.accessibleName = "Close"
    close.onActivate = { [weak self] in self?.onClose?() }
    accept.onActivate = { [weak self] in self?.answer() }
    field.onSubmit = { [weak self] _ in self?.answer() }
    field.onChange = { [weak self] text in
      guard let self, let question else { return }
      say(question.hint)
      question.onChange?(text)
    }
    for view in [field, accept, label, close] { addChild(view) }
    isHidden = true
  }

  override var semanticsRole: SemanticsNode.Role? { .group }

  /// Asks a question.
  func ask(_ question: Question) {
    self.question = question
    (field.text, field.placeholder, field.symbol) = (question.text, question.placeholder, question.symbol)
    field.accessibleName = question.name
    field.isInvalid = false
    accept.title = question.verb
    say(question.hint)
    setNeedsLayout()
  }

  /// Shows words beside the field.
  func say(_ words: String, isFailure: Bool = false) {
    label.text = words
    label.color = isFailure ? .error : .text2
    field.isInvalid = isFailure
    setNeedsLayout()
    // The height follows the words.
    parent?.setNeedsLayout()
  }

  /// Returns the height of the bar in logical pixels.
  func height(in width: Double, environment: Environment) -> Double {
    Self.height + (places(in: width, environment).isWordsBelow ? Self.lineHeight : 0)
  }

  /// Returns the widths of the field and of the button, and whether the words are below the field because they do not
  /// fit beside it.
  private func places(
    in width: Double, _ environment: Environment
  ) -> (field: Double, button: Double, isWordsBelow: Bool) {
    let edge = WindowWidth.margin(in: width)
    let free = Size(width: 200, height: Self.control)
    let button = accept.sizeThatFits(free, environment: environment).width
    let room = max(0, width - 2 * edge - Self.control - Self.gap - button - 8)
    let wanted = question?.width ?? 240
    guard !label.text.isEmpty else { return (min(wanted, room), button, false) }
    let words = label.sizeThatFits(Size(width: .infinity, height: Self.control), environment: environment).width
    let beside = room - words - Self.gap
    let isBelow = beside < min(Self.leastField, room)
    return (min(wanted, isBelow ? room : beside), button, isBelow)
  }

  /// The width below which the field is too short to type in, in logical pixels.
  private static let leastField = 120.0

  private func answer() { question?.onAnswer(field.text) }

  override func keyDown(_ event: KeyEvent) -> Bool {
    guard event.key == .escape, event.modifiers.isEmpty else { return super.keyDown(event) }
    onClose?()
    return true
  }

  override func layout(environment: Environment) {
    let edge = WindowWidth.margin(in: bounds.width)
    let y = (Self.height - Self.control) / 2
    close.frame = Rect(x: bounds.width - edge - Self.control, y: y, width: Self.control, height: Self.control)
    let places = places(in: bounds.width, environment)
    field.frame = Rect(x: edge, y: y, width: places.field, height: Self.control)
    accept.frame = Rect(x: field.frame.maxX + 8, y: y, width: places.button, height: Self.control)
    if places.isWordsBelow {
      label.frame = Rect(
        x: edge, y: Self.height - 4, width: max(0, bounds.width - 2 * edge), height: Self.lineHeight)
      return
    }
    let start = accept.frame.maxX + Self.gap
    label.frame = Rect(minX: start, minY: y, maxX: max(start, close.frame.minX - Self.gap), maxY: y + Self.control)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.fill(bounds, environment.color(.window))
    let line = max(1, (canvas.scale / 2).rounded()) / canvas.scale
    canvas.fill(Rect(x: 0, y: 0, width: bounds.width, height: line), environment.color(.edge))
  }
}
