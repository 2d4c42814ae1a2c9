import Scrollwork

/// What is said in place of a list that has nothing to show, or below one that does not show all.
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

  /// True while there is room for one column only.
  private(set) var isNarrow = false
  /// Called when `isNarrow` is another than before.
  var onNarrowChange: (() -> Void)?

  private var notice: EmptyStateView?
  private var bar: NoticeBar?
  private var call: (time: Instant, body: () -> Void)?

  /// - Parameter hidesList: Whether the list keeps its state but is not seen below the notice.
  func show(_ notice: Notice?, hidingList hidesList: Bool = false) {
    list?.isHidden = hidesList
    self.notice?.removeFromParent()
    self.notice = nil
    guard let notice else { return }
    let view = notice.makeView()
    addChild(view)
    self.notice = view
  }

  /// Says below the list that it is not all.
  func showBar(_ notice: Notice?) {
    bar?.removeFromParent()
    bar = notice.map { NoticeBar($0) }
    if let bar { addChild(bar) }
    setNeedsLayout()
  }

  /// Calls `body` at that time, when a frame is made for it. It takes the place of a call that is still to come.
  func call(at time: Instant, _ body: @escaping () -> Void) {
    call = (time, body)
    host?.animate(self)
  }

  override func animate(at now: Instant) -> Instant? {
    guard let call else { return nil }
    guard now >= call.time else { return call.time }
    self.call = nil
    call.body()
    return nil
  }

  /// Nothing moves while time passes.
  override var animationIsEndless: Bool { true }

  override func layout(environment: Environment) {
    let height = bar?.sizeThatFits(bounds.size, environment: environment).height ?? 0
    bar?.frame = Rect(x: 0, y: bounds.height - height, width: bounds.width, height: height)
    list?.frame = Rect(x: 0, y: 0, width: bounds.width, height: max(0, bounds.height - height))
    notice?.frame = bounds
    guard bounds.width > 0, WindowWidth.isNarrow(bounds.width) != isNarrow else { return }
    isNarrow.toggle()
    onNarrowChange?()
  }
}

extension Notice {
  /// What says it.
  @MainActor
  func makeView() -> EmptyStateView {
    let view = EmptyStateView(symbol: symbol, heading: title, message: detail, action: button, onActivate: action)
    view.isFailure = isFailure
    return view
  }
}
