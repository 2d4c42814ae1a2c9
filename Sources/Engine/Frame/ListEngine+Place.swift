import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// What an update is to hold in place.
struct Hold {
  var anchor: Anchor?
  var followsEnd = false
  /// The person asked for a change, and nothing that matters is seen: what comes first is shown.
  var showsStart = false
  /// True if a place that was lost is there again.
  var hasReturned = false
  /// What more is known of it while the items stay what they are.
  var relayout: RelayoutHold?
}

/// Where the view stood when all that was seen was taken out of the list. What comes back first takes the view along.
struct LostPosition {
  private let section: ElementID
  /// The items of a section that were seen.
  private let column: IdentityColumn
  /// Distances of their starts from the viewport's start, in logical pixels.
  private let tops: [Double]
  /// Positions in the column, the best anchor first.
  private let preference: [Int]
  let followsEnd: Bool

  /// - Parameter elements: What is seen, with its distance from the viewport's start, the best anchor first.
  init?(_ elements: [(path: ElementPath, top: Double)], in list: List, followsEnd: Bool) {
    guard let first = elements.first else { return nil }
    let seen = elements.filter { $0.path.section == first.path.section }
    let order = seen.indices.sorted { seen[$0].path.item < seen[$1].path.item }
    let section = list.sections[first.path.section]
    self.section = section.id
    column = section.rows.identities.part(order.map { seen[$0].path.item..<seen[$0].path.item + 1 })
    tops = order.map { seen[$0].top }
    preference = order.indices.sorted { order[$0] < order[$1] }
    self.followsEnd = followsEnd
  }

  /// Where the view is to be held if something that was lost has come back with this update.
  func anchor(in list: List, _ mapping: ListMapping) -> Anchor? {
    guard let section = list.sections.firstIndex(where: { $0.id == section }) else { return nil }
    let identities = list.sections[section].rows.identities
    let inserted = mapping.elements[section].map { $0.insertedRanges() } ?? [0..<identities.count]
    if inserted.allSatisfy(\.isEmpty) { return nil }
    let places = column.mapping(to: identities, among: inserted)
    for index in preference {
      guard let item = places.newPosition(ofOld: index) else { continue }
      let range = inserted.partitioningIndex { $0.upperBound > item }
      guard range < inserted.count, inserted[range].contains(item) else { continue }
      return Anchor(path: ElementPath(section: section, item: item), position: tops[index])
    }
    return nil
  }
}

extension LostPosition {
  /// Where the view is to be held if all that was seen is there, whether it was away or not.
  func anchor(in list: List) -> Anchor? {
    guard let section = list.sections.firstIndex(where: { $0.id == section }) else { return nil }
    let identities = list.sections[section].rows.identities
    let places = column.mapping(to: identities, among: [0..<identities.count])
    if preference.contains(where: { places.newPosition(ofOld: $0) == nil }) { return nil }
    guard let best = preference.first, let item = places.newPosition(ofOld: best) else { return nil }
    return Anchor(path: ElementPath(section: section, item: item), position: tops[best])
  }
}

extension ListEngine {
  /// What an update from `old` to the list that is current is to hold in place. The layout is still the old one.
  func hold(through mapping: ListMapping, from old: List, _ reason: UpdateReason) -> Hold {
    if mapping.isIdentity, reason != .sort {
      let follows = followsEnd && anchors.lostPosition?.followsEnd != false
      let isAsBefore = layout.hasNewEnvironment || switchesHeldLayout(from: old)
      let hold = holdForUpdate(from: old)
      return Hold(
        anchor: isAsBefore ? hold.anchor : hold.anchor.flatMap(asItStands), followsEnd: follows, relayout: hold)
    }
    // In another order the same items make another place.
    if reason == .sort { anchors.lostPosition = nil }
    // Who asks to see more of what is around goes on reading where one was.
    let isOther = reason == .sort || reason == .filter && takesAway(mapping, from: old)
    // Who asked for fewer items and asks for all of them again comes back; some of them are not yet the place.
    let returned =
      reason == .program
      ? anchors.lostPosition?.anchor(in: document.list, mapping)
      : isOther ? nil : anchors.lostPosition?.anchor(in: document.list)
    if let place = anchors.lostPosition, let returned {
      anchors.lostPosition = nil
      return Hold(anchor: place.followsEnd ? nil : returned, followsEnd: place.followsEnd, hasReturned: true)
    }
    let anchor = captureAnchor(onlyFocus: isOther) { mapping.newPath(ofOld: $0) }
    // Whoever sees all of a few matches stands at their end as well, but did not go there.
    let follows = followsEnd && anchors.lostPosition?.followsEnd != false
    let followsOn = follows && reason != .sort
    if anchor == nil, anchors.lostPosition == nil, reason != .sort, !(isOther && followsOn), captureAnchor() != nil {
      anchors.lostPosition = place(in: old, follows)
    }
    return Hold(anchor: anchor, followsEnd: followsOn, showsStart: isOther && anchor == nil && !followsOn)
  }

  private func takesAway(_ mapping: ListMapping, from old: List) -> Bool {
    let survivors = mapping.elements.reduce(mapping.crossings.count) { $0 + ($1?.survivorCount ?? 0) }
    return survivors < old.sections.reduce(0) { $0 + $1.count }
  }

  private func place(in old: List, _ followsEnd: Bool) -> LostPosition? {
    let viewport = self.viewport
    layout.findElements(in: viewport, pinnedIn: viewport)
    let seen = layout.visible.compactMap { element in
      element.key.path.map { (path: $0, top: layout.lead(element.frame) - scroll.scroller.offset) }
    }
    let focus = seen.filter { $0.path == heldFocus }
    let rest = seen.filter { $0.path != heldFocus }
    return LostPosition(
      focus + rest.filter { $0.top >= 0 } + rest.filter { $0.top < 0 }, in: old, followsEnd: followsEnd)
  }
}
