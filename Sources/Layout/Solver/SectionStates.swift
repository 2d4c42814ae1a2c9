/// The solver's states of all sections, in blocks that are made when one of their sections is needed. In a list of a
/// hundred thousand sections, the unneeded ones take no memory and no time.
struct SectionStates: Sendable {
  private static let blockSize = 256

  /// Consecutive sections; empty arrays while all of them are as declared.
  private struct Block: Sendable {
    var inputs: [LayoutSolver.SectionInput] = []
    var states: [SectionState] = []
  }

  /// The sections as declared.
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

  // These accessors read one field in place, many times per frame: copying a whole state would retain and release its
  // references.

  /// Returns the resolved layout of a section; nil if it is not resolved.
  func template(of section: Int) -> Template? {
    let block = section / Self.blockSize
    return blocks[block].states.isEmpty ? nil : blocks[block].states[section % Self.blockSize].template
  }

  func itemCount(of section: Int) -> Int {
    let block = section / Self.blockSize
    return blocks[block].states.isEmpty
      ? max(0, declared[section].itemCount) : blocks[block].states[section % Self.blockSize].itemCount
  }

  /// Returns the index of the store with the measured sizes of a section's items, or `SectionState.none`.
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

  /// Whether a section has a supplementary for a declared boundary.
  func has(_ boundary: ResolvedBoundary, in section: Int) -> Bool {
    let block = section / Self.blockSize
    return blocks[block].states.isEmpty
      ? self[section].has(boundary) : blocks[block].states[section % Self.blockSize].has(boundary)
  }

  /// Returns the measured size of a boundary supplementary that the section has.
  func size(ofBoundary index: Int, in section: Int) -> BoundarySize {
    let block = section / Self.blockSize
    guard !blocks[block].states.isEmpty else { return .unmeasured }
    let sizes = blocks[block].states[section % Self.blockSize].boundarySizes
    return index < sizes.count ? sizes[index] : .unmeasured
  }

  /// Whether a section has remembered sizes while its layout is not resolved.
  func isRemembered(_ section: Int) -> Bool {
    let block = section / Self.blockSize
    return blocks[block].states.isEmpty ? false : blocks[block].states[section % Self.blockSize].earlier != nil
  }

  /// Returns the measured sizes of a section's badges.
  func badgeSizes(of section: Int) -> BadgeSizes {
    let block = section / Self.blockSize
    return blocks[block].states.isEmpty ? BadgeSizes() : blocks[block].states[section % Self.blockSize].badgeSizes
  }

  /// Returns the extents that a section's boundary supplementaries reserve; see `SectionState.reserved(by:)`.
  /// - Precondition: The section's layout is resolved.
  func reserved(by template: Template, in section: Int) -> ReservedExtents {
    blocks[section / Self.blockSize].states[section % Self.blockSize].reserved(by: template)
  }

  /// Returns a section as declared.
  func input(_ section: Int) -> LayoutSolver.SectionInput {
    let block = section / Self.blockSize
    return blocks[block].inputs.isEmpty ? declared[section] : blocks[block].inputs[section % Self.blockSize]
  }

  /// The sections that may have state of their own, in order.
  var known: [Range<Int>] {
    blocks.indices.compactMap { blocks[$0].states.isEmpty ? nil : sections(of: $0) }
  }

  private func sections(of block: Int) -> Range<Int> {
    block * Self.blockSize..<min(count, (block + 1) * Self.blockSize)
  }

  /// Makes the states of at least the first `first` sections.
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
