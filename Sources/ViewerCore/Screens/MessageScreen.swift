import Scrollwork
import ScrollworkPlatform

/// A screen that tells why a path is not shown, with a button: to try again, or to open it with another program.
final class MessageScreen: ViewerScreen {
  let list = CollectionView()
  var onChange: (() -> Void)?
  var onOpen: ((String) -> Void)?
  private let holder = ScreenView()
  private let path: String
  /// The notice, whose button Return activates.
  private let notice: Notice

  /// Tells why a path cannot be opened.
  convenience init(path: String, error: FileError, retry: @escaping @MainActor () -> Void) {
    self.init(
      path: path,
      Notice(
        symbol: .warning, title: "Cannot open this", detail: Words.pathAndReason(error), button: "Try again",
        isFailure: true, action: retry))
  }

  /// Shows a notice in place of the content of a path.
  init(path: String, _ notice: Notice) {
    self.path = path
    self.notice = notice
    holder.content = list
    // An empty list leaves the keys that select to the window.
    list.selectionMode = .none
    holder.show(notice)
  }

  var title: String { PathBytes.display(FilePath.lastComponent(of: path)) }
  var view: View { holder }
  var crumbs: [CrumbBar.Crumb] { CrumbBar.Crumb.parts(of: path) }
  let status = Status()
  let isBusy = false
  let filterPrompt: String? = nil
  let hasInspection = false

  func setFilter(_ texts: [String]) throws(ExpressionError) {}
  func setSort(_ keys: [SortKey]) throws(ExpressionError) {}
  func reload() { if notice.isFailure { notice.action?() } }
  func stop() {}

  func handleKey(_ event: KeyEvent) -> Bool {
    guard event.key == .enter, event.modifiers.isEmpty, let action = notice.action else { return false }
    action()
    return true
  }
}
