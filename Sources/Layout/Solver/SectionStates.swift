/// What the solver remembers of the sections, in blocks that are made when somebody comes near: of a hundred thousand
/// sections those that nobody has looked at take no memory and no time.
struct SectionStates: Sendable {
  private static let blockSize = 256

  /// The sections as they were handed in.
  let inputs: [LayoutSolver.SectionInput]
  /// Empty where no section is more than it was declared.
  private var blocks: [[SectionState]]

  /// - Complexity: O(*S* / 256)
  init(_ inputs: [LayoutSolver.SectionInput] = []) {
    self.inputs = inputs
    blocks = Array(repeating: [], count: (inputs.count + Self.blockSize - 1) / Self.blockSize)
  }

  var count: Int { inputs.count }
  var indices: Range<Int> { 0..<inputs.count }

  subscript(section: Int) -> SectionState {
    get {
      let block = section / Self.blockSize
      return blocks[block].isEmpty
        ? SectionState(inputs[section], template: nil) : blocks[block][section % Self.blockSize]
    }
    _modify {
      let block = section / Self.blockSize
      if blocks[block].isEmpty { open(block) }
      yield &blocks[block][section % Self.blockSize]
    }
  }

  /// The sections of which something may be remembered, in order.
  var known: [Range<Int>] {
    blocks.indices.compactMap { blocks[$0].isEmpty ? nil : sections(of: $0) }
  }

  private func sections(of block: Int) -> Range<Int> {
    block * Self.blockSize..<min(inputs.count, (block + 1) * Self.blockSize)
  }

  private mutating func open(_ block: Int) {
    blocks[block] = inputs[sections(of: block)].map {
      Effort.step()
      return SectionState($0, template: nil)
    }
  }
}
