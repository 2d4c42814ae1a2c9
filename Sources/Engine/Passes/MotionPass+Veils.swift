import ScrollworkLayout

/// The rows of an expanded or collapsed branch of an outline. They stand still in their final spacing, and the rows
/// below, which make room for them or close up, unveil or veil them. So no two rows of text are drawn on one another.
extension MotionPass {
  /// Veils the rows that an update inserts or removes below a row of an outline. Call when the moves have started.
  static func veilBranches(_ items: borrowing ItemStore, _ update: UpdateTransaction) {
    veilRows(among: items.bound)
    guard items.exiting.contains(where: \.placement.awaitsVeil) else { return }
    var kept: [(path: ElementPath, item: BoundItem)] = []
    for item in items.bound where item.key.kind == .item && !item.placement.isVeiled {
      guard let path = item.key.path.flatMap(update.mapping.oldPath) else { continue }
      kept.append((path, item))
    }
    kept.sort { $0.path < $1.path }
    for item in items.exiting where item.placement.awaitsVeil {
      guard let path = item.key.path else { continue }
      if let above = kept.last(where: { $0.path < path })?.item, !above.isPinned {
        item.placement.moveBelow(above.placement)
      }
      item.placement.veil(behind: kept.first { path < $0.path && !$0.item.isPinned }?.item.placement)
    }
  }

  /// Veils the new rows among bound items, and renews the veils of those that earlier updates inserted.
  private static func veilRows(among items: [BoundItem]) {
    var above: BoundItem?
    for item in items where item.key.kind == .item {
      if !item.placement.isVeiled {
        above = item.isPinned ? nil : item
      } else if let above, item.placement.awaitsVeil {
        item.placement.moveBelow(above.placement)
      }
    }
    var below: BoundItem?
    for item in items.reversed() where item.isInLine {
      if item.placement.isVeiled { item.placement.veil(behind: below?.placement) } else { below = item }
    }
  }
}
