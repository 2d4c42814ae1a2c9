import Scrollwork

/// A message in a bubble, at the side of its author.
struct ChatBubble: Component, Equatable {
  var message: ChatMessage

  func renderContent() -> ChatBubbleView { ChatBubbleView() }
  func render(in content: ChatBubbleView) { content.show(message) }
}

final class ChatBubbleView: View {
  private let label = Label()
  private var isMine = false
  private static let padding = Insets(horizontal: 14, vertical: 8)
  /// The space above and below the bubble.
  private static let gap = 4.0
  /// The largest width of a bubble, in logical pixels.
  private static let widest = 480.0

  override init() {
    super.init()
    label.lineLimit = 0
    addChild(label)
  }

  func show(_ message: ChatMessage) {
    label.text = message.text
    label.color = message.isMine ? .onAccent : .text1
    isMine = message.isMine
    setNeedsLayout()
    setNeedsDisplay()
  }

  /// Returns the size of the text, wrapped at 80 % of the list's width.
  private func textSize(in width: Double, _ environment: Environment) -> Size {
    let room = min(Self.widest, (width - 2 * WindowWidth.margin(in: width)) * 0.8) - Self.padding.horizontal
    return label.sizeThatFits(Size(width: max(40, room), height: .infinity), environment: environment)
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let text = textSize(in: proposal.width, environment)
    return Size(width: proposal.width, height: text.height + Self.padding.vertical + 2 * Self.gap)
  }

  override func layout(environment: Environment) {
    let text = textSize(in: bounds.width, environment)
    let margin = WindowWidth.margin(in: bounds.width)
    let start =
      isMine ? bounds.width - margin - Self.padding.trailing - text.width : margin + Self.padding.leading
    label.frame = Rect(x: start, y: Self.gap + Self.padding.top, width: text.width, height: text.height)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    let bubble = label.frame.inset(
      by: Insets(horizontal: -Self.padding.leading, vertical: -Self.padding.top))
    canvas.roundedRect(bubble, radius: 14, environment.color(isMine ? .accentFill : .badge))
  }
}

/// A conversation with a text field below it.
final class ChatView: View {
  /// Called with the text to send.
  var onSend: ((String) -> Void)?

  private let list: CollectionView
  private let field = TextField(placeholder: "Write something")
  private let button = Button(style: .fill)
  private static let barHeight = 56.0

  init(list: CollectionView) {
    self.list = list
    super.init()
    field.hasClearButton = false
    button.title = "Send"
    button.onActivate = { [weak self] in self?.send() }
    field.onSubmit = { [weak self] _ in self?.send() }
    for view in [list, field, button] { addChild(view) }
  }

  /// Sends the text of the field and clears it.
  private func send() {
    let text = field.text
    guard !text.isEmpty else { return }
    field.text = ""
    onSend?(text)
  }

  override func layout(environment: Environment) {
    let top = max(0, bounds.height - Self.barHeight)
    list.frame = Rect(x: 0, y: 0, width: bounds.width, height: top)
    let size = button.sizeThatFits(Size(width: 200, height: 32), environment: environment)
    let margin = WindowWidth.margin(in: bounds.width)
    button.frame = Rect(x: bounds.width - margin - size.width, y: top + 12, width: size.width, height: 32)
    field.frame = Rect(x: margin, y: top + 12, width: max(0, button.frame.minX - 12 - margin), height: 32)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    let top = max(0, bounds.height - Self.barHeight)
    canvas.fill(Rect(x: 0, y: top, width: bounds.width, height: 1), environment.color(.separator))
  }
}
