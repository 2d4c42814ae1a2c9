import Scrollwork

/// A conversation. Older messages load at the top as the user scrolls up, new ones arrive at the end, and neither
/// moves the visible messages.
final class ChatScreen: DemoScreen {
  let list = CollectionView()
  var onChange: (() -> Void)?
  var onOpen: ((String) -> Void)?
  let title = "Chat"

  private let holder: ChatView
  /// The messages, oldest first.
  private var messages: [ChatMessage]
  /// The number of answers being written.
  private var awaitedAnswers = 0
  private var isLoadingHistory = false
  /// The number of messages in a page of history.
  private static let pageCount = 30
  /// The identity of the oldest message.
  private static let oldest = -150

  init() {
    messages = (-Self.pageCount..<0).map { .said($0) }
    holder = ChatView(list: list)
    list.anchorPolicy = .end
    list.selectionMode = .none
    holder.onSend = { [weak self] text in self?.send(text) }
    show()
  }

  var view: View { holder }
  var isBusy: Bool { awaitedAnswers > 0 || isLoadingHistory }
  var status: Status {
    var status = Status(items: [
      .init(strong: Formats.count(messages.count), text: Words.count("message", messages.count))
    ])
    if awaitedAnswers > 0 { status.trailing = ["A reply is being written"] }
    return status
  }

  func reload() {}
  func stop() {}

  private func show() {
    list.apply(
      List {
        Section(id: "messages", data: messages) { message in
          switch message.content {
          case .text(let text): ChatBubble(text: text, isMine: message.isMine)
          case .picture(let picture): ChatPicture(picture: picture)
          }
        }
        .withSectionLayout(ChatLayout().inset(by: Insets(bottom: 10)), sizes: .estimated(Size(width: 200, height: 52)))
        .withHighlight(.none)
        .withAnimator(ChatAnimator())
      }
      .onReachStart(hasMore: (messages.first?.id.number ?? 0) > Self.oldest) { [weak self] _ in
        try await self?.loadHistory()
      })
    onChange?()
  }

  /// Loads older messages, with the delay of a server.
  private func loadHistory() async throws {
    isLoadingHistory = true
    defer { isLoadingHistory = false }
    try await Task.sleep(for: .milliseconds(400))
    let first = messages.first?.id.number ?? 0
    messages.insert(contentsOf: (first - Self.pageCount..<first).map { .said($0) }, at: 0)
    show()
  }

  /// Adds a message of the user and scrolls to it. An answer follows after 0.7 s.
  private func send(_ text: String) {
    awaitedAnswers += 1
    add(ChatMessage(nextNumber, .text(text), isMine: true))
    list.scroll(to: .end)
    Task { [weak self] in
      try await Task.sleep(for: .milliseconds(700))
      self?.answer()
    }
  }

  private func answer() {
    awaitedAnswers -= 1
    add(.said(nextNumber, isMine: false))
  }

  private var nextNumber: Int { (messages.last?.id.number ?? -1) + 1 }

  private func add(_ message: ChatMessage) {
    messages.append(message)
    show()
  }
}
