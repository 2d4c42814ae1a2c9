package import ScrollworkGeometry

/// What contents say about their size.
extension LayoutSolver {
  /// The room that an element gets: nothing on the axis that its content decides.
  /// - Complexity: As `frame(of:)`.
  package func proposedSize(for key: LayoutElement.Key) -> ProposedSize {
    guard let frame = frame(for: key) else { return ProposedSize(width: 0, height: 0) }
    return ProposedSize(width: frame.width, height: hasFreeHeight(key) ? nil : frame.height)
  }

  /// True as long as the content decides the height of this element and was not asked yet.
  /// - Complexity: O(log *n*)
  package func isEstimated(_ key: LayoutElement.Key) -> Bool {
    guard hasFreeHeight(key) else { return false }
    let state = states[key.section]
    switch key.kind {
    case .header: return state.headerMeasured < 0
    case .footer: return state.footerMeasured < 0
    case .item: return state.store < 0 || stores[Int(state.store)]?.items.extent(at: key.item) == nil
    }
  }

  /// The content of an element is so large. Only the axis that the content decides counts, rounded up to a device
  /// pixel; a negative or infinite size counts as zero.
  /// - Returns: True if anything moved or changed its size.
  /// - Complexity: O(log *S* + log *n*), in groups of several cells O(log *S* + *L* log *n*).
  package mutating func setMeasured(_ size: Size, for key: LayoutElement.Key) -> Bool {
    guard hasFreeHeight(key) else { return false }
    return store(Subpixels.upToDevicePixel(size.height, scale: environment.scale), for: key)
  }

  /// The content of an element has changed, so that its measured size is not known any more.
  /// - Returns: True if anything moved or changed its size.
  package mutating func forgetMeasured(_ key: LayoutElement.Key) -> Bool {
    guard hasFreeHeight(key), !isEstimated(key) else { return false }
    return store(nil, for: key)
  }

  /// From now on, what is not measured in this section is taken to be as tall as the mean of what is.
  ///
  /// Rows above the viewport move, so this is for a moment when the caller holds an anchor. Nothing happens where the
  /// cells of a group declare different guesses, or where nothing is measured.
  /// - Returns: True if anything moved or changed its size.
  /// - Complexity: O(log *S*), with several cells in a group and O(*r*) in the number of measured rows.
  package mutating func adoptMeanEstimate(_ section: Int) -> Bool {
    let (template, index) = (states[section].template, states[section].store)
    guard index >= 0, template.commonGuess != nil, let mean = stores[Int(index)]?.mean else { return false }
    // The bound keeps the section as short as its sums need.
    let guess = min(mean, Subpixels.longestSection / Int64(max(1, states[section].itemCount)))
    guard guess > 0, guess != stores[Int(index)]?.guess else { return false }
    stores[Int(index)]?.adopt(guess: guess, template: template)
    refresh(section)
    return true
  }

  /// True if there is such an element and its content decides its height.
  private func hasFreeHeight(_ key: LayoutElement.Key) -> Bool {
    guard key.section >= 0, key.section < states.count else { return false }
    let state = states[key.section]
    switch key.kind {
    case .header: return state.hasHeader && state.template.header.isEstimated
    case .footer: return state.hasFooter && state.template.footer.isEstimated
    case .item:
      guard key.item >= 0, key.item < state.itemCount else { return false }
      return state.template.isEstimated(leaf: key.item % state.template.leafCount)
    }
  }

  private mutating func store(_ extent: Int64?, for key: LayoutElement.Key) -> Bool {
    let isMoved: Bool
    switch key.kind {
    case .header:
      let old = states[key.section].headerExtent
      states[key.section].headerMeasured = extent.map { Int32(clamping: $0) } ?? SectionState.none
      isMoved = old != states[key.section].headerExtent
    case .footer:
      let old = states[key.section].footerExtent
      states[key.section].footerMeasured = extent.map { Int32(clamping: $0) } ?? SectionState.none
      isMoved = old != states[key.section].footerExtent
    case .item:
      let index = openStore(key.section)
      isMoved = stores[index]?.set(extent, ofItem: key.item, template: states[key.section].template) ?? false
    }
    if isMoved { refresh(key.section) }
    return isMoved
  }

  /// The index of a section's store of measured heights, which is made if it has none.
  mutating func openStore(_ section: Int) -> Int {
    let state = states[section]
    if state.store >= 0 { return Int(state.store) }
    let store = MeasuredRows(template: state.template, itemCount: state.itemCount)
    if let reused = freeStores.popLast() {
      stores[Int(reused)] = store
      states[section].store = reused
    } else {
      states[section].store = Int32(stores.count)
      stores.append(store)
    }
    return Int(states[section].store)
  }

  /// Forgets the measured heights of a section's cells.
  mutating func closeStore(_ index: Int32) {
    guard index >= 0 else { return }
    stores[Int(index)] = nil
    freeStores.append(index)
  }
}
