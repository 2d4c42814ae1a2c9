import Scrollwork

/// What is said in place of a list that has nothing to show.
struct Notice {
  var symbol: Symbol
  var title: String
  var detail: String
  var button = ""
  var isFailure = false
  var action: (@MainActor () -> Void)?
}

/// A list, or a notice in its place.
final class ScreenView: View {
  var list: CollectionView? {
    didSet { if let list { addChild(list) } }
  }

  private var notice: EmptyStateView?

  /// - Parameter hidesList: Whether the list keeps its state but is not seen below the notice.
  func show(_ notice: Notice?, hidingList hidesList: Bool = false) {
    list?.isHidden = hidesList
    self.notice?.removeFromParent()
    self.notice = nil
    guard let notice else { return }
    let view = EmptyStateView(
      symbol: notice.symbol, heading: notice.title, message: notice.detail, action: notice.button,
      onActivate: notice.action)
    view.isFailure = notice.isFailure
    addChild(view)
    self.notice = view
  }

  override func layout(environment: Environment) {
    list?.frame = bounds
    notice?.frame = bounds
  }
}
