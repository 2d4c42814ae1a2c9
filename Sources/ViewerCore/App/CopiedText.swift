/// What is put on the clipboard for what is selected, a line for each item.
struct CopiedText: Equatable {
  private(set) var text = ""
  /// What was copied, in words.
  let message: String

  /// A list may have millions of items selected; no program that is given so much text by a clipboard thanks for it.
  static let mostItems = 50_000
  static let mostBytes = 1 << 23

  /// - Parameters:
  ///   - items: Made one after another, no more than are copied.
  ///   - count: How many items there are.
  init(_ items: some Sequence<String>, count: Int, noun: String) {
    var copied = 0
    for item in items {
      guard copied < Self.mostItems, text.utf8.count + item.utf8.count < Self.mostBytes else { break }
      if copied > 0 { text += "\n" }
      text += item
      copied += 1
    }
    let number = Formats.count(copied)
    message =
      copied < count
      ? "Copied the first \(number) of \(Formats.count(count)) \(Words.count(noun, count))"
      : "Copied \(number) \(Words.count(noun, count))"
  }
}
