import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

extension ListEngine {
  private static let pillGap = 16.0
  /// If the last items are gone, so many before them are tried.
  private static let tries = 64

  /// Counts what an update added at the end while the person is elsewhere.
  func countUnseen(_ transition: UpdateTransaction) {
    guard settings.anchorPolicy == .end, !followsEnd, scroll.target == nil, transition.reason == .program else {
      return
    }
    let old = transition.oldList
    guard var path = old.lastPath else { return }
    for _ in 0..<Self.tries {
      if let new = transition.mapping.newPath(ofOld: path) {
        chrome.unseenCount += itemsAfter(new)
        return
      }
      guard let before = old.path(before: path) else { return }
      path = before
    }
  }

  /// How many items of the list come after one.
  private func itemsAfter(_ path: ElementPath) -> Int {
    document.list.sections[path.section...].reduce(0) { $0 + $1.count } - path.item - 1
  }

  /// What is seen by now is not unseen any more.
  func runUnseenPass(_ context: FrameContext) {
    if chrome.unseenCount > 0 {
      let edge = scroll.presentedOffset + layout.length
      let last = items.bound.last { $0.key.kind == .item && layout.lead($0.target) < edge }
      let rest = scroll.endTracking.isAtEnd ? 0 : last?.key.path.map(itemsAfter) ?? 0
      chrome.unseenCount = min(chrome.unseenCount, rest)
    }
    let isWanted = chrome.unseenCount > 0 && settings.showsUnseenPill
    guard isWanted || chrome.pillHolder.isShown else { return }
    host?.withoutRequestingFrames {
      let pill = UnseenPill(count: chrome.unseenCount) { [weak self] in self?.scroll(to: .end) }
      chrome.pillHolder.show(isWanted ? AnyComponent(pill) : nil, at: context.now)
      if isWanted {
        let size = chrome.pillHolder.sizeThatFits(layout.size, environment: context.environment)
        let x = context.environment.rounded((layout.bounds.width - size.width) / 2)
        let y = layout.bounds.height - Self.pillGap - size.height
        chrome.pillHolder.frame = Rect(x: x, y: y, width: size.width, height: size.height)
      }
      chrome.pillHolder.layoutIfNeeded(environment: context.environment)
    }
  }
}

extension List {
  var lastPath: ElementPath? {
    sections.lastIndex { $0.count > 0 }.map { ElementPath(section: $0, item: sections[$0].count - 1) }
  }

  fileprivate func path(before path: ElementPath) -> ElementPath? {
    if path.item > 0 { return ElementPath(section: path.section, item: path.item - 1) }
    let before = sections[..<path.section].lastIndex { $0.count > 0 }
    return before.map { ElementPath(section: $0, item: sections[$0].count - 1) }
  }
}
