import CAllocationCounter
import FoundationEssentials
import Scrollwork

/// Differences of lists, beside what else could be done in the same round.
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
    return result
  }

  private static func measure<ID: DiffBenchmarkID>(
    _ type: ID.Type, _ kind: DiffCase, _ workload: DiffWorkload, _ size: Int, quick: Bool
  ) throws -> [Measurement] {
    let subject = DiffSubject<ID>(kind, workload)
    let isFeasible = kind.isFeasibleForStandardLibrary(size)
    let apply = try DiffApply(subject)
    var (ours, dictionary) = (DiffClock(size: size), DiffClock(size: size))
    var (standard, applied) = (DiffClock(size: size), DiffClock(size: Int.max))
    let end = Clocks.monotonic + budget(size, quick: quick)
    var rounds = 0
    // In turn, so that all meet the same state of the machine.
    while rounds < 3 || (Clocks.monotonic < end && rounds < 200) {
      ours.measure(subject.difference)
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
      isFeasible ? base.compared(to: "standard", ours.ratio(to: standard), DiffCeiling.ofStandard(size)) : nil,
      base.compared(to: "apply", ours.samples.percentile(0.5) / applied.samples.percentile(0.5), nil),
    ]
    .compactMap(\.self)
  }

  /// Nanoseconds of real time for one case and type.
  private static func budget(_ size: Int, quick: Bool) -> Double {
    let seconds = size < 50_000 ? 0.3 : size < 500_000 ? 1.2 : 2.5
    return seconds * (quick ? 0.4e9 : 1e9)
  }
}

extension Measurement {
  fileprivate func compared(to other: String, _ ratio: Double, _ ceiling: Double?) -> Measurement {
    var copy = self
    copy.ratio = ratio
    copy.ratioTo = other
    copy.ratioCeiling = ceiling
    return copy
  }
}
