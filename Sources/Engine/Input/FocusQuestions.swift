package import ScrollworkDiffing

/// The program's answers about which items can get the focus, kept while one action of the user is handled. Each item
/// is asked at most once.
@MainActor
package final class FocusQuestions {
  private let list: List
  /// Asks the program; `nil` to allow every item.
  private let ask: ((ElementPath) -> Bool)?
  private var answers: [ElementPath: Bool] = [:]
  /// The largest number of refusals. A search ends there, so that a long list in which no item can be focused does not
  /// block the program.
  private static let maximumRefusals = 10_000
  private var refusals = 0

  /// - Parameter ask: Returns whether the program lets an item get the focus; `nil` to allow every item.
  package init(_ list: List, _ ask: ((ElementPath) -> Bool)? = nil) {
    (self.list, self.ask) = (list, ask)
  }

  /// Returns whether an item can get the focus. Headers and footers of subsections cannot.
  func canFocus(_ path: ElementPath) -> Bool {
    guard list.canChoose(path) else { return false }
    guard let ask else { return true }
    if let answer = answers[path] { return answer }
    guard !hasGivenUp else { return false }
    let answer = ask(path)
    answers[path] = answer
    if !answer { refusals += 1 }
    return answer
  }

  /// Whether so many items refused that no more are asked.
  private var hasGivenUp: Bool { refusals >= Self.maximumRefusals }

  /// Returns whether a search for an item ends at `path`: because it can get the focus, or because the search has taken
  /// too long. In the latter case `canFocus` is false.
  func endsSearch(at path: ElementPath) -> Bool {
    list.canChoose(path) && (hasGivenUp || canFocus(path))
  }
}
