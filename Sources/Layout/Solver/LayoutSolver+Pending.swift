import ScrollworkDiffing
import ScrollworkGeometry

/// How long the sections are that nobody has come near: guessed at first, found out a few at a time.
extension LayoutSolver {
  /// Resolving a layout is about as much work as finding out so many lengths that follow from what was declared.
  package static var workOfLayout: Int { 16 }
  /// Looking through groups in groups, about so many.
  private static let workOfGroups = 4
  /// Asking for so many sizes is as much work as a length that follows from what was declared.
  private static let sizesAsked = 4
  /// A section of which nothing is known is taken to be as tall as so many pixels for each cell, if there is nothing to
  /// go by.
  private static let unknownCellExtent = 44.0

  /// How many sections have a length that is a guess, with those in sections.
  package var pendingCount: Int {
    partedSections.reduce(pending.count) { $0 + (arrangement(of: $1)?.pendingCount ?? 0) }
  }

  /// What is between a section and the next.
  func spacing(after section: Int) -> Int64 {
    section + 1 < states.count ? Subpixels.nearest(configuration.interSectionSpacing) : 0
  }

  /// Adds up the sections: those that were looked at as they are, the others as long as they were, or as long as the mean
  /// of those is.
  /// - Complexity: O(*S* / 64) where no lengths are known from before, else O(*S*).
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

  /// The lengths of the first sections, without what is between them; nil where that takes more than was looked at.
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

  /// The length of a section has been found out.
  mutating func noteLength(of section: Int) {
    guard pending.contains(section) else { return }
    pending.remove(section)
    note(extents[section] - spacing(after: section))
  }

  private var meanLength: Int64? { found.count > 0 ? found.extent / Int64(found.count) : nil }

  private var unknownLength: Int64 {
    Subpixels.nearest(Self.unknownCellExtent * Double(min(1_000, states.count > 0 ? states.itemCount(of: 0) : 0)))
  }

  /// What there is for sections of which the length is known without resolving their layout.
  private var plainRoom: SectionRoom {
    SectionRoom(innerEnvironment, automatic: configuration.contentInsetsReference)
  }

  /// What the length of a section takes that follows from what was declared.
  private func work(for input: SectionInput) -> Int {
    switch input.layout.lengthTask {
    case .sum: 1
    case .groups: Self.workOfGroups
    case .sizes: Self.workOfGroups + max(0, input.itemCount) / Self.sizesAsked
    case .closure: Self.workOfLayout
    }
  }

  /// Nil where it takes a resolved layout.
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

  /// Finds out the lengths of some more sections, those near the last ones prepared first: a little of this in every
  /// frame, with an anchor, makes the whole exact.
  /// - Parameter work: What may be done: a length that follows from what was declared counts as one, a layout that has
  ///   to be asked for or resolved as ``workOfLayout``.
  /// - Returns: True if anything moved.
  /// - Complexity: O(`work` · log *S* + *S* / 64)
  package mutating func resolvePending(work: Int) -> Bool {
    var left = work
    return resolvePending(spending: &left)
  }

  /// The same; what was done is taken off.
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

  /// Finds out how large sections in sections are.
  /// - Returns: True if anything moved.
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

  /// Remembers a section if the sizes of sections in it are guesses.
  mutating func noteParts(of section: Int) {
    if let arranged = arrangement(of: section), arranged.pendingCount > 0 { partedSections.insert(section) }
  }

  /// So many sections are looked at on one side before it is the turn of those on the other.
  private static let stretch = 64

  /// Finds out those lengths of a stretch of one block that are guesses, as long as there is work left to do.
  /// - Returns: True if anything moved.
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

  /// The length of a section, for which its layout may have to be asked for and resolved. It is not kept: where nobody
  /// comes near, a hundred thousand would only take memory.
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
    // Nothing is known of it but what was declared.
    let geometry = geometry(SectionState(input, template: template), template)
    reach = max(reach, geometry.reach)
    return geometry.extent
  }

  /// What was measured in a section counts in its new layout as well, so that has to be kept.
  private mutating func findLayoutAndLength(of section: Int) -> Int64 {
    findLayout(of: section)
    if case .arranged? = states.template(of: section)?.body { _ = openStore(section) }
    let geometry = geometry(section)
    reach = max(reach, geometry.reach)
    return geometry.extent
  }

  /// Each time that twice as many lengths are known as before, the others are taken to be as long as the mean of these.
  /// - Returns: True if anything moved.
  private mutating func adoptMeanLength() -> Bool {
    guard pending.count > 0, found.count >= 2 * found.atGuess, let mean = meanLength else { return false }
    found.atGuess = found.count
    let before = extents.total
    extents.setGuess(mean + Subpixels.nearest(configuration.interSectionSpacing))
    return before != extents.total
  }
}

/// How long sections were before they became others: those that nobody looks at again at once are taken to be so long
/// until it is their turn.
struct KnownLengths {
  /// From the sections as they were.
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
