import ScrollworkDiffing
import ScrollworkGeometry

/// Replaces estimated extents of unresolved sections by resolved ones, a few at a time.
extension LayoutSolver {
  /// The work of resolving one layout. The unit is the work of computing the extent of a section whose layout is equal
  /// to a resolved one.
  package static var workOfLayout: Int { 10 }
  /// The number of items per unit of work in a section whose layout places items one by one. Such a section also takes
  /// the work of one more layout.
  private static let itemsPlaced = 2
  /// The estimated extent of a section per item, in logical pixels. Used while no section has a known extent.
  private static let unknownCellExtent = 44.0

  /// The number of sections and subsections whose extent is estimated.
  package var pendingCount: Int {
    nestingSections.reduce(pending.count) { $0 + (arrangement(of: $1)?.pendingCount ?? 0) }
  }

  /// Returns the spacing between a section and the next one, in subpixels; zero after the last section.
  func spacing(after section: Int) -> Int64 {
    section + 1 < states.count ? Subpixels.nearest(configuration.interSectionSpacing) : 0
  }

  /// Adds up the extents of all sections. A resolved section counts with its own extent, any other with the extent that
  /// it had before an update, or else with the mean of the resolved ones.
  /// - Complexity: O(*S* / 64) if no earlier extents are known, otherwise O(*S*).
  mutating func sumUp(_ known: KnownLengths? = nil) {
    overflow = listBoundaries.reduce(known?.overflow ?? 0) { max($0, abs($1.offset)) }
    found = (0, 0, 0)
    pending = MarkedPositions(of: states.count)
    let resolved = resolvedLengths()
    let estimate = meanLength ?? unknownLength
    found.atEstimate = found.count
    let (between, end) = (Subpixels.nearest(configuration.interSectionSpacing), states.count)
    if let known, pending.count > 0 {
      extents = BlockSums(
        states.indices.map { section in
          let old = known.mapping.oldPosition(ofNew: section)
          let length = old.map { known.extents[$0] - ($0 + 1 < known.extents.count ? between : 0) }
          return (length ?? estimate) + (section + 1 < end ? between : 0)
        })
    } else {
      extents = BlockSums(count: end, estimate: estimate + between)
      if end > 0 { extents.set(end - 1, to: estimate) }
    }
    var next = 0
    for range in states.known {
      extents.update(range) { section, value in
        if let length = resolved[next] { value = length + (section + 1 < end ? between : 0) }
        next += 1
      }
    }
  }

  /// Marks the extents of all resolved sections as known.
  /// - Returns: For each section in `states.known`, in order, its extent without spacing; nil if it is not resolved.
  private mutating func resolvedLengths() -> [Int64?] {
    var lengths: [Int64?] = []
    for range in states.known {
      lengths.reserveCapacity(lengths.count + range.count)
      for section in range {
        OperationCounter.step()
        var length: Int64?
        if states.template(of: section) != nil {
          let geometry = geometry(section)
          overflow = max(overflow, geometry.overflow)
          let extent = geometry.extent
          pending.remove(section)
          record(extent)
          length = extent
        }
        lengths.append(length)
      }
    }
    return lengths
  }

  private mutating func record(_ length: Int64) {
    found.count += 1
    found.extent += length
  }

  /// Marks the extent of a section as known; it counts in the mean from now on.
  mutating func recordExtent(of section: Int) {
    guard pending.contains(section) else { return }
    pending.remove(section)
    record(extents[section] - spacing(after: section))
  }

  private var meanLength: Int64? { found.count > 0 ? found.extent / Int64(found.count) : nil }

  private var unknownLength: Int64 {
    Subpixels.nearest(Self.unknownCellExtent * Double(min(1_000, states.count > 0 ? states.itemCount(of: 0) : 0)))
  }

  /// Resolves the extents of some more sections, starting near those that were prepared last.
  ///
  /// Sections above the viewport may change their extent, so the caller must keep an anchor in place. With a little of
  /// this work in every frame, all extents become exact.
  /// - Parameter work: The allowed work: a section whose layout is equal to a resolved one counts as one, a layout that
  ///   must be provided or resolved as ``workOfLayout``.
  /// - Returns: Whether anything moved.
  /// - Complexity: O(`work` · log *S* + *S* / 64)
  package mutating func resolvePending(work: Int) -> Bool {
    var left = work
    return resolvePending(spending: &left)
  }

  /// Resolves the extents of some more sections, until the work that `left` allows is done; reduces it by the work
  /// done.
  /// - Returns: Whether anything moved.
  mutating func resolvePending(spending left: inout Int) -> Bool {
    var isMoved = resolvePendingSubsections(&left)
    while left > 0, pending.count > 0 {
      let (after, before) = pending.next()
      if let after {
        let end = min(extents.block(of: after).upperBound, after + Self.stretch)
        isMoved = look(at: after..<end, &left) || isMoved
      }
      if let before {
        let start = max(extents.block(of: before).lowerBound, before + 1 - Self.stretch)
        isMoved = look(at: start..<before + 1, &left) || isMoved
      }
    }
    return adoptMeanLength() || isMoved
  }

  /// Computes the sizes of subsections that have estimated ones.
  /// - Returns: Whether anything moved.
  private mutating func resolvePendingSubsections(_ left: inout Int) -> Bool {
    var isMoved = false
    for section in nestingSections.sorted() where left > 0 {
      let index = Int(states.store(of: section))
      guard stores[index]?.arranged?.resolvePending(work: &left) ?? false else { continue }
      refresh(section)
      isMoved = true
    }
    nestingSections = nestingSections.filter { (arrangement(of: $0)?.pendingCount ?? 0) > 0 }
    return isMoved
  }

  /// Adds a section to `nestingSections` if it has subsections of estimated size.
  mutating func recordEstimates(of section: Int) {
    if let arranged = arrangement(of: section), arranged.pendingCount > 0 { nestingSections.insert(section) }
  }

  /// The largest number of sections to examine on one side before the search continues on the other side.
  private static let stretch = 64

  /// Resolves the estimated extents in a range of sections of one block, while work is left.
  /// - Returns: Whether anything moved.
  private mutating func look(at stretch: Range<Int>, _ left: inout Int) -> Bool {
    var lengths: [Int64?] = []
    lengths.reserveCapacity(stretch.count)
    for section in stretch {
      let isWanted = left > 0 && pending.contains(section)
      lengths.append(isWanted ? findLength(of: section, &left) : nil)
      guard let length = lengths[lengths.count - 1] else { continue }
      pending.remove(section)
      record(length)
    }
    let (between, end, before) = (Subpixels.nearest(configuration.interSectionSpacing), states.count, extents.total)
    var isMoved = false
    extents.update(stretch) { index, value in
      guard let length = lengths[index - stretch.lowerBound] else { return }
      let extent = length + (index + 1 < end ? between : 0)
      isMoved = isMoved || extent != value
      value = extent
    }
    return isMoved || before != extents.total
  }

  /// Resolves a section and returns its extent, in subpixels. To save memory in long lists, the layout of a section
  /// made of groups is kept only if there are remembered sizes to apply to it.
  private mutating func findLength(of section: Int, _ left: inout Int) -> Int64 {
    OperationCounter.step()
    let input = states.input(section)
    let known = knownTemplate(of: input)
    left -= known == nil ? Self.workOfLayout : 1
    let template =
      known ?? templates.template(for: layout(of: section, input))
    var isKept = states.isRemembered(section)
    if case .arranged = template.body {
      isKept = true
      left -= Self.workOfLayout + min(max(0, input.itemCount), CellSizes.maxSizesAtOnce) / Self.itemsPlaced
    }
    if isKept { resolve(section, by: template) }
    let geometry = isKept ? geometry(section) : SectionGeometry(SectionState(input, template: template), template)
    overflow = max(overflow, geometry.overflow)
    return geometry.extent
  }

  /// Replaces the estimated extent by the mean of the known ones. Happens each time the number of known extents has
  /// doubled.
  /// - Returns: Whether anything moved.
  private mutating func adoptMeanLength() -> Bool {
    guard pending.count > 0, found.count >= 2 * found.atEstimate, let mean = meanLength else { return false }
    found.atEstimate = found.count
    let before = extents.total
    extents.setEstimate(mean + Subpixels.nearest(configuration.interSectionSpacing))
    return before != extents.total
  }
}

/// The extents of the sections before an update, which serve as estimates for the sections that are not resolved at
/// once.
struct KnownLengths {
  /// The mapping from the sections before the update to those after it.
  let mapping: PositionMapping
  /// The extents of the sections before the update, each with the spacing after the section, in subpixels.
  let extents: BlockSums
  let overflow: Int64
}
