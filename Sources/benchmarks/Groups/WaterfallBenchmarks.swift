import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// Benchmarks of recording cell sizes of a waterfall in random order, and of inserting cells at its front.
enum WaterfallBenchmarks {
  private static let size = 100_000
  private static let changes = 10_000
  private static let layout = SectionLayout.waterfall(
    columns: 3, spacing: 8, sizes: .estimated(Size(width: 90, height: 60)))

  static func run(quick: Bool) -> [Measurement] {
    let rounds = quick ? 5 : 20
    return [measures(rounds), inserts(rounds)]
  }

  private static func solver(_ count: Int) -> LayoutSolver {
    var solver = LayoutSolver()
    solver.reload(
      [.init(layout: layout, itemCount: count)],
      environment: LayoutEnvironment(container: Size(width: 800, height: 2_640)))
    return solver
  }

  private static func time(_ body: () -> Void) -> Double {
    let start = Clocks.threadCPU
    body()
    return (Clocks.threadCPU - start) / 1_000
  }

  private static func measure(_ item: Int, height: Double, _ solver: inout LayoutSolver) {
    _ = solver.setMeasured(Size(width: 90, height: height), for: .item(ElementPath(section: 0, item: item)))
  }

  /// Measures recording the sizes of ten thousand random cells in a waterfall whose cells are not measured.
  private static func measures(_ rounds: Int) -> Measurement {
    func measureAnywhere(among count: Int) -> Double {
      var (solver, random) = (solver(count), PeerRandom())
      return time {
        for _ in 0..<changes {
          measure(Int(random.next()) % count, height: Double(Int(random.next()) % 90 + 10), &solver)
        }
      }
    }
    var (samples, base) = ([Double](), [Double]())
    // In turn, so that both meet the same state of the machine.
    for _ in 0..<rounds {
      base.append(measureAnywhere(among: size / 10))
      samples.append(measureAnywhere(among: size))
    }
    // A longer list takes a few more steps down a tree, but no more cells are walked over.
    return Measurement("layout/measure-10000/waterfall", n: size, samples: samples)
      .compared(to: "\(size / 10)", (samples.min() ?? 0) / max(1, base.min() ?? 0), 2.5)
  }

  /// Measures inserting cells before measured ones, compared with inserting them before unmeasured ones. The goal is a
  /// ratio of 1.2; the bound leaves room for noise in a few microseconds.
  private static func inserts(_ rounds: Int) -> Measurement {
    let unmeasured = solver(size)
    var measured = unmeasured
    for item in 0..<size { measure(item, height: Double(item * 37 % 90 + 10), &measured) }
    func insert(into solver: LayoutSolver) -> Double {
      var (solver, count) = (solver, size)
      // The first insertion copies the storage that the solvers share, so it is not timed.
      insertFirst(&count, &solver)
      return time { for _ in 0..<1_000 { insertFirst(&count, &solver) } } / 1_000
    }
    var (samples, base) = ([Double](), [Double]())
    for _ in 0..<rounds {
      base.append(insert(into: unmeasured))
      samples.append(insert(into: measured))
    }
    return Measurement("layout/insert-front/waterfall", n: size, samples: samples)
      .compared(to: "unmeasured", (samples.min() ?? 0) / max(0.01, base.min() ?? 0), 1.4)
  }

  private static func insertFirst(_ count: inout Int, _ solver: inout LayoutSolver) {
    let mapping = PositionMapping(
      oldCount: count, newCount: count + 1, commonPrefix: 0, commonSuffix: count, oldOfNew: [-1])
    count += 1
    solver.update(
      [.init(layout: layout, itemCount: count)],
      mapping: ListMapping(sections: .identity(count: 1), elements: [mapping]))
  }
}
