/// Checks invariants and measures memory, for tests.
extension LayoutSolver {
  /// Traps if the stored state contradicts itself.
  /// - Complexity: O(*S* + *m*), where *m* is the number of measured items.
  package func checkInvariants() {
    precondition(extents.count == states.count, "\(extents.count) extents for \(states.count) sections")
    let between = Subpixels.nearest(configuration.interSectionSpacing)
    var start: Int64 = 0
    for section in states.indices {
      let state = states[section]
      if state.store >= 0 {
        precondition(stores[Int(state.store)] != nil, "section \(section) has lost what was measured")
        if let rows = state.measuredIn?.rows {
          stores[Int(state.store)]?.rows?.checkInvariants(template: rows, itemCount: state.itemCount)
        }
        (stores[Int(state.store)]?.arranged as? FlowArrangement)?.checkInvariants()
        (stores[Int(state.store)]?.arranged as? WaterfallArrangement)?.checkInvariants()
      }
      precondition(
        state.earlier == nil || state.template == nil, "section \(section) has a layout, and what it was before")
      precondition(state.measuredIn != nil || state.store < 0, "nobody knows how section \(section) was measured")
      let isEstimate = pending.contains(section)
      precondition(!isEstimate || state.template == nil, "section \(section) has a layout and an estimated extent")
      let own = geometry(section).extent + (section + 1 < states.count ? between : 0)
      let extent = isEstimate ? max(0, extents[section]) : own
      precondition(extents[section] == extent, "section \(section) of \(extent) is stored as \(extents[section])")
      precondition(extents.sum(before: section) == start, "section \(section) starts at \(start)")
      start += extent
    }
    let unresolved = states.indices.filter { states.template(of: $0) == nil }
    precondition(
      unresolved.count == unresolvedCount, "\(unresolved.count) sections without layout, not \(unresolvedCount)")
    let estimates = states.indices.count { pending.contains($0) }
    precondition(estimates == pendingCount, "\(estimates) extents are estimates, not \(pendingCount)")
    let open = states.indices.count { states.store(of: $0) >= 0 }
    precondition(
      open + freeStores.count == stores.count, "\(stores.count) stores, \(open) used, \(freeStores.count) free")
  }

  /// Returns the mean of measured sizes that replaced the declared estimate of unmeasured items, in logical pixels; nil
  /// if the declared one is in use.
  package func adoptedEstimate(_ section: Int) -> Double? {
    let store = states.store(of: section)
    return store < 0 ? nil : stores[Int(store)]?.rows?.estimate.map(Subpixels.pixels)
  }

  /// The memory used by measured heights, in bytes, without spare capacity.
  package var measuredBytes: Int {
    stores.reduce(0) { $0 + ($1?.rows?.items.byteCount ?? 0) + ($1?.rows?.lines?.byteCount ?? 0) }
  }

  /// The number of tree nodes allocated for runs and rows of measured heights.
  package var storedChunks: Int {
    stores.reduce(0) { $0 + ($1?.rows?.items.nodeCount ?? 0) + ($1?.rows?.lines?.nodeCount ?? 0) }
  }
}
