import CAllocationCounter
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// The layout alone, without a view: what a first frame, a frame and a measured row cost, whatever the number of rows.
enum LayoutBenchmarks {
  private static let environment = LayoutEnvironment(container: Size(width: 800, height: 2_640))
  private static let size = 1_000_000

  static func run(quick: Bool) -> [Measurement] {
    let rounds = quick ? 20 : 100
    return [
      firstQuery("uniform", .list(rowHeight: 44), rounds), firstQuery("estimated", .vertical(), rounds),
      firstQuery("flow", flow, rounds), firstQuery("waterfall", waterfall, rounds),
    ] + frames(rounds) + measures(rounds) + [memory()]
  }

  private static let guess = LayoutItemSizes.estimated(Size(width: 90, height: 60))
  private static let flow = SectionLayout.flow(sizes: guess, lineSpacing: 8, interitemSpacing: 8)
  private static let waterfall = SectionLayout.waterfall(columns: 4, spacing: 8, sizes: guess)

  private static func solver(_ layout: SectionLayout, count: Int = size) -> LayoutSolver {
    var solver = LayoutSolver()
    solver.reload([.init(layout: layout, itemCount: count)], environment: environment)
    return solver
  }

  private static func time(_ body: () -> Void) -> Double {
    let start = Clocks.threadCPU
    body()
    return (Clocks.threadCPU - start) / 1_000
  }

  /// From nothing to the first frame and the length of the whole.
  private static func firstQuery(_ name: String, _ layout: SectionLayout, _ rounds: Int) -> Measurement {
    var elements: [LayoutElement] = []
    let samples = (0..<rounds).map { _ in
      time {
        var solver = solver(layout)
        let seen = Rect(origin: .zero, size: environment.container)
        _ = solver.prepare(in: seen)
        solver.elements(in: seen, pinnedIn: seen, into: &elements)
        precondition(solver.contentSize.height > 0)
      }
    }
    return Measurement("layout/first-query/\(name)", n: size, samples: samples)
  }

  /// The query of a frame of sixty rows at the start and at the end of a list, uniform and measured.
  private static func frames(_ rounds: Int) -> [Measurement] {
    let measured = measuredSolver()
    let uniform = solver(.list(rowHeight: 44))
    return frames(uniform, "layout/frame", rounds) + frames(measured, "layout/frame/measured", rounds)
  }

  private static func frames(_ solver: LayoutSolver, _ name: String, _ rounds: Int) -> [Measurement] {
    let end = solver.contentSize.height - environment.container.height
    var first = frame(solver, at: 0, "\(name)/first", rounds)
    var last = frame(solver, at: end, "\(name)/last", rounds)
    first.allocationCeiling = 0
    last.allocationCeiling = 0
    last.ratio = last.median / first.median
    last.ratioTo = "the first"
    last.ratioCeiling = 1.5
    return [first, last]
  }

  private static func frame(_ solver: LayoutSolver, at y: Double, _ name: String, _ rounds: Int) -> Measurement {
    var elements: [LayoutElement] = []
    let perSample = 100
    func query(_ step: Int) {
      let seen = Rect(
        origin: Point(x: 0, y: max(0, y - Double(step % 40))), size: environment.container)
      solver.elements(in: seen, pinnedIn: seen, into: &elements)
    }
    query(0)
    let before = scrollwork_allocation_count()
    for step in 0..<perSample { query(step) }
    let allocations = Double(scrollwork_allocation_count() - before) / Double(perSample)
    let samples = (0..<rounds).map { _ in
      time { for step in 0..<perSample { query(step) } } / Double(perSample)
    }
    var result = Measurement(name, n: size, samples: samples)
    result.allocations = allocations
    return result
  }

  /// A million rows of which all were measured, no two neighbours alike.
  private static func measuredSolver() -> LayoutSolver {
    var solver = solver(.vertical())
    for item in 0..<size { measure(item, height: Double(20 + item * 7 % 60), &solver) }
    return solver
  }

  private static func measure(_ item: Int, height: Double, _ solver: inout LayoutSolver) {
    _ = solver.setMeasured(
      Size(width: environment.container.width, height: height), for: .item(ElementPath(section: 0, item: item)))
  }

  /// One measured row among a million measured ones, and ten thousand anywhere in a list of which nothing was measured.
  private static func measures(_ rounds: Int) -> [Measurement] {
    var solver = measuredSolver()
    var random = PeerRandom()
    let single = (0..<rounds).map { _ in
      time {
        for _ in 0..<100 {
          measure(Int(random.next()) % size, height: Double(Int(random.next()) % 90 + 10), &solver)
        }
      } / 100
    }
    let many = (0..<max(3, rounds / 10)).map { _ in
      var fresh = self.solver(.vertical())
      return time {
        for _ in 0..<10_000 {
          measure(Int(random.next()) % size, height: Double(Int(random.next()) % 90 + 10), &fresh)
        }
      }
    }
    return [
      Measurement("layout/measure", n: size, samples: single),
      Measurement("layout/measure/10000", n: size, samples: many),
    ]
  }

  /// What the sums hold for each row of a million measured ones, no two neighbours alike.
  private static func memory() -> Measurement {
    let bytes = Double(measuredSolver().measuredBytes) / Double(size)
    return Measurement("layout/memory/measured", n: size, samples: [bytes], unit: "bytes")
  }
}
