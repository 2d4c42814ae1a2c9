import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// The capture of the anchor of an update.
extension AnchorKeeper {
  /// Captures the anchor of an update. The layout is still the old one.
  /// - Returns: The anchor, with its path in the new list.
  package mutating func capture(
    for update: UpdateTransaction, _ layout: borrowing LayoutState, _ scroll: borrowing ScrollState,
    _ items: borrowing ItemStore, _ input: AnchorInput
  ) -> Anchor {
    let lacksRoom = beginCapture(layout, scroll)
    let anchor: Anchor
    if update.mapping.isIdentity, update.reason != .sort {
      anchor = captureSameItems(update, layout, scroll, items, input)
    } else {
      anchor = captureSurvivor(update, lacksRoom: lacksRoom, layout, scroll, items, input)
      dropStanding()
    }
    endCapture()
    return anchor
  }

  /// Returns the anchor of an update that keeps the scroll offset instead of an item. Drops the `preferred` and the
  /// `standing` anchor.
  mutating func skipUpdate() -> Anchor {
    beginWithoutCapture()
    dropStanding()
    endCapture()
    return .offset
  }

  private mutating func captureSameItems(
    _ update: UpdateTransaction, _ layout: borrowing LayoutState, _ scroll: borrowing ScrollState,
    _ items: borrowing ItemStore, _ input: AnchorInput
  ) -> Anchor {
    let follows = scroll.followsEnd(by: input.policy) && lostPosition?.lostItems?.followsEnd != false
    let isAsBefore = layout.hasNewEnvironment || switchesLayout(of: update.oldList, layout, scroll, input)
    let kept = captureStanding(replacing: update.oldList, layout, scroll, items, input)
    stand(on: kept)
    var item = kept.item
    if let path = item?.path, !isAsBefore { item = layout.anchor(at: path, as: path, from: scroll) }
    item?.isWhole = false
    return .item(item, followsEnd: follows, showsEnd: kept.showsEnd)
  }

  /// - Parameter lacksRoom: Whether the previous update brought all lost items back, but the content was too short to
  ///   show them at their saved positions.
  private mutating func captureSurvivor(
    _ update: UpdateTransaction, lacksRoom: Bool, _ layout: borrowing LayoutState, _ scroll: borrowing ScrollState,
    _ items: borrowing ItemStore, _ input: AnchorInput
  ) -> Anchor {
    let (mapping, reason) = (update.mapping, update.reason)
    // The same items in another order do not form the position that the user left.
    if reason == .sort { dropLostPosition() }
    // A filter that only adds items leaves the view where it is.
    let isOther = reason == .sort || reason == .filter && mapping.removesItems(of: update.oldList)
    let lost = lostPosition?.lostItems
    let complete = reason == .program && !lacksRoom || isOther ? nil : lost?.complete(in: input.list)
    // After a filter, all lost items must be back: a few of them do not form the position that the user left.
    if let lost, let returned = complete ?? (reason == .program ? lost.returned(in: input.list, mapping) : nil) {
      let isComplete = complete != nil || lost.complete(in: input.list) != nil
      returnToLostPosition(at: returned, isComplete: isComplete, followsEnd: lost.followsEnd)
      return .item(lost.followsEnd ? nil : returned, followsEnd: lost.followsEnd)
    }
    let item = captureItem(AnchorSearch(onlyFocus: isOther, mapping: mapping), layout, scroll, items, input)
    // A view that shows all of a few matches is at their end too, but the user did not scroll there.
    let wasAtEnd = scroll.followsEnd(by: input.policy) && lost?.followsEnd != false
    let follows = wasAtEnd && reason != .sort
    if item == nil, lostPosition == nil, reason != .sort, !(isOther && follows),
      captureItem(AnchorSearch(), layout, scroll, items, input) != nil
    {
      lose(positionOfItems(of: update.oldList, layout, scroll, input, followsEnd: wasAtEnd))
    }
    if isOther, item == nil, !follows { return .start }
    return .item(item, followsEnd: follows)
  }

  private mutating func positionOfItems(
    of old: List, _ layout: borrowing LayoutState, _ scroll: borrowing ScrollState, _ input: AnchorInput,
    followsEnd: Bool
  ) -> Anchor? {
    let viewport = Rect(origin: scroll.presentedOrigin, size: layout.size)
    findElements(in: viewport, layout)
    var seen: [(path: ElementPath, top: Double)] = []
    for element in elements {
      guard let path = element.key.path else { continue }
      seen.append((path, layout.lead(element.frame) - scroll.scroller.offset))
    }
    let (rest, start) = (seen.filter { $0.path != input.focus }, layout.mainInsets.start)
    let ordered =
      seen.filter { $0.path == input.focus } + rest.filter { $0.top >= start } + rest.filter { $0.top < start }
    return Anchor.LostItems(ordered, in: old, followsEnd: followsEnd).map { .lostPosition($0) }
  }
}

extension ListMapping {
  /// Whether any item of the old list is missing from the new one.
  fileprivate func removesItems(of old: List) -> Bool {
    let survivors = elements.reduce(crossings.count) { $0 + ($1?.survivorCount ?? 0) }
    return survivors < old.sections.reduce(0) { $0 + $1.count }
  }
}
