import Scrollwork

/// The layout of messages: those of the user are at the trailing margin, the others at the leading one. Messages are
/// close to a previous message of the same author.
struct ChatLayout: SimpleCollectionLayout {
  func frames(of items: LayoutItems) -> [Rect] {
    let margin = WindowWidth.margin(in: items.container.width)
    let room = items.container.width - 2 * margin
    var (bottom, last): (Double, Bool?) = (0, nil)
    return (0..<items.count).map { item in
      let isMine = items.identifier(of: item).map(ChatMessage.ID.isMine) ?? false
      let size = items.size(of: item)
      let width = min(size.width, room)
      let y = bottom + (isMine == last ? 2 : 10)
      (bottom, last) = (y + size.height, isMine)
      return Rect(x: isMine ? margin + room - width : margin, y: y, width: width, height: size.height)
    }
  }
}

/// An animator in which a sent message flies in from the text field below the list.
struct ChatAnimator: Animator {
  func insert(_ context: AnimationContext) -> Entrance {
    Entrance(CellAppearance(alpha: 0, offset: Point(x: 0, y: 80)), timing: .spring(response: 0.4, damping: 0.8))
  }

  func delete(_ context: AnimationContext) -> Entrance { Entrance(CellAppearance(alpha: 0), timing: .timed(0.2)) }
}

/// A text in a bubble of the colour of its author.
struct ChatBubble: Component, Equatable {
  var text: String
  var isMine: Bool

  var layoutMode: ContentLayoutMode { .fitContent(estimatedSize: Size(width: 200, height: 52)) }
  func renderContent() -> ChatBubbleView { ChatBubbleView() }
  func render(in content: ChatBubbleView) { content.show(self) }
}

final class ChatBubbleView: View {
  private let label = Label()
  private var isMine = false
  private static let padding = Insets(horizontal: 14, vertical: 8)
  /// The largest width of a text, in logical pixels. Longer ones wrap.
  private static let widest = 280.0

  override init() {
    super.init()
    label.lineLimit = 0
    addChild(label)
  }

  func show(_ bubble: ChatBubble) {
    label.text = bubble.text
    label.color = bubble.isMine ? .onAccent : .text1
    isMine = bubble.isMine
    setNeedsDisplay()
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let room = min(Self.widest, proposal.width - Self.padding.horizontal)
    let text = label.sizeThatFits(Size(width: room, height: .infinity), environment: environment)
    return Size(width: text.width + Self.padding.horizontal, height: text.height + Self.padding.vertical)
  }

  override func layout(environment: Environment) { label.frame = bounds.inset(by: Self.padding) }

  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.roundedRect(bounds, radius: 14, environment.color(isMine ? .accentFill : .badge))
  }
}

/// A picture as a message.
struct ChatPicture: Component, Equatable, ComponentImagePrefetchable {
  var picture: GalleryPicture

  var layoutMode: ContentLayoutMode { .fitContent(estimatedSize: Size(width: 200, height: 52)) }
  func renderContent() -> ChatPictureView { ChatPictureView() }
  func render(in content: ChatPictureView) { content.show(picture) }

  func imageRequests(at place: PrefetchPlace) -> [ImageRequest] {
    var request = picture.request
    request.target = place.pixels(of: ChatPictureView.size)
    return [request]
  }
}

final class ChatPictureView: View {
  private let picture = ImageView()
  /// The size of each picture in the conversation, in logical pixels.
  static let size = Size(width: 240, height: 160)

  override init() {
    super.init()
    picture.mode = .fillUpper
    picture.cornerRadius = 14
    addChild(picture)
  }

  func show(_ sample: GalleryPicture) {
    picture.request = sample.request
    picture.accessibleName = sample.title
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size { Self.size }
  override func layout(environment: Environment) { picture.frame = bounds }
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
