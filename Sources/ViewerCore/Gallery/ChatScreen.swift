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
    messages = (-Self.pageCount..<0).map(ChatMessage.said)
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
        Section(id: "messages", data: messages) { ChatBubble(message: $0) }
          .withSectionLayout(.list(estimatedRowHeight: 52))
          .withHighlight(.none)
      }
      .onReachStart(hasMore: (messages.first?.id ?? 0) > Self.oldest) { [weak self] _ in
        try await self?.loadHistory()
      })
    onChange?()
  }

  /// Loads older messages, with the delay of a server.
  private func loadHistory() async throws {
    isLoadingHistory = true
    defer { isLoadingHistory = false }
    try await Task.sleep(for: .milliseconds(400))
    let first = messages.first?.id ?? 0
    messages.insert(contentsOf: (first - Self.pageCount..<first).map(ChatMessage.said), at: 0)
    show()
  }

  /// Adds a message of the user and scrolls to it. An answer follows after 0.7 s.
  private func send(_ text: String) {
    awaitedAnswers += 1
    add(ChatMessage(id: nextID, text: text, isMine: true))
    list.scroll(to: .end)
    Task { [weak self] in
      try await Task.sleep(for: .milliseconds(700))
      self?.answer()
    }
  }

  private func answer() {
    awaitedAnswers -= 1
    var answer = ChatMessage.said(nextID)
    answer.isMine = false
    add(answer)
  }

  private var nextID: Int { (messages.last?.id ?? -1) + 1 }

  private func add(_ message: ChatMessage) {
    messages.append(message)
    show()
  }
}

/// A message of the conversation.
struct ChatMessage: Identifiable, Hashable {
  var id: Int
  var text: String
  var isMine: Bool

  private static let phrases = [
    "Has the ferry left?",
    "Not yet. They are still loading the crates from the morning train, and the captain says that he waits for the post.",
    "Good. Save me a place at the window.",
    "I will. Bring the map with you, the one with the lighthouses on it, and something to eat: there is nothing on board.",
    "Bread and cheese?",
    "And pears, if they have any.",
    "The market is closed on Mondays, so it will be whatever is left in the kitchen. I shall see what there is.",
    "All right",
  ]

  /// Returns the invented message with this number: the same text in every call and run.
  static func said(_ id: Int) -> ChatMessage {
    let turn = id - -10_000
    return ChatMessage(id: id, text: phrases[turn % phrases.count], isMine: turn % 3 == 1)
  }
}
