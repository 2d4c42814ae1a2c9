import Scrollwork

extension Playground {
  /// What the list has told the program since it began.
  package struct Report: Sendable {
    /// How often a list was handed over.
    package private(set) var calls = 0
    /// Of those, how many a frame has shown, and in place of how many a newer one came.
    package private(set) var applied = 0
    package private(set) var superseded = 0
    /// How often it was told a second time what became of one.
    package private(set) var repeated = 0
    /// How often each number was told to be seen, less how often to be gone; without those that are told to be gone.
    package private(set) var displayed: [Int: Int] = [:]
    /// How many contents were made.
    package internal(set) var made = 0
    /// How many contents are told to be seen.
    package internal(set) var shown = 0
    /// How often a content was told twice to be seen, or twice to be gone.
    package internal(set) var unpaired = 0
    /// Calls of which it is not known yet what became of them.
    private var open: Set<Int> = []

    mutating func begin() -> Int {
      calls += 1
      open.insert(calls)
      return calls
    }

    mutating func end(_ call: Int, _ outcome: UpdateOutcome) {
      guard open.remove(call) != nil else {
        repeated += 1
        return
      }
      switch outcome {
      case .applied: applied += 1
      case .superseded: superseded += 1
      }
    }

    @MainActor mutating func count(_ context: CellContext, _ change: Int) {
      // In a section in a section it is the one of the two identities that is the cell's own.
      let id = context.id.value(as: ComposedID.self)?.item ?? context.id
      guard let number = id.value(as: Int.self) else { return }
      let count = displayed[number, default: 0] + change
      displayed[number] = count == 0 ? nil : count
    }

    /// As a script is told.
    package var members: [JSON.Member] {
      let seen = displayed.sorted { $0.key < $1.key }.map { JSON.Member("\($0.key)", .int($0.value)) }
      return [
        .init("calls", .int(calls)), .init("applied", .int(applied)), .init("superseded", .int(superseded)),
        .init("repeated", .int(repeated)), .init("displayed", .object(seen)),
        .init(
          "contents",
          .object([.init("made", .int(made)), .init("shown", .int(shown)), .init("unpaired", .int(unpaired))])),
      ]
    }
  }
}
