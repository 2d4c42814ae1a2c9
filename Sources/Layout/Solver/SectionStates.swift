/// What the solver remembers of the sections, in blocks that are made when somebody comes near: of a hundred thousand
/// sections those that nobody has looked at take no memory and no time.
struct SectionStates: Sendable {
  private static let blockSize = 256

  /// Sections that follow each other; none where no section is more than it was declared.
  private struct Block: Sendable {
    var inputs: [LayoutSolver.SectionInput] = []
    var states: [SectionState] = []
  }

  /// The sections as they were handed in.
  let declared: LayoutSolver.SectionInputs
  private var blocks: [Block]

  /// - Complexity: O(*S* / 256)
  init(_ declared: LayoutSolver.SectionInputs = .init()) {
    self.declared = declared
    blocks = Array(repeating: Block(), count: (declared.count + Self.blockSize - 1) / Self.blockSize)
  }

  var count: Int { declared.count }
  var indices: Range<Int> { 0..<declared.count }

  subscript(section: Int) -> SectionState {
    @inline(__always) get {
      let block = section / Self.blockSize
      return blocks[block].states.isEmpty
        ? SectionState(declared[section], template: nil) : blocks[block].states[section % Self.blockSize]
    }
    _modify {
      let block = section / Self.blockSize
      if blocks[block].states.isEmpty { open(block) }
      yield &blocks[block].states[section % Self.blockSize]
    }
  }

  // One field is read in place, many times a frame: a copy of all that is remembered of a section counts references.

  /// The layout that was found for a section.
  func template(of section: Int) -> Template? {
    let block = section / Self.blockSize
    return blocks[block].states.isEmpty ? nil : blocks[block].states[section % Self.blockSize].template
  }

  func itemCount(of section: Int) -> Int {
    let block = section / Self.blockSize
    return blocks[block].states.isEmpty
      ? max(0, declared[section].itemCount) : blocks[block].states[section % Self.blockSize].itemCount
  }

  /// Where the measured sizes of a section's cells are kept, or `SectionState.none`.
  func store(of section: Int) -> Int32 {
    let block = section / Self.blockSize
    return blocks[block].states.isEmpty
      ? SectionState.none : blocks[block].states[section % Self.blockSize].store
  }

  func offset(of section: Int) -> Double {
    let block = section / Self.blockSize
    return blocks[block].states.isEmpty ? 0 : blocks[block].states[section % Self.blockSize].offset
  }

  func isScrolled(_ section: Int) -> Bool {
    let block = section / Self.blockSize
    return blocks[block].states.isEmpty ? false : blocks[block].states[section % Self.blockSize].isScrolled
  }

  func partOffsets(of section: Int) -> [Int: Double] {
    let block = section / Self.blockSize
    return blocks[block].states.isEmpty ? [:] : blocks[block].states[section % Self.blockSize].partOffsets
  }

  /// True if a section has a boundary item of this kind.
  func has(_ boundary: ResolvedBoundary, in section: Int) -> Bool {
    let block = section / Self.blockSize
    return blocks[block].states.isEmpty
      ? self[section].has(boundary) : blocks[block].states[section % Self.blockSize].has(boundary)
  }

  /// What is known of the size of a boundary item that is there.
  func size(ofBoundary index: Int, in section: Int) -> BoundarySize {
    let block = section / Self.blockSize
    guard !blocks[block].states.isEmpty else { return .unmeasured }
    let sizes = blocks[block].states[section % Self.blockSize].boundarySizes
    return index < sizes.count ? sizes[index] : .unmeasured
  }

  /// True if something is remembered of a section whose layout is not known.
  func isRemembered(_ section: Int) -> Bool {
    let block = section / Self.blockSize
    return blocks[block].states.isEmpty ? false : blocks[block].states[section % Self.blockSize].earlier != nil
  }

  /// What was measured of the badges of a section.
  func badgeSizes(of section: Int) -> BadgeSizes {
    let block = section / Self.blockSize
    return blocks[block].states.isEmpty ? BadgeSizes() : blocks[block].states[section % Self.blockSize].badgeSizes
  }

  /// As `SectionState.reserved(by:)`, of a section that has its layout.
  func reserved(by template: Template, in section: Int) -> ReservedExtents {
    blocks[section / Self.blockSize].states[section % Self.blockSize].reserved(by: template)
  }

  /// A section as it was handed in.
  func input(_ section: Int) -> LayoutSolver.SectionInput {
    let block = section / Self.blockSize
    return blocks[block].inputs.isEmpty ? declared[section] : blocks[block].inputs[section % Self.blockSize]
  }

  /// The sections of which something may be remembered, in order.
  var known: [Range<Int>] {
    blocks.indices.compactMap { blocks[$0].states.isEmpty ? nil : sections(of: $0) }
  }

  private func sections(of block: Int) -> Range<Int> {
    block * Self.blockSize..<min(count, (block + 1) * Self.blockSize)
  }

  /// Makes what is remembered of the first sections.
  mutating func open(first: Int) {
    for block in blocks.indices.prefix((first + Self.blockSize - 1) / Self.blockSize) { open(block) }
  }

  private mutating func open(_ block: Int) {
    let inputs = sections(of: block).map { section in
      Effort.step()
      return declared[section]
    }
    blocks[block] = Block(inputs: inputs, states: inputs.map { SectionState($0, template: nil) })
  }
}
