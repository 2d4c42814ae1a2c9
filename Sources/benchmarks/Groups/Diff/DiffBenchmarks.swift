import CAllocationCounter
import FoundationEssentials
import Scrollwork

/// Benchmarks of the diff of lists, compared with other ways to find the changes, in the same rounds.
@MainActor
enum DiffBenchmarks {
  static func run(quick: Bool) throws -> [Measurement] {
    var result: [Measurement] = []
    for kind in DiffCase.allCases {
      for size in kind.sizes(quick: quick) {
        let workload = DiffWorkload(kind, size: size)
        result += try measure(String.self, kind, workload, size, quick: quick)
        result += try measure(UUID.self, kind, workload, size, quick: quick)
        result += try measure(Int.self, kind, workload, size, quick: quick)
        result += try measure(DiffKey.self, kind, workload, size, quick: quick)
      }
    }
    return result + [specialization(quick: quick)] + StagedBenchmarks.run()
  }

  /// Measures one case with one type of identities; repeats this if a ceiling is exceeded, because other work on the
  /// machine may have disturbed the rounds.
  private static func measure<ID: DiffBenchmarkID>(
    _ type: ID.Type, _ kind: DiffCase, _ workload: DiffWorkload, _ size: Int, quick: Bool
  ) throws -> [Measurement] {
    let subject = DiffSubject<ID>(kind, workload)
    let apply = try DiffApply(subject)
    var best = times(of: subject, kind, size, beside: apply, quick: quick)
    for _ in 0..<3 where best.contains(where: { $0.failure != nil }) {
      let again = times(of: subject, kind, size, beside: apply, quick: quick)
      best = zip(best, again).map { ($0.ratio ?? 0) <= ($1.ratio ?? 0) ? $0 : $1 }
    }
    return best + [scratch(of: subject, kind, size)]
  }

  private static func times<ID: DiffBenchmarkID>(
    of subject: DiffSubject<ID>, _ kind: DiffCase, _ size: Int, beside apply: DiffApply<ID>, quick: Bool
  ) -> [Measurement] {
    let isFeasible = kind.isFeasibleForStandardLibrary(size)
    var (ours, columns, dictionary) = (DiffClock(size: size), DiffClock(size: size), DiffClock(size: size))
    var (standard, applied) = (DiffClock(size: size), DiffClock(size: Int.max))
    let end = Clocks.monotonic + budget(size, quick: quick)
    var rounds = 0
    // In turn, so that all meet the same state of the machine.
    while rounds < 3 || (Clocks.monotonic < end && rounds < 200) {
      ours.measure(subject.difference)
      columns.measure(subject.mapping)
      dictionary.measure(subject.dictionary)
      if isFeasible { standard.measure(subject.standardDifference) }
      if rounds < 10 { apply.measure(into: &applied) }
      rounds += 1
    }
    let before = scrollwork_allocation_count()
    _ = subject.difference()
    let allocations = Double(scrollwork_allocation_count() - before)

    var base = Measurement("diff/\(kind.rawValue)/\(ID.name)", n: size, samples: ours.samples)
    base.allocations = allocations
    base.allocationCeiling = DiffCeiling.allocations(sections: subject.old.count + subject.new.count)
    return [
      base.compared(to: "dictionary", ours.ratio(to: dictionary), DiffCeiling.ofDictionary(kind, ID.name, size)),
      isFeasible
        ? base.compared(to: "standard", ours.ratio(to: standard), DiffCeiling.ofStandard(kind, ID.name))
        : nil,
      Measurement("diff/\(kind.rawValue)/\(ID.name)/columns", n: size, samples: columns.samples)
        .compared(to: "dictionary", columns.ratio(to: dictionary), DiffCeiling.ofColumns(kind, ID.name, size)),
      base.compared(to: "apply", ours.samples.percentile(0.5) / applied.samples.percentile(0.5), nil),
    ]
    .compactMap(\.self)
  }

  /// Measures the peak of allocated memory, less the memory of the result, as a ratio to
  /// ``DiffCeiling/scratch(_:size:sections:)``.
  private static func scratch<ID: DiffBenchmarkID>(
    of subject: DiffSubject<ID>, _ kind: DiffCase, _ size: Int
  ) -> Measurement {
    let bytes = Double(subject.scratchBytes())
    let allowed = DiffCeiling.scratch(kind, size: size, sections: subject.old.count + subject.new.count)
    return Measurement("diff/\(kind.rawValue)/\(ID.name)/scratch", n: size, samples: [bytes], unit: "bytes")
      .compared(to: "allowed", bytes / allowed, 1)
  }

  /// Measures the diff with an identity type that only this program knows, as a ratio to one that the library knows.
  /// The ratio is five times as high if code is not compiled for the caller's types.
  private static func specialization(quick: Bool) -> Measurement {
    let size = 5000
    let workload = DiffWorkload(.published, size: size)
    let (own, known) = (DiffSubject<DiffKey>(.published, workload), DiffSubject<UUID>(.published, workload))
    var (ofOwn, ofKnown) = (DiffClock(size: size), DiffClock(size: size))
    for _ in 0..<(quick ? 50 : 200) {
      ofOwn.measure(own.difference)
      ofKnown.measure(known.difference)
    }
    return Measurement("diff/specialization/struct", n: size, samples: ofOwn.samples)
      .compared(to: "uuid", ofOwn.ratio(to: ofKnown), DiffCeiling.ofOwnType)
  }

  /// Returns the wall time to spend on one case and type, in nanoseconds.
  private static func budget(_ size: Int, quick: Bool) -> Double {
    let seconds = size < 50_000 ? 0.3 : size < 500_000 ? 1.2 : 2.5
    return seconds * (quick ? 0.2e9 : 1e9)
  }
}
