import ScrollworkDiffing

/// The states of all sections, in blocks that are created when one of their sections is needed. In a list of a hundred
/// thousand sections, the other blocks take no memory and no time.
struct SectionStates: Sendable {
  private static let blockSize = BlockSums.blockSize

  /// The states of consecutive sections; both arrays are empty until a section of the block is needed.
  private struct Block: Sendable {
    var inputs: [LayoutSolver.SectionInput] = []
    var states: [SectionState] = []
  }

  /// The sections as declared.
  let declared: LayoutSolver.SectionInputs
  private var blocks: [Block]

  /// Creates the states of sections, none of which has state beyond its declaration.
  /// - Complexity: O(*S* / 256)
  init(_ declared: LayoutSolver.SectionInputs = LayoutSolver.SectionInputs([])) {
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

  // These functions are called many times per frame. They read single fields in place, because copying a whole state
  // would retain and release its references.

  private func isOpen(_ section: Int) -> Bool { !blocks[section / Self.blockSize].states.isEmpty }

  /// The state of a section whose block has been created.
  private subscript(open section: Int) -> SectionState {
    _read { yield blocks[section / Self.blockSize].states[section % Self.blockSize] }
  }

  /// Returns the resolved layout of a section; nil while it is not resolved.
  func template(of section: Int) -> Template? { isOpen(section) ? self[open: section].template : nil }

  func itemCount(of section: Int) -> Int {
    isOpen(section) ? self[open: section].itemCount : max(0, declared[section].itemCount)
  }

  /// Returns the levels of a section's items, if they are the rows of an outline.
  func outline(of section: Int) -> OutlineShape? {
    isOpen(section) ? blocks[section / Self.blockSize].inputs[section % Self.blockSize].outline : nil
  }

  /// Returns the index of the store with the measured sizes of a section's items, or `SectionState.none`.
  func store(of section: Int) -> Int32 { isOpen(section) ? self[open: section].store : SectionState.none }

  func offset(of section: Int) -> Double { isOpen(section) ? self[open: section].offset : 0 }
  func isScrolled(_ section: Int) -> Bool { isOpen(section) && self[open: section].isScrolled }
  func subsectionOffsets(of section: Int) -> [Int: Double] {
    isOpen(section) ? self[open: section].subsectionOffsets : [:]
  }

  /// Returns whether a section shows a boundary supplementary that its layout declares.
  func has(_ boundary: ResolvedBoundary, in section: Int) -> Bool {
    isOpen(section) ? self[open: section].has(boundary) : self[section].has(boundary)
  }

  /// Returns the measured size of a supplementary of a section.
  func size(of id: SupplementaryID, in section: Int) -> SupplementarySize {
    isOpen(section) ? self[open: section].supplementarySizes[id] : .unmeasured
  }

  /// Returns whether a section has remembered sizes, which wait for its layout to be resolved.
  func isRemembered(_ section: Int) -> Bool { isOpen(section) && self[open: section].earlier != nil }

  /// Returns the measured sizes of a section's supplementaries.
  func supplementarySizes(of section: Int) -> SupplementarySizes {
    isOpen(section) ? self[open: section].supplementarySizes : SupplementarySizes()
  }

  /// Returns the extents that a section's boundary supplementaries reserve; see `SectionState.reserved(by:)`.
  /// - Precondition: The section's layout is resolved.
  func reserved(by template: Template, in section: Int) -> ReservedExtents {
    self[open: section].reserved(by: template)
  }

  /// Returns a section as declared.
  func input(_ section: Int) -> LayoutSolver.SectionInput {
    let block = section / Self.blockSize
    return blocks[block].inputs.isEmpty ? declared[section] : blocks[block].inputs[section % Self.blockSize]
  }

  /// The ranges of sections that may differ from their declaration, in ascending order.
  var known: [Range<Int>] {
    blocks.indices.compactMap { blocks[$0].states.isEmpty ? nil : sections(of: $0) }
  }

  private func sections(of block: Int) -> Range<Int> {
    block * Self.blockSize..<min(count, (block + 1) * Self.blockSize)
  }

  /// Creates the blocks that contain the sections before index `first`.
  mutating func open(first: Int) {
    for block in blocks.indices.prefix((first + Self.blockSize - 1) / Self.blockSize) { open(block) }
  }

  private mutating func open(_ block: Int) {
    let inputs = sections(of: block).map { section in
      OperationCounter.step()
      return declared[section]
    }
    blocks[block] = Block(inputs: inputs, states: inputs.map { SectionState($0, template: nil) })
  }
}
