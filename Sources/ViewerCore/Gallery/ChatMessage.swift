/// A message of the conversation.
struct ChatMessage: Identifiable, Equatable {
  /// The identity of a message: its number and its author, whom the layout reads from the description.
  struct ID: Hashable, CustomStringConvertible {
    var number: Int
    var isMine: Bool

    var description: String { Self.prefix(isMine: isMine) + "\(number)" }

    /// Returns whether the description of an identity is that of a message by the user.
    static func isMine(_ description: String) -> Bool { description.hasPrefix(prefix(isMine: true)) }

    private static func prefix(isMine: Bool) -> String { isMine ? "me " : "you " }
  }

  enum Content: Equatable {
    case text(String)
    case picture(GalleryPicture)
  }

  let id: ID
  let content: Content

  init(_ number: Int, _ content: Content, isMine: Bool) {
    id = ID(number: number, isMine: isMine)
    self.content = content
  }

  var isMine: Bool { id.isMine }

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
  private static let pictures = GalleryPicture.samples

  /// Returns the invented message with a number, which is the same in each run. Every eleventh message is a picture.
  /// - Parameter isMine: Whether the user wrote it; `nil` to derive the author from the number.
  static func said(_ number: Int, isMine: Bool? = nil) -> ChatMessage {
    let turn = number - -10_000
    let isMine = isMine ?? (turn % 3 == 1)
    if turn % 11 == 4, !pictures.isEmpty {
      return ChatMessage(number, .picture(pictures[turn / 11 % pictures.count]), isMine: isMine)
    }
    return ChatMessage(number, .text(phrases[turn % phrases.count]), isMine: isMine)
  }
}
