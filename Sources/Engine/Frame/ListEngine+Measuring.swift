import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

extension ListEngine {
  /// Measures what came in sight with an estimated size.
  /// - Returns: True if something turned out different and has moved.
  func measure(_ context: FrameContext, _ guessing: Guessing) -> Bool {
    guard somethingIsUnmeasured() else { return false }
    let held = heldPosition
    let sections = layout.hasNewEnvironment ? holdSections() : captureSectionAnchors()
    var moved = false
    for item in items.bound where item.measuredWidth != item.target.width {
      item.measuredWidth = item.target.width
      moved = layout.solver.setMeasured(measuredSize(of: item, context), for: item.key) || moved
    }
    if moved {
      adoptMeanEstimates(guessing)
      adaptSections(to: sections)
      if layout.hasNewEnvironment, let focusHeldAside = anchors.nestedFocus { keepSeenAside(focusHeldAside) }
      layoutMoved(held, context)
    }
    return moved
  }

  /// What was measured says how long the rest may be.
  private func adoptMeanEstimates(_ guessing: Guessing) {
    var (last, isAsked) = (-1, false)
    func adopt() {
      guard last >= 0, isAsked else { return }
      _ = layout.solver.adoptMeanEstimate(last, tolerance: guessing.tolerance, minimumCount: guessing.minimumCount)
    }
    for item in items.bound where item.key.kind == .item {
      if item.key.section != last {
        adopt()
        (last, isAsked) = (item.key.section, true)
      }
      // What is not asked keeps the layout's own estimate.
      if !item.row.component.layoutMode.asksForHeight { isAsked = false }
    }
    adopt()
  }

  /// How far beyond both edges there is what comes in sight once what is realised is measured, if it turns out as what is
  /// measured there did.
  ///
  /// The guess is the mean of all that was measured in a section. Where rows that are much smaller follow many larger
  /// ones, their neighbours know better.
  /// - Parameter isCautious: True to expect the least of what the neighbours make likely, so to look farther.
  /// - Returns: In logical pixels.
  /// - Complexity: O(what is in sight).
  func reachOfUnmeasured(isCautious: Bool) -> Double {
    var (known, guessed) = (Lengths(), Lengths())
    for item in items.bound where item.key.kind == .item {
      let length = item.target.size[layout.axis]
      if item.measuredWidth == item.target.width { known.add(length) } else { guessed.add(length) }
    }
    guard known.count > 0, guessed.count > 0 else { return 0 }
    let expected = max(1, isCautious ? min(known.least, known.mean / 4) : known.mean)
    return min(guessed.sum, layout.length) * max(0, min(Self.mostBeyond, guessed.mean / expected) - 1)
  }

  /// No window is looked beyond by more than so many times its length.
  private static let mostBeyond = 32.0

  private struct Lengths {
    private(set) var sum = 0.0
    private(set) var least = Double.infinity
    private(set) var count = 0

    var mean: Double { sum / Double(count) }

    mutating func add(_ length: Double) {
      sum += length
      least = min(least, length)
      count += 1
    }
  }

  /// When the mean of what was measured becomes the guess for the rest of a section.
  struct Guessing {
    /// Part of the guess so far by which the mean must differ.
    let tolerance: Double
    let minimumCount: Int

    /// A guess that is off by less is kept: the scrollbar's thumb is not to tremble. The mean of fewer says little.
    static let byMean = Guessing(tolerance: 0.1, minimumCount: 16)
    /// Where one round of measuring was not enough, and rows are not half as tall as thought, three will not be either: the
    /// mean of a few is better then.
    static let inNeed = Guessing(tolerance: 0.5, minimumCount: 3)
  }

  func somethingIsUnmeasured() -> Bool {
    var found = false
    for item in items.bound where item.measuredWidth != item.target.width {
      if asksForSize(item.key, item.row) {
        found = true
      } else {
        // The layout alone decides: there is nothing to measure.
        item.measuredWidth = item.target.width
      }
    }
    return found
  }

  /// True if the layout leaves a side of the item to its content, and the content wants to say.
  func asksForSize(_ key: LayoutElement.Key, _ row: Row) -> Bool {
    let (proposal, mode) = (layout.solver.proposedSize(for: key), row.component.layoutMode)
    return proposal.height == nil && mode.asksForHeight || proposal.width == nil && mode != .fitContainer
  }

  var holdsTheEnd: Bool {
    guard let relayout = anchors.relayout, relayout.offset == scroll.scroller.offset,
      motion.update != nil || layout.hasNewEnvironment
    else { return followsEnd }
    return relayout.showsEnd || (layout.hasNewEnvironment ? relayout.followsEnd : followsEnd)
  }

  /// What an update holds in place is held too while its new neighbours are measured.
  func anchorForMeasuring() -> Anchor? {
    // Before it is measured there may not be the room for what is held to stand where it stood.
    if layout.hasNewEnvironment, let relayout = anchors.relayout {
      if relayout.anchor == nil || relayout.offset == scroll.scroller.offset { return fitted(relayout) }
    }
    guard let transition = motion.update else {
      if anchors.measuring == nil, !showsStart { anchors.measuring = captureAnchor(isMeasuring: true) }
      return anchors.measuring
    }
    guard let anchor = transition.anchor else { return showsStart ? nil : captureAnchor() }
    return Anchor(path: anchor.path, position: anchor.position - transition.scrolled)
  }

  func measuredSize(of item: BoundItem, _ context: FrameContext) -> Size {
    let proposal = layout.solver.proposedSize(for: item.key)
    if let size = item.row.component.referenceSize(in: layout.bounds) {
      reportSize(size, of: item, width: proposal.width, height: proposal.height)
      return size
    }
    let space = Size(width: proposal.width ?? .infinity, height: proposal.height ?? .infinity)
    let size = item.content.sizeThatFits(space, environment: context.environment)
    reportSize(size, of: item, width: proposal.width, height: proposal.height)
    return Size(width: proposal.width ?? size.width, height: proposal.height ?? size.height)
  }
}
