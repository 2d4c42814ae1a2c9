import ScrollworkContentViews
package import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// Takes the newest list: finds what it changes, and lays it out.
///
/// - Reads: the pending update, the old list, the scroll position, bound items.
/// - Writes: the document and the layout.
/// - Returns: the transaction of the update: its mapping, with the old list and the old layout.
@MainActor
package enum UpdatePass {
  /// Returns the mapping from the shown list to the newest one; `nil` while another thread computes the mapping.
  /// - Parameters:
  ///   - threshold: The smallest number of items for which another thread computes the mapping; `nil` for never.
  ///   - onEnd: Called when the other thread has finished.
  static func findMapping(
    _ document: inout Document, to pending: PendingUpdate, threshold: Int?, onEnd: @escaping @MainActor () -> Void
  ) -> ListMapping? {
    if let known = pending.known, known.generation == document.generation { return known.mapping }
    let (old, new) = (document.list.identities, pending.list.identities)
    guard let threshold else { return ListMapping.between(old, and: new) }
    if let diff = document.backgroundDiff {
      guard let mapping = diff.mapping else { return nil }
      let isStale = !diff.leads(to: pending.update, from: document.generation)
      document.endDiff(isStale: isStale)
      if !isStale { return mapping }
    }
    let sections = ListMapping.sections(of: old, and: new)
    // If a program applies lists faster than they are diffed, no background diff would ever be used. So after three
    // dropped diffs the frame runs the diff itself.
    guard document.staleDiffCount < 3, BackgroundDiff.cost(from: old, to: new, sections: sections) >= threshold,
      let comparison = ListComparison(from: old, to: new, sections: sections)
    else {
      document.forgetStaleDiffs()
      return ListMapping.between(old, and: new, sections: sections)
    }
    document.begin(BackgroundDiff(comparison, for: pending.update, since: document.generation, onEnd: onEnd))
    return nil
  }

  /// Replaces the list that is shown by the new list of an update.
  package static func take(_ document: inout Document, _ list: List) { document.take(list) }

  /// Replaces the list that is shown by a list that is not diffed with it.
  package static func replaceList(_ document: inout Document, by list: List) { document.replace(by: list) }

  /// Returns the transaction of an update with the state before it. Call while the layout is still the old one.
  package static func begin(
    _ mapping: ListMapping, replacing old: List, reason: UpdateReason, _ layout: borrowing LayoutState,
    _ scroll: borrowing ScrollState
  ) -> UpdateTransaction {
    UpdateTransaction(
      mapping: mapping, oldList: old, oldSolver: layout.solver, oldOrigin: scroll.presentedOrigin, isAnimated: false,
      reason: reason)
  }

  /// Returns the transaction of a frame that changes no items but, by animation, their frames. Call while the layout is
  /// still the old one.
  static func beginResize(
    of list: List, _ layout: borrowing LayoutState, _ scroll: borrowing ScrollState
  ) -> UpdateTransaction {
    var update = begin(.identity(of: list), replacing: list, reason: .program, layout, scroll)
    update.isAnimated = true
    return update
  }

  /// Records a problem if the diff found the same identity twice.
  static func reportRepetition(in mapping: ListMapping, _ list: List, _ binder: Binder) {
    guard let repetition = mapping.repetition else { return }
    switch (repetition.first, repetition.second) {
    case (.element(let first), .element(let second)):
      binder.record(.repeatedIdentity(list.id(at: first), first: first, second: second))
    case (.section(let first), .section(let second)):
      binder.record(.repeatedSection(list.sections[first].id, first: first, second: second))
    default: break
    }
  }

  /// Lays out the new list of an update. Measured sizes stay with their items.
  /// - Parameter sections: The sections, by their positions in the old list, whose layouts are resolved again at once.
  /// - Returns: Whether the list scrolls in another direction than before.
  package static func run(
    _ layout: inout LayoutState, _ update: UpdateTransaction, _ list: List, resolving sections: Set<Int>
  ) -> Bool {
    let axis = layout.axis
    layout.follow(update, list, resolving: sections)
    return layout.axis != axis
  }

  /// Lays out a list without regard to the previous list.
  /// - Returns: Whether the configuration changed, for example the scroll direction.
  package static func replace(_ layout: inout LayoutState, by list: List) -> Bool {
    layout.markRearranged()
    return layout.reload(list, environment: layout.environment ?? LayoutEnvironment(container: layout.size))
  }

  /// Adapts the anchor of an update to the new layout. If the scroll direction changed, moves the anchor's item into
  /// the area inside the content insets, which may be shorter in the new direction.
  /// - Parameter standing: The anchor that the view had before; it replaces the anchor of the update if the same frame
  ///   resizes the view.
  package static func fit(
    _ anchor: Anchor, _ standing: Anchor?, _ update: UpdateTransaction, in layout: borrowing LayoutState
  ) -> Anchor {
    var item = anchor.item
    if layout.hasNewEnvironment, let standing { item = standing.resolve(in: layout) }
    if let kept = item, update.oldSolver.configuration.scrollDirection != layout.axis {
      item?.position = layout.wholePosition(of: kept.path, near: kept.position)
    }
    return anchor.moved(to: item)
  }

  /// Returns the paths, in the new list, of the visible items that survive an update. Items whose start is visible come
  /// first. Empty if there are no nested containers, because only they need the paths.
  static func lookedAt(
    _ update: UpdateTransaction, _ items: borrowing ItemStore, _ layout: borrowing LayoutState, _ list: List,
    from offset: Double
  ) -> [ElementPath] {
    guard layout.solver.hasOwnScrolling else { return [] }
    let window = Rect(origin: update.oldOrigin, size: layout.environment?.container ?? layout.size)
    let seen = items.bound.filter { $0.key.path != nil && $0.placement.visibleTarget.intersects(window) }
    var whole: [BoundItem] = []
    var cut: [BoundItem] = []
    for item in seen {
      if layout.lead(item.target) >= offset + layout.mainInsets.start {
        whole.append(item)
      } else {
        cut.append(item)
      }
    }
    return (whole + cut).compactMap { $0.key.path.flatMap(update.mapping.newPath) }.filter(list.canChoose)
  }
}

extension Anchor {
  /// Returns the anchor with `item` in place of its item. `start`, `lostPosition` and `container` stay unchanged.
  package func moved(to item: Item?) -> Anchor {
    switch self {
    case .end(var end):
      end.item = item
      return .end(end)
    case .offset, .item: return item.map { .item($0) } ?? .offset
    case .start, .lostPosition, .container: return self
    }
  }
}

extension List {
  /// The identities of all sections and their items.
  package var identities: [SectionIdentity] {
    sections.map { SectionIdentity(id: $0.id, elements: $0.rows.identities) }
  }
}

extension ListMapping {
  /// Returns the mapping that leaves every item where it is.
  package static func identity(of list: List) -> ListMapping {
    ListMapping(
      sections: .identity(count: list.sections.count), elements: list.sections.map { .identity(count: $0.count) })
  }
}
