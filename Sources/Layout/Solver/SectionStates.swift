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

  /// What is remembered of a section; nil where it is no more than it was declared.
  func remembered(_ section: Int) -> SectionState? {
    let block = section / Self.blockSize
    return blocks[block].states.isEmpty ? nil : blocks[block].states[section % Self.blockSize]
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
