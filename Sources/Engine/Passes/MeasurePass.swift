import ScrollworkGeometry
package import ScrollworkHostInterface
import ScrollworkLayout

/// Measures bound items, and those ahead of the viewport, whose size the layout leaves open. Records the sizes in the
/// layout.
///
/// - Reads: the layout, the bound items and those ahead, and through the binder their content views.
/// - Writes: the layout; in items, the measured width and the new size.
/// - Returns: whether any element moved.
@MainActor
package enum MeasurePass {
  /// The conditions under which the mean of measured extents becomes the estimate for the rest of a section.
  ///
  /// Better estimates make the content's length and the scroll bar right early; adopting them too often moves the
  /// thumb.
  package struct MeanConditions {
    /// The largest difference between mean and old estimate that is ignored, as a fraction of the old estimate.
    let tolerance: Double
    /// The number of measured items below which the estimate stays as it is.
    let minimumCount: Int

    /// The conditions in the first round of the measuring loop: at least 16 measured items, whose mean differs from the
    /// estimate by more than a tenth. Smaller corrections would make the scroll bar's thumb tremble, and the mean of
    /// fewer items says little.
    package static let firstRound = MeanConditions(tolerance: 0.1, minimumCount: 16)
    /// The conditions from the second round on: at least three measured items, whose mean differs from the estimate by
    /// more than half. If rows are that much smaller than estimated, the few rounds of a frame would not fill the
    /// viewport without a new estimate.
    package static let laterRounds = MeanConditions(tolerance: 0.5, minimumCount: 3)
  }

  /// Measures the items that are not measured for their current width, and stores the sizes in the items. Because
  /// components run here, the layout takes the sizes later, in `run(_:_:_:)`.
  package static func measure(
    _ items: borrowing ItemStore, _ layout: borrowing LayoutState, _ binder: Binder, _ environment: Environment
  ) {
    // `measuredWidth` is set before the component runs. If the content view asks for another size meanwhile, it is
    // reset below.
    for item in items.ahead { measure(item, layout, binder, environment) }
    for item in items.bound { measure(item, layout, binder, environment) }
    binder.applyMeasureRequests(to: items.bound)
  }

  private static func measure(
    _ item: BoundItem, _ layout: borrowing LayoutState, _ binder: Binder, _ environment: Environment
  ) {
    guard item.measuredWidth != item.target.width else { return }
    item.measuredWidth = item.target.width
    let proposal = layout.solver.proposedSize(for: item.key)
    let size = binder.measure(item, for: proposal, in: layout.bounds, environment)
    item.newSize = size
    binder.count(measured: size[layout.axis], estimate: item.target.size[layout.axis])
  }

  /// Records the new sizes of the items in the layout.
  /// - Returns: Whether any element moved.
  package static func run(
    _ layout: inout LayoutState, _ items: borrowing ItemStore, _ conditions: MeanConditions
  ) -> Bool {
    var moved = false
    for item in items.ahead { moved = record(item, &layout) || moved }
    for item in items.bound { moved = record(item, &layout) || moved }
    if moved { adoptMeanEstimates(&layout, items, conditions) }
    return moved
  }

  private static func record(_ item: BoundItem, _ layout: inout LayoutState) -> Bool {
    guard let size = item.newSize else { return false }
    item.newSize = nil
    return layout.record(size, of: item.key)
  }

  /// Whether any item must be measured. Marks the bound items whose size the layout alone decides as measured.
  /// - Complexity: O(*v*) in the number of bound items.
  package static func hasUnmeasuredItems(_ items: borrowing ItemStore, _ layout: borrowing LayoutState) -> Bool {
    var found = !items.ahead.isEmpty
    for item in items.bound where item.measuredWidth != item.target.width {
      if layout.asksForSize(item.key, item.row) {
        found = true
      } else {
        item.measuredWidth = item.target.width
      }
    }
    return found
  }

  /// Sets the estimates for the unmeasured items of sections with bound items to the mean of the measured extents. A
  /// section keeps its estimate unless the content decides the height of all its bound items, and the mean meets the
  /// conditions in `conditions`.
  private static func adoptMeanEstimates(
    _ layout: inout LayoutState, _ items: borrowing ItemStore, _ conditions: MeanConditions
  ) {
    var (section, asksForHeight) = (-1, false)
    for item in items.bound where item.key.kind == .item {
      if item.key.section != section {
        if section >= 0, asksForHeight { adoptMean(of: section, &layout, conditions) }
        (section, asksForHeight) = (item.key.section, true)
      }
      // A section with items that the content does not make taller or shorter keeps the layout's own estimate.
      if !item.row.component.layoutMode.asksForHeight { asksForHeight = false }
    }
    if section >= 0, asksForHeight { adoptMean(of: section, &layout, conditions) }
  }

  /// Sets the estimate for a section's unmeasured items to the mean of the measured extents, if it meets the conditions
  /// in `conditions`.
  private static func adoptMean(of section: Int, _ layout: inout LayoutState, _ conditions: MeanConditions) {
    layout.adoptMeanEstimate(of: section, tolerance: conditions.tolerance, minimumCount: conditions.minimumCount)
  }

  // MARK: Overscan

  /// The largest overscan, in lengths of the viewport.
  private static let maximumOverscan = 32.0

  /// Returns the overscan of a round. Elements within it may become visible once the visible ones are measured, so they
  /// are measured in the same round.
  ///
  /// The estimate of an unmeasured item is the mean of its section. Where small rows follow large ones, the measured
  /// neighbours of an item predict its extent better.
  /// - Parameter isLastRound: Whether the frame measures for the last time. Then the overscan is larger: at least half
  ///   a viewport, and computed for smaller items.
  /// - Returns: In logical pixels; zero if everything visible is measured.
  /// - Complexity: O(*v*) in the number of bound items.
  package static func overscan(
    _ items: borrowing ItemStore, _ layout: borrowing LayoutState, isLastRound: Bool
  ) -> Double {
    guard hasUnmeasuredItems(items, layout) else { return 0 }
    let overscan = surprise(items, layout, isCautious: isLastRound)
    // Elements that the last round leaves unmeasured would visibly jump in the next frame.
    return isLastRound ? max(layout.length / 2, overscan) : overscan
  }

  /// Returns the distance to look beyond the viewport, in logical pixels. It covers the items that become visible if
  /// the unmeasured ones are as small as their measured neighbours.
  /// - Parameter isCautious: Whether to expect a quarter of the neighbours' mean extent, or their smallest extent if
  ///   that is less.
  private static func surprise(
    _ items: borrowing ItemStore, _ layout: borrowing LayoutState, isCautious: Bool
  ) -> Double {
    var (known, estimated) = (Extents(), Extents())
    for item in items.bound where item.key.kind == .item {
      let extent = item.target.size[layout.axis]
      if item.measuredWidth == item.target.width { known.add(extent) } else { estimated.add(extent) }
    }
    // Without measured neighbours there is nothing to compare with.
    guard known.count > 0, estimated.count > 0 else { return 0 }
    let expected = max(1, isCautious ? min(known.least, known.mean / 4) : known.mean)
    return min(estimated.sum, layout.length) * max(0, min(maximumOverscan, estimated.mean / expected) - 1)
  }

  /// A running sum of extents along the main axis.
  private struct Extents {
    private(set) var sum = 0.0
    private(set) var least = Double.infinity
    private(set) var count = 0

    var mean: Double { sum / Double(count) }

    mutating func add(_ extent: Double) {
      sum += extent
      least = min(least, extent)
      count += 1
    }
  }
}

extension LayoutState {
  /// Whether the content decides the width or height of an element: layout and row both leave it to a measurement.
  func asksForSize(_ key: LayoutElement.Key, _ row: Row) -> Bool {
    let (proposal, mode) = (solver.proposedSize(for: key), row.component.layoutMode)
    return proposal.height == nil && mode.asksForHeight || proposal.width == nil && mode != .fitContainer
  }
}
