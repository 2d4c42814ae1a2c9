import ScrollworkDiffing
import ScrollworkGeometry

/// Replaces estimated extents of unresolved sections by computed ones, a few at a time.
extension LayoutSolver {
  /// The work of resolving one layout. The unit of work is that of computing one declared extent.
  package static var workOfLayout: Int { 16 }
  /// The work of adding up the extents of nested groups, in the same unit as `workOfLayout`.
  private static let workOfGroups = 4
  /// The number of item sizes that the program can be asked for with one unit of work.
  private static let sizesAsked = 4
  /// The estimated extent of a section per item, in logical pixels, while no section has a known extent to take the
  /// mean of.
  private static let unknownCellExtent = 44.0

  /// The number of sections and subsections whose extent is estimated.
  package var pendingCount: Int {
    partedSections.reduce(pending.count) { $0 + (arrangement(of: $1)?.pendingCount ?? 0) }
  }

  /// Returns the spacing between a section and the next one, in subpixels; zero after the last section.
  func spacing(after section: Int) -> Int64 {
    section + 1 < states.count ? Subpixels.nearest(configuration.interSectionSpacing) : 0
  }

  /// Adds up the extents of all sections. A resolved section counts with its own extent, any other with the extent that
  /// it had before an update, or else with the mean of the known ones.
  /// - Complexity: O(*S* / 64) if no earlier extents are known, otherwise O(*S*).
  mutating func sumUp(_ known: KnownLengths? = nil) {
    reach = globals.reduce(0) { max($0, abs($1.offset)) }
    found = (0, 0, 0)
    pending = MarkedPositions(of: states.count)
    let first = firstLengths()
    let guess = meanLength ?? unknownLength
    found.atGuess = found.count
    if let known, states.count > first.count || pending.count > 0 { return sumUp(first, known, guess) }
    let (between, end) = (Subpixels.nearest(configuration.interSectionSpacing), states.count)
    extents = BlockSums(count: end, guess: guess + between)
    for start in stride(from: 0, to: first.count, by: BlockSums.blockSize) {
      extents.update(start..<min(first.count, start + BlockSums.blockSize)) { index, value in
        value = (first[index] ?? guess) + (index + 1 < end ? between : 0)
      }
    }
    if end > first.count { extents.set(end - 1, to: guess) }
  }

  private mutating func sumUp(_ first: [Int64?], _ known: KnownLengths, _ guess: Int64) {
    reach = max(reach, known.reach)
    var values: [Int64] = []
    values.reserveCapacity(states.count)
    for section in states.indices {
      var length = section < first.count ? first[section] : nil
      if length == nil { length = known.mapping.oldPosition(ofNew: section).map { known.length(of: $0) } }
      values.append((length ?? guess) + spacing(after: section))
    }
    extents = BlockSums(values)
    for section in states.known.joined() where section >= first.count && states.template(of: section) != nil {
      refresh(section)
      noteLength(of: section)
    }
  }

  /// Returns the extents of the first sections, without spacing. The extent is nil if it does not follow from the
  /// declaration within the allowed work.
  private mutating func firstLengths() -> [Int64?] {
    let room = plainRoom
    let sections = firstSections
    var left = sections.count
    return sections.map { section in
      Effort.step()
      var length: Int64?
      if states.template(of: section) != nil {
        let geometry = geometry(section)
        reach = max(reach, geometry.reach)
        length = geometry.extent
      } else {
        let input = states.input(section)
        left -= work(for: input)
        if input.provider == nil, left >= 0, !states.isRemembered(section) {
          length = plainLength(of: input, input.layout, room)
        }
      }
      if let length {
        note(length)
        pending.remove(section)
      }
      return length
    }
  }

  private mutating func note(_ length: Int64) {
    found.count += 1
    found.extent += length
  }

  /// Marks the extent of a section as known; it counts in the mean from now on.
  mutating func noteLength(of section: Int) {
    guard pending.contains(section) else { return }
    pending.remove(section)
    note(extents[section] - spacing(after: section))
  }

  private var meanLength: Int64? { found.count > 0 ? found.extent / Int64(found.count) : nil }

  private var unknownLength: Int64 {
    Subpixels.nearest(Self.unknownCellExtent * Double(min(1_000, states.count > 0 ? states.itemCount(of: 0) : 0)))
  }

  /// The room available to the sections whose extent is computed without resolving their layout.
  private var plainRoom: SectionRoom {
    SectionRoom(innerEnvironment, automatic: configuration.contentInsetsReference)
  }

  /// Returns the work of computing the extent of a section from its declaration.
  private func work(for input: SectionInput) -> Int {
    switch input.layout.lengthTask {
    case .sum: 1
    case .groups: Self.workOfGroups
    case .sizes: Self.workOfGroups + max(0, input.itemCount) / Self.sizesAsked
    case .closure: Self.workOfLayout
    }
  }

  /// Returns the declared extent of a section, in subpixels; nil if the layout must be resolved to find it.
  private mutating func plainLength(
    of input: SectionInput, _ layout: SectionLayout, _ room: SectionRoom
  ) -> Int64? {
    guard configuration.scrollDirection == .vertical,
      let (extent, reach) = layout.length(
        input.itemCount, hasHeader: input.hasHeader, hasFooter: input.hasFooter, in: room)
    else { return nil }
    self.reach = max(self.reach, reach)
    return extent
  }

  /// Computes the extents of some more sections, starting near those that were prepared last.
  ///
  /// Sections above the viewport may change their extent, so the caller must keep an anchor in place. With a little of
  /// this work in every frame, all extents become exact.
  /// - Parameter work: The allowed work: a declared extent counts as one, a layout that must be provided or resolved as
  ///   ``workOfLayout``.
  /// - Returns: Whether anything moved.
  /// - Complexity: O(`work` · log *S* + *S* / 64)
  package mutating func resolvePending(work: Int) -> Bool {
    var left = work
    return resolvePending(spending: &left)
  }

  /// Computes the extents of some more sections, until the work that `left` allows is done; reduces it by the work
  /// done.
  /// - Returns: Whether anything moved.
  mutating func resolvePending(spending left: inout Int) -> Bool {
    var isMoved = resolvePendingParts(&left)
    let room = plainRoom
    while left > 0, pending.count > 0 {
      let (after, before) = (pending.first(from: pendingSearch.after), pending.last(upTo: pendingSearch.before))
      if let after {
        pendingSearch.after = after
        let end = min(extents.block(of: after).upperBound, after + Self.stretch)
        isMoved = look(at: after..<end, room, &left) || isMoved
      }
      if let before {
        pendingSearch.before = before
        let start = max(extents.block(of: before).lowerBound, before + 1 - Self.stretch)
        isMoved = look(at: start..<before + 1, room, &left) || isMoved
      }
      if after == nil, before == nil { pendingSearch = (-1, 0) }
    }
    return adoptMeanLength() || isMoved
  }

  /// Computes the sizes of subsections that have estimated ones.
  /// - Returns: Whether anything moved.
  private mutating func resolvePendingParts(_ left: inout Int) -> Bool {
    var isMoved = false
    for section in partedSections.sorted() where left > 0 {
      let index = Int(states.store(of: section))
      guard stores[index]?.arranged?.resolvePending(work: &left) ?? false else { continue }
      refresh(section)
      isMoved = true
    }
    partedSections = partedSections.filter { (arrangement(of: $0)?.pendingCount ?? 0) > 0 }
    return isMoved
  }

  /// Records that a section has subsections of estimated size, if it has.
  mutating func noteParts(of section: Int) {
    if let arranged = arrangement(of: section), arranged.pendingCount > 0 { partedSections.insert(section) }
  }

  /// The number of sections that are examined before the search goes on at the other side.
  private static let stretch = 64

  /// Computes the estimated extents in a range of sections of one block, while work is left.
  /// - Returns: Whether anything moved.
  private mutating func look(at stretch: Range<Int>, _ room: SectionRoom, _ left: inout Int) -> Bool {
    var lengths: [Int64?] = []
    lengths.reserveCapacity(stretch.count)
    for section in stretch {
      let isWanted = left > 0 && pending.contains(section)
      lengths.append(isWanted ? findLength(of: section, room, &left) : nil)
      guard let length = lengths[lengths.count - 1] else { continue }
      pending.remove(section)
      note(length)
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

  /// Returns the extent of a section, in subpixels, after its layout was provided and resolved if necessary. To save
  /// memory in long lists, the layout of a section made of groups is kept only if the section has remembered sizes.
  private mutating func findLength(of section: Int, _ room: SectionRoom, _ left: inout Int) -> Int64 {
    Effort.step()
    if states.isRemembered(section) {
      left -= Self.workOfLayout
      return findLayoutAndLength(of: section)
    }
    let input = states.input(section)
    if input.provider == nil, let length = plainLength(of: input, input.layout, room) {
      left -= work(for: input)
      return length
    }
    left -= Self.workOfLayout
    let layout = layout(of: section, input, measuredIn: states.store(of: section))
    if let length = plainLength(of: input, layout, room) { return length }
    let template = template(for: layout)
    if case .arranged = template.body {
      take(template, for: section)
      _ = openStore(section)
      return geometry(section).extent
    }
    // A section made of groups, of which nothing is measured: its extent follows from the declaration.
    let geometry = geometry(SectionState(input, template: template), template)
    reach = max(reach, geometry.reach)
    return geometry.extent
  }

  /// Resolves the layout of a section that has remembered sizes and returns its extent. The layout is kept, because the
  /// extent depends on those sizes too.
  private mutating func findLayoutAndLength(of section: Int) -> Int64 {
    findLayout(of: section)
    if case .arranged? = states.template(of: section)?.body { _ = openStore(section) }
    let geometry = geometry(section)
    reach = max(reach, geometry.reach)
    return geometry.extent
  }

  /// Replaces the estimated extent by the mean of the known ones. Happens each time the number of known extents has
  /// doubled.
  /// - Returns: Whether anything moved.
  private mutating func adoptMeanLength() -> Bool {
    guard pending.count > 0, found.count >= 2 * found.atGuess, let mean = meanLength else { return false }
    found.atGuess = found.count
    let before = extents.total
    extents.setGuess(mean + Subpixels.nearest(configuration.interSectionSpacing))
    return before != extents.total
  }
}

/// The extents of the sections before an update, which serve as estimates for the sections that are not resolved at
/// once.
struct KnownLengths {
  /// The mapping from the sections before the update to those after it.
  let mapping: PositionMapping
  let reach: Int64
  private let extents: BlockSums
  private let spacing: Int64

  init(_ solver: LayoutSolver, mapping: PositionMapping) {
    (extents, reach) = (solver.extents, solver.reach)
    self.mapping = mapping
    spacing = Subpixels.nearest(solver.configuration.interSectionSpacing)
  }

  func length(of section: Int) -> Int64 { extents[section] - (section + 1 < extents.count ? spacing : 0) }
}
