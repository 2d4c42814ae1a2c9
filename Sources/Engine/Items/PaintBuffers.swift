import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Scratch memory of painting, kept between frames so that a frame allocates nothing.
@MainActor
package struct PaintBuffers: ~Copyable {
  package init() {}

  /// The items of the frame; items with the same `drawOrder` are in the order in which they are drawn. Empty between
  /// frames.
  private(set) var drawn: [BoundItem] = []
  /// Lines and shadows at the edges of pinned items.
  private var pinEffects: [PinEffect] = []
  /// The number of `pinEffects` that the frame uses. The others are kept for later frames.
  private var pinEffectCount = 0
  /// The effects below tiles that move over others.
  private var plates: [PlateEffect] = []
  /// The number of `plates` that the frame uses. The others are kept for later frames.
  private var plateCount = 0
  /// For each nesting depth of sections, the draw order of the lowest pinned item whose shadow is not emitted yet;
  /// `Int.max` if there is none.
  private(set) var shadowLevels: [Int] = []
  /// The backdrop and the shadow of a dragged item.
  let lift = LiftEffect()
  /// The items given to handlers of visible items.
  private var visibleItems: [LayoutVisibleItem] = []
  /// Whether the last frame had handlers of visible items, so that items may have attribute overrides.
  package private(set) var hasOverrides = false
  /// The fill with which moving rows cover the rows that they pass; `nil` if moving rows do not cover others.
  private(set) var backdrop: Color?
  /// The largest jump of an item in a frame that applies an update, in logical pixels. Scrolling by the user is no
  /// jump.
  package private(set) var largestStep = 0.0

  // MARK: A frame

  /// Collects the items of a frame in `drawn`.
  mutating func begin(_ items: borrowing ItemStore, backdrop: Color?) {
    (largestStep, self.backdrop, plateCount) = (0, backdrop, 0)
    drawn.append(contentsOf: items.exiting)
    drawn.append(contentsOf: items.bound)
  }

  /// The initial ranks of exiting items and of items that fade in. So exiting items lie below items that fade in, and
  /// both lie below all other items.
  private static let (exitingRank, fadingRank) = (-2, -1)

  /// Sorts the items in `drawn`, so that items with the same `drawOrder` are in the order in which they are drawn.
  ///
  /// At rest, the items are drawn in reading order. During motion items may overlap, so each keeps its rank among the
  /// others until nothing moves, even if updates change the reading order. An item that enters is drawn just above the
  /// item before it.
  /// - Complexity: O(*v*) for *v* items; O(*v* log *v*) if their drawing order differs from the reading order.
  mutating func order(isAnimating: Bool, at now: Instant) {
    guard isAnimating else {
      for item in drawn { (item.drawRank, item.isBelowItems) = (nil, false) }
      return
    }
    var before = 0
    for (index, item) in drawn.enumerated() {
      let first = item.isExiting ? Self.exitingRank : item.isFading(at: now) ? Self.fadingRank : before
      if item.drawRank == nil, first < 0 { item.isBelowItems = true }
      item.lowerTitle()
      let rank = item.drawRank ?? first
      if !item.isExiting { before = max(before, rank) }
      // Reading order decides between equal ranks.
      item.drawRank = rank * drawn.count + index
    }
    for index in drawn.indices.dropFirst() where drawn[index - 1].rank > drawn[index].rank {
      drawn.sort { $0.rank < $1.rank }
      break
    }
    for (index, item) in drawn.enumerated() { item.drawRank = index + 1 }
  }

  /// Records the jump of an item, in logical pixels.
  mutating func recordStep(_ distance: Double) { largestStep = max(largestStep, distance) }

  /// Traps if the frame left anything to paint. Call between frames.
  package func checkInvariants() {
    precondition(drawn.isEmpty, "\(drawn.count) items were drawn and not forgotten")
    precondition(shadowLevels.allSatisfy { $0 == .max }, "shadows of pinned items were not emitted")
  }

  /// Forgets the items of the frame.
  mutating func end() { drawn.removeAll(keepingCapacity: true) }

  // MARK: Pinned items

  /// Forgets the shadows of the last frame, and makes all effects available again.
  mutating func beginPinEffects() {
    pinEffectCount = 0
    shadowLevels.removeAll(keepingCapacity: true)
  }

  /// Returns an effect that the frame does not use yet.
  mutating func takePinEffect() -> PinEffect {
    defer { pinEffectCount += 1 }
    if pinEffectCount == pinEffects.count { pinEffects.append(PinEffect()) }
    return pinEffects[pinEffectCount]
  }

  /// Adds a shadow. It falls on all lower items, so it is emitted just before the lowest pinned item of its depth.
  mutating func addShadow(at depth: Int, below drawOrder: Int) {
    while shadowLevels.count <= depth { shadowLevels.append(.max) }
    shadowLevels[depth] = min(shadowLevels[depth], drawOrder)
  }

  /// Records that the shadows of pinned items at a nesting depth are emitted.
  mutating func endShadows(at depth: Int) { shadowLevels[depth] = .max }

  /// Records that the shadows of pinned items at a nesting depth have been emitted.
  mutating func takePlate() -> PlateEffect {
    defer { plateCount += 1 }
    if plateCount == plates.count { plates.append(PlateEffect()) }
    return plates[plateCount]
  }

  // MARK: Overrides

  /// Calls the handlers of visible items.
  /// - Parameter change: Called with each element and the changes that a handler made.
  mutating func handleVisibleItems(
    of layout: borrowing LayoutState, contentOffset: Point, _ change: (LayoutElement, LayoutVisibleItem) -> Void
  ) {
    hasOverrides = layout.solver.hasVisibleItemsHandlers
    layout.solver.handleVisibleItems(layout.visible, scroll: contentOffset, items: &visibleItems, change)
  }
}

extension BoundItem {
  /// The rank among items of the same draw order. Every item has a rank while anything moves.
  fileprivate var rank: Int { drawRank ?? 0 }

  /// Moves a fading header or footer below the items in drawing order, so that it never covers an item that passes.
  fileprivate func lowerTitle() {
    guard isBelowItems, !isPinned, isHeaderOrFooter || key.kind == .header || key.kind == .footer else { return }
    drawOrder = LayoutElement.drawOrder(.item, zIndex: min(zIndex, 0), isPinned: false, depth: depth)
  }

  /// Whether the item fades.
  fileprivate func isFading(at now: Instant) -> Bool { !alpha.isAtRest(at: now) }
}
