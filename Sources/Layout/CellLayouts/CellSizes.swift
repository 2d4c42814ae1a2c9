import ScrollworkDiffing
import ScrollworkGeometry

/// The sizes, in whole subpixels, of items that a layout places one by one.
///
/// Sizes that were measured, or provided by the program, are in two trees, one of widths and one of heights, with an
/// entry for each item. All other items have the estimated size.
struct CellSizes: Sendable {
  /// The largest number of provided sizes to ask the program for at once. If there are more items, only those near the
  /// viewport are asked for.
  static let maxSizesAtOnce = 2_000

  private(set) var items: LayoutItems
  /// The items with a provided size whose intrinsic axes were measured.
  private var measuredProvided: Set<Int> = []
  /// The measured or provided widths and heights.
  private(set) var widths: RunTree
  private(set) var heights: RunTree
  /// The estimated size, used for every item whose size is neither measured nor provided.
  private(set) var estimate: (width: Int64, height: Int64)
  /// The estimated size as declared: the size that `estimate` had before it became a mean of measured sizes.
  private var declaredEstimate: (width: Int64, height: Int64)
  /// The axes on which all items have the declared extent, so that measuring changes nothing.
  let isCommon: (width: Bool, height: Bool)

  init(_ items: LayoutItems) {
    self.items = items
    declaredEstimate = Self.estimate(items)
    estimate = declaredEstimate
    let intrinsic = items.sizes.intrinsicAxes
    isCommon = items.sizes.isProvided ? (false, false) : (!intrinsic.width, !intrinsic.height)
    if items.sizes.isProvided, items.count <= Self.maxSizesAtOnce || items.hasAllSizes {
      let sizes = (0..<items.count).map { items.size(of: $0) }
      widths = RunTree(extents: sizes.map { Subpixels.nearest($0.width) })
      heights = RunTree(extents: sizes.map { Subpixels.nearest($0.height) })
    } else {
      (widths, heights) = (RunTree(count: items.count), RunTree(count: items.count))
    }
  }

  private static func estimate(_ items: LayoutItems) -> (width: Int64, height: Int64) {
    guard items.count > 0 else { return (0, 0) }
    let size = items.size(of: 0)
    return (Subpixels.nearest(size.width), Subpixels.nearest(size.height))
  }

  var count: Int { items.count }
  var intrinsicAxes: (width: Bool, height: Bool) { items.sizes.intrinsicAxes }
  func intrinsicAxes(of item: Int) -> (width: Bool, height: Bool) {
    items.sizes.intrinsicAxes(of: item, in: items.container)
  }

  func isMeasured(_ item: Int) -> Bool {
    guard items.sizes.isProvided else { return widths.extent(at: item) != nil }
    let intrinsic = intrinsicAxes(of: item)
    return !intrinsic.width && !intrinsic.height || measuredProvided.contains(item)
  }

  func width(_ item: Int) -> Int64 { isCommon.width ? estimate.width : widths.extent(at: item) ?? estimate.width }
  func height(_ item: Int) -> Int64 { isCommon.height ? estimate.height : heights.extent(at: item) ?? estimate.height }

  /// Returns the run of items without a measured or provided size that starts at `item`; empty if `item` has one.
  func unmeasured(from item: Int) -> Range<Int> {
    let run = widths.run(at: item)
    return item..<(run.extent == nil ? run.end : item)
  }

  /// Returns the sum of the widths of the items before `item`.
  func width(before item: Int) -> Int64 {
    if isCommon.width { return Int64(item) * estimate.width }
    return widths.sum(before: item).length(estimate: estimate.width, gap: 0)
  }

  var largestWidth: Int64 { isCommon.width ? estimate.width : largest(widths, estimate.width) }
  var largestHeight: Int64 { isCommon.height ? estimate.height : largest(heights, estimate.height) }

  private func largest(_ lengths: RunTree, _ estimate: Int64) -> Int64 {
    max(lengths.largest, lengths.measuredCount < lengths.count ? estimate : 0)
  }

  /// Records the measured size of an item on its intrinsic axes; nil discards the recorded size.
  /// - Returns: Whether the item's size changed.
  mutating func setMeasured(_ size: Size?, of item: Int) -> Bool {
    if items.sizes.isProvided { return setMeasuredProvided(size, of: item) }
    let intrinsic = intrinsicAxes
    return set(
      size.map {
        (
          intrinsic.width ? Subpixels.upToDevicePixel($0.width, scale: items.scale) : estimate.width,
          intrinsic.height ? Subpixels.upToDevicePixel($0.height, scale: items.scale) : estimate.height
        )
      }, of: item)
  }

  /// Records the measured size of an item with a provided size on its intrinsic axes; nil returns to the estimate.
  private mutating func setMeasuredProvided(_ size: Size?, of item: Int) -> Bool {
    let (intrinsic, declared) = (intrinsicAxes(of: item), items.size(of: item))
    if size == nil { measuredProvided.remove(item) } else { measuredProvided.insert(item) }
    func extent(_ measured: Double?, _ declared: Double, _ intrinsicAxes: Bool) -> Int64 {
      measured.flatMap { intrinsicAxes ? Subpixels.upToDevicePixel($0, scale: items.scale) : nil }
        ?? Subpixels.nearest(declared)
    }
    return set(
      (extent(size?.width, declared.width, intrinsic.width), extent(size?.height, declared.height, intrinsic.height)),
      of: item)
  }

  /// Sets the size of an item on both axes, for layouts whose sizes are provided.
  mutating func setSize(_ size: Size, of item: Int) {
    _ = set((Subpixels.nearest(size.width), Subpixels.nearest(size.height)), of: item)
  }

  private mutating func set(_ size: (width: Int64, height: Int64)?, of item: Int) -> Bool {
    func stored(_ length: Int64?) -> Int64? { length.map { Int64(RunTree.stored($0)) } }
    let (width, height) = (stored(size?.width), stored(size?.height))
    let old = (width: widths.set(item, to: width), height: heights.set(item, to: height))
    let isSameWidth = isCommon.width || (old.width ?? estimate.width) == (width ?? estimate.width)
    let isSameHeight = isCommon.height || (old.height ?? estimate.height) == (height ?? estimate.height)
    return !isSameWidth || !isSameHeight
  }

  /// Replaces the estimated size by the mean of the measured sizes, on intrinsic axes.
  /// - Parameters:
  ///   - tolerance: The largest difference between mean and estimate that has no effect, as a fraction of the estimate.
  ///   - minimumCount: The smallest number of measured items that has an effect.
  /// - Returns: Whether the size of unmeasured items changed.
  mutating func adoptMeanEstimate(tolerance: Double, minimumCount: Int) -> Bool {
    let intrinsic = intrinsicAxes
    guard widths.measuredCount >= max(1, minimumCount) else { return false }
    let mean = (
      width: intrinsic.width ? widths.mean ?? estimate.width : estimate.width,
      height: intrinsic.height ? heights.mean ?? estimate.height : estimate.height
    )
    guard
      Subpixels.differs(mean.width, from: estimate.width, by: tolerance)
        || Subpixels.differs(mean.height, from: estimate.height, by: tolerance)
    else { return false }
    estimate = mean
    return true
  }

  /// Asks the program for the sizes of the items in `seen`, if there are too many items to ask for all at once.
  /// - Returns: The items whose size changed.
  mutating func resolve(_ seen: Range<Int>) -> [Int] {
    items.sizes.isProvided && count > Self.maxSizesAtOnce ? ask(seen) : []
  }

  private mutating func ask(_ range: Range<Int>) -> [Int] {
    range.filter { item in
      guard widths.extent(at: item) == nil else { return false }
      let size = items.size(of: item)
      return set((Subpixels.nearest(size.width), Subpixels.nearest(size.height)), of: item)
    }
  }

  /// The effect of an update on the sizes.
  enum Update {
    /// The sizes do not fit the new items; all have to be computed again.
    case void
    /// Each surviving item kept its size. The provided sizes of new items may not be known yet.
    case kept
    /// The surviving items kept their sizes, but the estimated size of the others changed.
    case otherEstimate
  }

  /// Moves the sizes with their items after an update, and returns the effect.
  mutating func update(to items: LayoutItems, _ mapping: PositionMapping) -> Update {
    // Sizes that the program provides may depend on the height of the container too.
    let (old, new) = (self.items.container, items.container)
    let isSameRoom = items.sizes.isProvided ? old == new : old.width == new.width
    guard self.items.sizes == items.sizes, isSameRoom, self.items.count > 0 else { return .void }
    self.items = items
    let isSame = items.count == 0 || items.sizes.isProvided || !takeEstimate()
    if !mapping.isIdentity {
      widths.update(mapping)
      heights.update(mapping)
      if !measuredProvided.isEmpty { measuredProvided = Set(measuredProvided.compactMap(mapping.newPosition(ofOld:))) }
    }
    return isSame ? .kept : .otherEstimate
  }

  /// Asks the program for the sizes of new items after an update, if the items are few enough to ask for all at once.
  /// - Returns: The items whose size changed.
  mutating func askForNew() -> [Int] {
    items.sizes.isProvided && (count <= Self.maxSizesAtOnce || items.hasAllSizes) ? ask(0..<count) : []
  }

  /// Recomputes the declared estimate after an update: if it is a fraction of the container's height, it changes with
  /// the container.
  /// - Returns: Whether the estimate changed.
  private mutating func takeEstimate() -> Bool {
    let (old, new) = (declaredEstimate, Self.estimate(items))
    declaredEstimate = new
    if old.width != new.width { estimate.width = new.width }
    if old.height != new.height { estimate.height = new.height }
    return old != new
  }
}

extension LayoutArrangement {
  /// Returns one range that contains every item that `forEachItem(in:)` visits for `rect`.
  func items(in rect: Rect) -> Range<Int> {
    var (first, end) = (Int.max, 0)
    forEachItem(in: rect) { item, _ in
      first = min(first, item)
      end = max(end, item + 1)
    }
    return first < end ? first..<end : 0..<0
  }
}

/// An arrangement whose frames all follow from the sizes of the items.
protocol SizedCellsArrangement: NestingArrangement {
  var cells: CellSizes { get set }
  /// Updates the values that depend on the sizes of `items`, after these sizes changed.
  mutating func follow(_ items: some Sequence<Int>)
  /// Updates the values that depend on sizes after items were inserted, deleted or moved.
  /// - Parameter mapping: The mapping of the items; `nil` if the estimated size changed.
  mutating func follow(_ mapping: PositionMapping?)
}

extension SizedCellsArrangement {
  mutating func follow(_ items: some Sequence<Int>) {}
  mutating func follow(_ mapping: PositionMapping?) {}

  func intrinsicAxes(of item: Int) -> (width: Bool, height: Bool) { cells.intrinsicAxes(of: item) }
  func isMeasured(_ item: Int) -> Bool { cells.isMeasured(item) }

  mutating func setMeasured(_ size: Size?, of item: Int) -> Bool {
    guard cells.setMeasured(size, of: item) else { return false }
    follow(CollectionOfOne(item))
    return true
  }

  mutating func adoptMeanEstimate(tolerance: Double, minimumCount: Int) -> Bool {
    guard cells.adoptMeanEstimate(tolerance: tolerance, minimumCount: minimumCount) else { return false }
    follow(nil)
    return true
  }

  mutating func setSize(_ size: Size, of item: Int) -> Bool {
    cells.setSize(size, of: item)
    follow(CollectionOfOne(item))
    return true
  }

  mutating func resolve(in rect: Rect) -> Bool {
    let changed = cells.resolve(items(in: rect))
    follow(changed)
    return !changed.isEmpty
  }

  mutating func update(to items: LayoutItems, _ mapping: PositionMapping) -> Bool {
    let update = cells.update(to: items, mapping)
    guard update != .void else { return false }
    guard update == .otherEstimate || !mapping.isIdentity else { return true }
    let new = cells.askForNew()
    follow(update == .kept ? mapping : nil)
    if update == .kept { follow(new) }
    return true
  }
}
