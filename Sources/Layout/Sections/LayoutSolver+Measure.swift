public import ScrollworkGeometry

/// Records the measured sizes of content.
extension LayoutSolver {
  /// Returns the size proposed to an element's content: its frame's size, with nil on each intrinsic axis. The size is
  /// zero if there is no such element.
  /// - Complexity: The same as that of `frame(of:)`.
  public func proposedSize(for key: LayoutElement.Key) -> ProposedSize {
    guard let frame = frame(for: key) else { return ProposedSize(width: 0, height: 0) }
    let intrinsic = intrinsicAxes(of: key)
    return ProposedSize(width: intrinsic.width ? nil : frame.width, height: intrinsic.height ? nil : frame.height)
  }

  /// Records the measured size of an element's content, in logical pixels.
  ///
  /// Only intrinsic axes count, rounded up to a device pixel. A negative or infinite size counts as zero. Nothing is
  /// recorded for an item of a section whose layout is not resolved.
  /// - Returns: Whether anything moved or changed its size.
  /// - Complexity: O(log *S* + log *n*), in groups of several items O(log *S* + *L* log *n*).
  public mutating func setMeasured(_ size: Size, for key: LayoutElement.Key) -> Bool {
    let intrinsic = intrinsicAxes(of: key)
    guard intrinsic.width || intrinsic.height else { return false }
    return store(configuration.scrollDirection == .horizontal ? size.transposed : size, for: key)
  }

  /// Records the measured heights of all items of a section at once, in logical pixels.
  /// - Returns: False if the section does not consist of rows of one estimated item each, if it scrolls on its own, if
  ///   the list scrolls horizontally, or if `heights` has another count. Then nothing is recorded, and the caller
  ///   records the items one by one.
  /// - Complexity: O(log *S* + *n*)
  mutating func setMeasured(heights: [Double], ofSection section: Int) -> Bool {
    guard configuration.scrollDirection == .vertical, let template = states.template(of: section),
      !template.isOrthogonal, let rows = template.rows, rows.isRowPerCell, rows.commonEstimate != nil,
      heights.count == states.itemCount(of: section)
    else { return false }
    let extents = heights.map { measured($0) }
    stores[openStore(section)] = SectionStore(rows: MeasuredRows(template: rows, extents: extents))
    refresh(section)
    return true
  }

  /// Returns a measured length in subpixels, rounded up to a device pixel if `roundsMeasures` is true.
  func measured(_ length: Double) -> Int64 {
    roundsMeasures ? Subpixels.upToDevicePixel(length, scale: environment.scale) : Subpixels.nearest(length)
  }

  /// Discards the measured size of an element whose content has changed.
  /// - Returns: Whether anything moved or changed its size.
  public mutating func forgetMeasured(_ key: LayoutElement.Key) -> Bool {
    let earlier = key.kind == .listBoundary || !states.indices.contains(key.section) ? nil : states[key.section].earlier
    // A section whose layout is not resolved since an update temporarily uses the layout in which it was measured.
    if let earlier { states[key.section].template = earlier }
    defer { if earlier != nil { states[key.section].template = nil } }
    let intrinsic = intrinsicAxes(of: key)
    guard intrinsic.width || intrinsic.height, !isEstimated(key) else { return false }
    return store(nil, for: key)
  }

  /// Replaces the estimated extent of a section's unmeasured items by the mean of the measured ones.
  ///
  /// Rows above the viewport move, so the caller must keep an anchor in place. Nothing happens if the items of a group
  /// declare different estimates, or if nothing is measured. Each subsection has its own mean.
  /// - Parameters:
  ///   - tolerance: The largest difference between mean and estimate that has no effect, as a fraction of the estimate.
  ///   - minimumCount: The smallest number of measured items that has an effect.
  /// - Returns: Whether anything moved or changed its size.
  /// - Complexity: O(log *S*); with several items in a group also O(*r*), where *r* is the number of measured rows.
  package mutating func adoptMeanEstimate(_ section: Int, tolerance: Double = 0, minimumCount: Int = 1) -> Bool {
    let index = Int(states.store(of: section))
    guard index >= 0 else { return false }
    if let isMoved = stores[index]?.arranged?.adoptMeanEstimate(tolerance: tolerance, minimumCount: minimumCount) {
      if isMoved { refresh(section) }
      return isMoved
    }
    guard let template = states.template(of: section)?.rows, template.commonEstimate != nil,
      let rows = stores[index]?.rows, rows.items.measuredCount >= minimumCount, let mean = rows.mean
    else { return false }
    // Limited so that the section does not exceed the longest extent that sums can hold.
    let estimate = min(mean, Subpixels.longestSection / Int64(max(1, states.itemCount(of: section))))
    guard estimate > 0, let known = rows.estimate ?? template.commonEstimate,
      Subpixels.differs(estimate, from: known, by: tolerance)
    else { return false }
    stores[index]?.changeRows { $0.adopt(estimate: estimate, template: template) }
    refresh(section)
    return true
  }

  /// Records or discards a measured size.
  /// - Parameter size: The size in the plane of the solver; nil to discard the recorded one.
  /// - Returns: Whether anything moved or changed its size.
  private mutating func store(_ size: Size?, for key: LayoutElement.Key) -> Bool {
    let isMoved =
      if key.kind == .item, states.template(of: key.section)?.rows != nil {
        storeItem(size, for: key)
      } else if key.isInArrangement, states.indices.contains(key.section),
        case let index = states.store(of: key.section),
        index >= 0, let isMoved = stores[Int(index)]?.arranged?.setMeasured(size, for: key.inSection(0))
      {
        isMoved
      } else {
        storeSupplementary(size, for: key)
      }
    if isMoved, key.kind != .listBoundary { refresh(key.section) }
    return isMoved
  }

  private mutating func storeItem(_ size: Size?, for key: LayoutElement.Key) -> Bool {
    let index = openStore(key.section)
    guard let template = states.template(of: key.section), let rows = template.rows else { return false }
    let leaf = rows.leafCount == 1 ? 0 : key.item % rows.leafCount
    // In a section that scrolls on the cross axis, the rows run along the section's width.
    let measured = template.isOrthogonal ? size?.transposed : size
    let value = measured.map { measured in
      LeafSize(
        extent: rows.isEstimated(leaf: leaf)
          ? self.measured(measured.height) : nil,
        width: rows.hasIntrinsicWidth(leaf: leaf)
          ? Subpixels.pixels(self.measured(measured.width)) : nil)
    }
    guard template.isOrthogonal else {
      return stores[index]?.changeRows { $0.set(value, ofItem: key.item, template: rows) } ?? false
    }
    // Such a section is as tall as its tallest measured group, so its extent may change.
    let extent = geometry(key.section).bodyExtent
    let isMoved = stores[index]?.changeRows { $0.set(value, ofItem: key.item, template: rows) } ?? false
    return isMoved || geometry(key.section).bodyExtent != extent
  }

  /// Returns the index of a section's store, which is created if there is none yet.
  mutating func openStore(_ section: Int) -> Int {
    if states.store(of: section) >= 0 { return Int(states.store(of: section)) }
    let store = makeStore(section)
    if let reused = freeStores.popLast() {
      stores[Int(reused)] = store
      states[section].store = reused
    } else {
      states[section].store = Int32(stores.count)
      stores.append(store)
    }
    restoreSubsectionOffsets(section)
    recordEstimates(of: section)
    return Int(states.store(of: section))
  }

  private func makeStore(_ section: Int) -> SectionStore {
    let state = states[section]
    switch state.template?.body {
    case .rows(let rows), .orthogonal(let rows):
      return SectionStore(rows: MeasuredRows(template: rows, itemCount: state.itemCount))
    case .arranged(let layout, let sizes):
      return SectionStore(arranged: layout.arrangement(of: items(of: section, state.itemCount, state.template, sizes)))
    case nil: return SectionStore()
    }
  }

  /// Returns the items that a section would have with the given item count and template.
  func items(
    of section: Int, _ count: Int, _ template: Template?, _ sizes: LayoutItemSizes
  ) -> LayoutItems {
    var items = LayoutItems(
      count: count, container: template?.content ?? .zero, scale: environment.scale, sizes: sizes,
      identify: states.input(section).identify)
    items.traits = environment.traits
    items.isMirroredAround = environment.runsFromRightToLeft
    return items
  }

  /// Removes the store of a section with everything measured in it.
  mutating func closeStore(_ index: Int32) {
    guard index >= 0 else { return }
    stores[Int(index)] = nil
    freeStores.append(index)
  }
}

/// The size proposed to an element's content, in logical pixels; nil on an intrinsic axis, whose size the content
/// decides.
public struct ProposedSize: Hashable, Sendable {
  /// The width in logical pixels; nil if the content decides it.
  public var width: Double?
  /// The height in logical pixels; nil if the content decides it.
  public var height: Double?

  package init(width: Double?, height: Double?) {
    self.width = width
    self.height = height
  }
}
