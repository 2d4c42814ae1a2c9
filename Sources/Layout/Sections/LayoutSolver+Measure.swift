package import ScrollworkGeometry

/// Records the measured sizes of content.
extension LayoutSolver {
  /// Returns the size proposed to an element's content: its frame's size, with nil on each intrinsic axis.
  /// - Complexity: The same as that of `frame(of:)`.
  package func proposedSize(for key: LayoutElement.Key) -> ProposedSize {
    guard let frame = frame(for: key) else { return ProposedSize(width: 0, height: 0) }
    let free = freeSides(key)
    return ProposedSize(width: free.width ? nil : frame.width, height: free.height ? nil : frame.height)
  }

  /// Returns whether the element has an intrinsic axis on which it was not measured yet.
  /// - Complexity: O(log *n*)
  package func isEstimated(_ key: LayoutElement.Key) -> Bool {
    let free = freeSides(key)
    guard free.width || free.height else { return false }
    guard key.kind == .item else { return !isKnown(key) }
    let index = states.store(of: key.section)
    guard index >= 0, let store = stores[Int(index)] else { return true }
    if let arranged = store.arranged { return !arranged.isMeasured(key.item) }
    return !(store.rows?.isMeasured(key.item) ?? false)
  }

  /// Records the measured size of an element's content, in logical pixels.
  ///
  /// Only intrinsic axes count, rounded up to a device pixel. A negative or infinite size counts as zero.
  /// - Returns: Whether anything moved or changed its size.
  /// - Complexity: O(log *S* + log *n*), in groups of several items O(log *S* + *L* log *n*).
  package mutating func setMeasured(_ size: Size, for key: LayoutElement.Key) -> Bool {
    let free = freeSides(key)
    guard free.width || free.height else { return false }
    return store(configuration.scrollDirection == .horizontal ? size.transposed : size, for: key)
  }

  /// Records the measured heights of all items of a section at once, in logical pixels.
  /// - Returns: False if the section does not consist of rows of one estimated item each, or if `heights` has another
  ///   count. Then nothing is recorded, and the caller records the items one by one.
  /// - Complexity: O(log *S* + *n*)
  mutating func setMeasured(heights: [Double], ofSection section: Int) -> Bool {
    guard configuration.scrollDirection == .vertical, let template = states.template(of: section),
      !template.isOrthogonal, let rows = template.rows, rows.isRowPerCell, rows.commonGuess != nil,
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
  package mutating func forgetMeasured(_ key: LayoutElement.Key) -> Bool {
    let earlier = key.kind == .global || !states.indices.contains(key.section) ? nil : states[key.section].earlier
    // A section whose layout is not resolved since an update temporarily uses the layout in which it was measured.
    if let earlier { states[key.section].template = earlier }
    defer { if earlier != nil { states[key.section].template = nil } }
    let free = freeSides(key)
    guard free.width || free.height, !isEstimated(key) else { return false }
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
    let index = states.store(of: section)
    if index >= 0, stores[Int(index)]?.arranged != nil {
      guard
        stores[Int(index)]?.arranged?.adoptMeanEstimate(tolerance: tolerance, minimumCount: minimumCount) ?? false
      else { return false }
      refresh(section)
      return true
    }
    guard index >= 0, let template = states.template(of: section)?.rows, template.commonGuess != nil,
      let rows = stores[Int(index)]?.rows, rows.items.measuredCount >= minimumCount, let mean = rows.mean
    else { return false }
    // Limited so that the section does not exceed the longest extent that sums can hold.
    let guess = min(mean, Subpixels.longestSection / Int64(max(1, states.itemCount(of: section))))
    guard guess > 0, let known = rows.guess ?? template.commonGuess,
      Subpixels.differs(guess, from: known, by: tolerance)
    else { return false }
    stores[Int(index)]?.changeRows { $0.adopt(guess: guess, template: template) }
    refresh(section)
    return true
  }

  /// Returns which axes of an element are intrinsic, in the list's axes; neither if there is no such element.
  func freeSides(_ key: LayoutElement.Key) -> (width: Bool, height: Bool) {
    let free = innerFreeSides(key)
    return configuration.scrollDirection == .horizontal ? (free.height, free.width) : free
  }

  private func innerFreeSides(_ key: LayoutElement.Key) -> (width: Bool, height: Bool) {
    let nothing = (width: false, height: false)
    if key.kind == .global {
      return globals.indices.contains(Int(key.slot)) ? sides(globals[Int(key.slot)]) : nothing
    }
    guard key.section >= 0, key.section < states.count, let template = states.template(of: key.section) else {
      return nothing
    }
    if template.rows == nil, let attachment = LayoutAttachment(key) {
      return arrangement(of: key.section)?.isFree(attachment) ?? nothing
    }
    switch key.kind {
    case .header, .footer, .boundary:
      return boundaryIndex(key, in: template).map { sides(template.boundaries[$0]) } ?? nothing
    case .item:
      guard key.item >= 0, key.item < states.itemCount(of: key.section) else { return nothing }
      guard let rows = template.rows else {
        let store = states.store(of: key.section)
        return store < 0 ? nothing : stores[Int(store)]?.arranged?.isFree(key.item) ?? nothing
      }
      let leaf = rows.leafCount == 1 ? 0 : key.item % rows.leafCount
      let (width, height) = (rows.isFreeWidth(leaf: leaf), rows.isEstimated(leaf: leaf))
      return template.isOrthogonal ? (height, width) : (width, height)
    case .badge:
      guard template.badges.indices.contains(Int(key.slot)) else { return nothing }
      return (template.badges[Int(key.slot)].isFreeWidth, template.badges[Int(key.slot)].isFreeHeight)
    case .decoration, .global: return nothing
    }
  }

  private func sides(_ boundary: ResolvedBoundary) -> (width: Bool, height: Bool) {
    (boundary.isFreeWidth, boundary.isEstimated)
  }

  /// Returns whether a supplementary was measured on each of its intrinsic axes.
  private func isKnown(_ key: LayoutElement.Key) -> Bool {
    if key.kind == .global { return globals[Int(key.slot)].isKnown(size(ofGlobal: Int(key.slot))) }
    guard let template = states.template(of: key.section) else { return true }
    if template.rows == nil, let attachment = LayoutAttachment(key) {
      return arrangement(of: key.section)?.isMeasured(attachment) ?? true
    }
    if key.kind == .badge {
      guard template.badges.indices.contains(Int(key.slot)) else { return true }
      return template.badges[Int(key.slot)].isKnown(states.badgeSizes(of: key.section)[key.item, key.slot])
    }
    guard let index = boundaryIndex(key, in: template) else {
      return true
    }
    return template.boundaries[index].isKnown(states.size(ofBoundary: index, in: key.section))
  }

  /// Records or discards a measured size.
  /// - Parameter size: The size in the plane of the solver; nil to discard the recorded one.
  /// - Returns: Whether anything moved or changed its size.
  private mutating func store(_ size: Size?, for key: LayoutElement.Key) -> Bool {
    let isMoved: Bool
    switch key.kind {
    case .item: isMoved = storeItem(size, for: key)
    case .global: return storeGlobal(size, Int(key.slot))
    case .badge where states.template(of: key.section)?.rows != nil: isMoved = storeBadge(size, for: key)
    default:
      if let attachment = LayoutAttachment(key) {
        let index = openStore(key.section)
        guard stores[index]?.arranged?.setMeasured(size, of: attachment) ?? false else { return false }
        refresh(key.section)
        return true
      }
      guard let template = states.template(of: key.section), let index = boundaryIndex(key, in: template) else {
        return false
      }
      let boundary = template.boundaries[index]
      let (old, new) = (states.size(ofBoundary: index, in: key.section), measured(size, of: boundary))
      if states[key.section].boundarySizes.isEmpty {
        states[key.section].boundarySizes = Array(repeating: .unmeasured, count: template.boundaries.count)
      }
      states[key.section].boundarySizes[index] = new
      isMoved = boundary.extent(old) != boundary.extent(new) || boundary.width(old) != boundary.width(new)
    }
    if isMoved { refresh(key.section) }
    return isMoved
  }

  /// Returns the measured size of a boundary supplementary on its intrinsic axes, in subpixels; unmeasured if `size` is
  /// nil.
  private func measured(_ size: Size?, of boundary: ResolvedBoundary) -> BoundarySize {
    size.map { measured($0, width: boundary.isFreeWidth, height: boundary.isEstimated) } ?? .unmeasured
  }

  /// Returns a measured size in subpixels, rounded up to device pixels; unmeasured on each axis whose flag is false.
  private func measured(_ size: Size, width: Bool, height: Bool) -> BoundarySize {
    func rounded(_ length: Double) -> Int32 {
      Int32(clamping: Subpixels.upToDevicePixel(length, scale: environment.scale))
    }
    return BoundarySize(
      width: width ? rounded(size.width) : SectionState.none, extent: height ? rounded(size.height) : SectionState.none)
  }

  private mutating func storeBadge(_ size: Size?, for key: LayoutElement.Key) -> Bool {
    guard let badges = states.template(of: key.section)?.badges, badges.indices.contains(Int(key.slot)) else {
      return false
    }
    let badge = badges[Int(key.slot)]
    let own = size.map { measured($0, width: badge.isFreeWidth, height: badge.isFreeHeight) }
    return states[key.section].badgeSizes.set(own, key.item, key.slot, of: badge)
  }

  private mutating func storeGlobal(_ size: Size?, _ index: Int) -> Bool {
    let (boundary, old) = (globals[index], self.size(ofGlobal: index))
    let new = measured(size, of: boundary)
    if globalSizes.isEmpty { globalSizes = Array(repeating: .unmeasured, count: globals.count) }
    globalSizes[index] = new
    return boundary.extent(old) != boundary.extent(new) || boundary.width(old) != boundary.width(new)
  }

  private mutating func storeItem(_ size: Size?, for key: LayoutElement.Key) -> Bool {
    let index = openStore(key.section)
    guard let template = states.template(of: key.section) else { return false }
    guard let rows = template.rows else { return stores[index]?.arranged?.setMeasured(size, of: key.item) ?? false }
    let leaf = rows.leafCount == 1 ? 0 : key.item % rows.leafCount
    // In a section that scrolls on the cross axis, the rows run along the section's width.
    let measured = template.isOrthogonal ? size?.transposed : size
    let value = measured.map { measured in
      LeafSize(
        extent: rows.isEstimated(leaf: leaf)
          ? self.measured(measured.height) : nil,
        width: rows.isFreeWidth(leaf: leaf)
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

  /// Returns the index of a section's store; if there is none yet, makes one.
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
    restorePartOffsets(section)
    noteParts(of: section)
    return Int(states.store(of: section))
  }

  private func makeStore(_ section: Int) -> SectionStore {
    let state = states[section]
    switch state.template?.body {
    case .rows(let rows), .orthogonal(let rows):
      return SectionStore(rows: MeasuredRows(template: rows, itemCount: state.itemCount))
    case .arranged(let layout, let sizes):
      return SectionStore(arranged: layout.arrange(items(of: section, sizes)))
    case nil: return SectionStore()
    }
  }

  /// Returns the items of a section for a layout that places them one by one.
  func items(of section: Int, _ sizes: LayoutItemSizes) -> LayoutItems {
    let state = states[section]
    return items(of: section, state.itemCount, state.template, sizes)
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
