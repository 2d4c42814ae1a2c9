import Scrollwork

extension Playground {
  /// The completions and display events since the start, for tests of the engine's promises.
  package struct Report: Sendable {
    /// The number of calls of `apply` so far.
    package private(set) var calls = 0
    /// The number of completions with the outcome `applied`.
    package private(set) var applied = 0
    package private(set) var superseded = 0
    /// The number of completions that were called a second time, which must stay 0.
    package private(set) var repeated = 0
    /// The number of display begins minus the number of display ends of each number; differences of 0 are left out.
    package private(set) var displayed: [Int: Int] = [:]
    /// The number of content views made.
    package internal(set) var made = 0
    /// The number of content views displayed now.
    package internal(set) var shown = 0
    /// The number of views that began display twice or ended it twice, which must stay 0.
    package internal(set) var unpaired = 0
    /// The applied lists whose completion was not called yet.
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
      // The identity of a cell in a subsection has two parts; the second is the cell's own.
      let id = context.id.value(as: ComposedID.self)?.item ?? context.id
      guard let number = id.value(as: Int.self) else { return }
      let count = displayed[number, default: 0] + change
      displayed[number] = count == 0 ? nil : count
    }

    /// The members of the reply to `list report`.
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
