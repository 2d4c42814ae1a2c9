import FoundationEssentials
import Scrollwork

/// Benchmarks of ``StagedChangeset``, compared with ``DiffReference``.
enum StagedBenchmarks {
  static func run() -> [Measurement] {
    [1000, 100_000].flatMap { size in
      StagedCase.allCases.flatMap { kind in
        [
          measure(String.self, kind, size), measure(UUID.self, kind, size), measure(Int.self, kind, size),
          measure(DiffKey.self, kind, size),
        ].flatMap(\.self)
      }
    }
  }

  /// Measures one case with one type of identities; repeats this if a ceiling is exceeded, because other work on the
  /// machine may have disturbed the rounds.
  private static func measure<ID: DiffBenchmarkID>(_ type: ID.Type, _ kind: StagedCase, _ size: Int) -> [Measurement] {
    let lists = StagedLists<ID>(kind, size: size)
    var best = times(of: lists, kind, size)
    for _ in 0..<3 where best.contains(where: { $0.failure != nil }) {
      best = zip(best, times(of: lists, kind, size)).map { ($0.ratio ?? 0) <= ($1.ratio ?? 0) ? $0 : $1 }
    }
    return best
  }

  private static func times<ID: DiffBenchmarkID>(
    of lists: StagedLists<ID>, _ kind: StagedCase, _ size: Int
  ) -> [Measurement] {
    var (merged, separate, reference) = (DiffClock(size: size), DiffClock(size: size), DiffClock(size: size))
    // In turn, so that all meet the same state of the machine.
    for _ in 0..<(size > 1000 ? 3 : 10) {
      merged.measure { lists.steps(isMerged: true) }
      separate.measure { lists.steps(isMerged: false) }
      reference.measure(lists.reference)
    }
    return [("merged", merged), ("separate", separate)].map { name, clock in
      Measurement("diff/steps-\(kind.rawValue)/\(ID.name)/\(name)", n: size, samples: clock.samples)
        .compared(to: "reference", clock.ratio(to: reference), DiffCeiling.ofReference(ID.name, size))
    }
  }
}

/// A change of a list whose steps are measured.
enum StagedCase: String, CaseIterable {
  case append, prepend, insert, delete, move1, reverse, shuffle, disjoint, update10, update
  /// All kinds of changes at once: the only case in which `.separate` takes every step.
  case mixed

  /// Returns the numbers of the elements after the change; before it they are `0..<size`.
  func keys(size: Int) -> [Int] {
    let old = Array(0..<size)
    switch self {
    case .append: return old + (size..<size + 20)
    case .prepend: return (size..<size + 20) + old
    case .insert: return old.flatMap { $0 % 100 == 37 ? [size + $0, $0] : [$0] }
    case .delete: return old.filter { $0 % 100 != 37 }
    case .move1: return old.dropFirst() + [0]
    case .reverse: return old.reversed()
    case .shuffle: return DiffMixing.shuffled(old)
    case .disjoint: return Array(size..<2 * size)
    case .update10, .update: return old
    case .mixed:
      return DiffMixing.shuffled(Array(old[..<(size / 10)])) + old[(size / 10)...].map { $0 % 10 == 7 ? size + $0 : $0 }
    }
  }

  /// Whether the change updates the content of an element.
  func isUpdated(_ key: Int) -> Bool {
    switch self {
    case .update: true
    case .update10, .mixed: key % 10 == 3
    default: false
    }
  }
}

/// The lists before and after the change of a ``StagedCase``.
private struct StagedLists<ID: DiffBenchmarkID> {
  let old: [DiffElement<ID>]
  let new: [DiffElement<ID>]

  init(_ kind: StagedCase, size: Int) {
    old = (0..<size).map { DiffElement(id: ID(key: $0), revision: 0) }
    new = kind.keys(size: size).map { DiffElement(id: ID(key: $0), revision: kind.isUpdated($0) ? 1 : 0) }
  }

  @inline(never)
  func steps(isMerged: Bool) -> Int {
    StagedChangeset(source: old, target: new, staging: isMerged ? .merged : .separate).changeCount
  }

  @inline(never)
  func reference() -> Int { DiffReference(source: old, target: new).changeCount }
}

extension DiffMixing {
  /// Returns the keys in a shuffled order that is the same in every run.
  static func shuffled(_ keys: [Int]) -> [Int] { keys.sorted { word($0, 3) < word($1, 3) } }
}
