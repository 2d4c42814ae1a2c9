import Scrollwork
import ScrollworkPlatform

/// A screen that tells why a path cannot be shown, with a button to try again.
final class MessageScreen: ViewerScreen {
  let list = CollectionView()
  var onChange: (() -> Void)?
  var onOpen: ((String) -> Void)?
  private let holder = ScreenView()
  private let path: String
  private let retry: @MainActor () -> Void

  init(path: String, message: String, retry: @escaping @MainActor () -> Void) {
    self.path = path
    self.retry = retry
    holder.content = list
    holder.show(
      Notice(
        symbol: .warning, title: "Cannot open this", detail: Words.sentence(message), button: "Try again",
        isFailure: true,
        action: retry))
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
  func reload() { retry() }
  func stop() {}
}
