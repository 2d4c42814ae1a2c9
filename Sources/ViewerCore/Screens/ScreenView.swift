import Scrollwork

/// A message that replaces an empty list, or appears below an incomplete list.
struct Notice {
  var symbol: Symbol
  var title: String
  var detail: String
  /// The title of the button; empty for none.
  var button = ""
  var isFailure = false
  /// Whether the notice says that nothing matches the filter.
  var isNoMatch = false
  /// Whether the notice answers a key of the user. Then Escape removes it.
  var isAnswer = false
  /// The action of the button.
  var action: (@MainActor () -> Void)?
}

/// A list or table with an optional notice in its place or below it.
final class ScreenView: View {
  var content: View? {
    didSet {
      guard let content else { return }
      addChild(content)
      addChild(ticks)
      addChild(dropMark)
      ticks.list = (content as? TableView)?.list ?? content as? CollectionView
    }
  }
  /// The marks of found rows on the list's scroll bar.
  let ticks = FindTicks()
  /// The highlight of the folder that would receive a drop.
  let dropMark = DropMark()
  /// The bar that scrolls the content horizontally; `nil` for none.
  var sidewaysBar: View? {
    didSet { if let sidewaysBar { addChild(sidewaysBar) } }
  }
  /// The bar with the marked terms; `nil` without one.
  var termBar: TermBar? {
    didSet { if let termBar { addChild(termBar) } }
  }
  /// The distance from the top of `content` to the list, in logical pixels.
  var listTop = 0.0 {
    didSet { if listTop != oldValue { parent?.setNeedsLayout() } }
  }

  /// Whether only a single column fits.
  private(set) var isNarrow = false
  /// Called when `isNarrow` changed.
  var onNarrowChange: (() -> Void)?

  /// Called when the view was added to a window or removed.
  var onHostChange: (() -> Void)?

  private var notice: EmptyStateView?
  /// The margins of a notice, which separate it from the bars of a low window, in logical pixels.
  static let noticeMargins = Insets(horizontal: 0, vertical: 8)
  /// The notice that was set by `show`; `objection` may replace it.
  private var wanted: Notice?
  /// The reason why the text in the filter field is invalid; `nil` if it is valid. It replaces the notice that nothing
  /// matches, which is about a previous text.
  var objection: String? {
    didSet { if objection != oldValue { showNotice() } }
  }
  /// Whether `objection` replaces the notice.
  var showsObjection: Bool { objection != nil && wanted?.isNoMatch == true }
  private var bar: NoticeBar?
  /// Whether the bar below the content answers a key of the user.
  private(set) var showsAnswer = false
  /// The pending call requested by `call(at:_:)`; `nil` for none.
  private var call: (time: Instant, body: () -> Void)?

  override func hostDidChange() { onHostChange?() }

  /// Shows a notice in place of the content; `nil` removes it.
  /// - Parameter hidesContent: Whether the list is hidden, but keeps its state.
  func show(_ notice: Notice?, hidingContent hidesContent: Bool = false) {
    content?.isHidden = hidesContent
    wanted = notice
    showNotice()
  }

  private func showNotice() {
    notice?.removeFromParent()
    notice = nil
    guard var wanted else { return }
    if let objection, wanted.isNoMatch {
      (wanted.title, wanted.detail, wanted.isFailure) = ("No filter yet", Words.sentence(objection), true)
    }
    let view = wanted.makeView()
    addChild(view)
    notice = view
  }

  /// Shows a notice in a bar below the content; `nil` removes it.
  func showBar(_ notice: Notice?) {
    bar?.removeFromParent()
    bar = notice.map { NoticeBar($0) }
    showsAnswer = notice?.isAnswer == true
    if let bar { addChild(bar) }
    setNeedsLayout()
  }

  /// Removes the bar if it answers a key of the user. Returns whether it did.
  func closeAnswer() -> Bool {
    guard showsAnswer else { return false }
    showBar(nil)
    return true
  }

  /// Calls `body` in a frame at or after `time`. A later call replaces an earlier one.
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

  /// Whether a script's `settle` ignores this animation. It always does, because `animate(at:)` only waits for the time
  /// of a call.
  override var animationIsEndless: Bool { true }

  override func layout(environment: Environment) {
    let barHeight = bar?.sizeThatFits(bounds.size, environment: environment).height ?? 0
    bar?.frame = Rect(x: 0, y: bounds.height - barHeight, width: bounds.width, height: barHeight)
    let termHeight = termBar?.height(in: bounds.width, environment: environment) ?? 0
    let bottom = max(0, bounds.height - barHeight - termHeight)
    termBar?.frame = Rect(x: 0, y: bottom, width: bounds.width, height: termHeight)
    content?.frame = Rect(x: 0, y: 0, width: bounds.width, height: bottom)
    (content as? TableView)?.textMargin = WindowWidth.margin(in: bounds.width)
    // The corner belongs to the list's own bar.
    sidewaysBar?.frame = Rect(
      x: 0, y: bottom - SidewaysBar.height, width: bounds.width - SidewaysBar.height, height: SidewaysBar.height)
    ticks.frame = Rect(
      x: bounds.width - FindTicks.width, y: listTop, width: FindTicks.width, height: max(0, bottom - listTop))
    let top = min(listTop, bottom)
    notice?.frame = Rect(minX: 0, minY: top, maxX: bounds.width, maxY: bottom).inset(by: Self.noticeMargins)
    guard bounds.width > 0, WindowWidth.isNarrow(bounds.width) != isNarrow else { return }
    isNarrow.toggle()
    onNarrowChange?()
  }
}

extension Notice {
  /// Returns a view that shows the notice.
  @MainActor
  func makeView() -> EmptyStateView {
    let view = EmptyStateView(symbol: symbol, heading: title, message: detail, action: button, onActivate: action)
    view.isFailure = isFailure
    return view
  }
}
