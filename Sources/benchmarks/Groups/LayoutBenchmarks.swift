import CAllocationCounter
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// Benchmarks of the layout without a view: the cost of a first frame, of a later frame and of a measured row, which
/// should not depend on the number of rows.
enum LayoutBenchmarks {
  private static let environment = LayoutEnvironment(container: Size(width: 800, height: 2_640))
  private static let size = 1_000_000
  /// The number of rows of the short list. The long list is compared with it and should take hardly more work.
  private static let few = 1_000

  static func run(quick: Bool) -> [Measurement] {
    let rounds = quick ? 20 : 100
    return [
      firstQuery("uniform", .list(rowHeight: 44), rounds, allocations: 30),
      firstQuery("estimated", .vertical(), rounds, allocations: 30),
      firstQuery("flow", flow, rounds, allocations: 40), firstQuery("waterfall", waterfall, rounds, allocations: 45),
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

  /// Measures the time from an empty solver to the elements of the first frame and the height of the content.
  private static func firstQuery(
    _ name: String, _ layout: SectionLayout, _ rounds: Int, allocations ceiling: Double
  ) -> Measurement {
    var elements: [LayoutElement] = []
    func query(_ count: Int) {
      var solver = solver(layout, count: count)
      let seen = Rect(origin: .zero, size: environment.container)
      _ = solver.prepare(in: seen)
      solver.elements(in: seen, pinnedIn: seen, into: &elements)
      precondition(solver.contentSize.height > 0)
    }
    query(size)
    let before = scrollwork_allocation_count()
    query(size)
    let allocations = Double(scrollwork_allocation_count() - before)
    var (samples, base) = ([Double](), [Double]())
    // In turn, so that both meet the same state of the machine.
    for _ in 0..<rounds {
      base.append(time { query(few) })
      samples.append(time { query(size) })
    }
    return Measurement("layout/first-query/\(name)", n: size, samples: samples)
      .allocating(allocations, ceiling: ceiling)
      .compared(to: "\(few)", (samples.min() ?? 0) / max(0.1, base.min() ?? 0), 2)
  }

  /// Measures the query for a frame of sixty rows, at the start and at the end of a list, with uniform and with
  /// measured rows.
  private static func frames(_ rounds: Int) -> [Measurement] {
    let measured = measuredSolver()
    let uniform = solver(.list(rowHeight: 44))
    return frames(uniform, "layout/frame", rounds) + frames(measured, "layout/frame/measured", rounds)
  }

  private static func frames(_ solver: LayoutSolver, _ name: String, _ rounds: Int) -> [Measurement] {
    let ends = [0, solver.contentSize.height - environment.container.height]
    var elements: [LayoutElement] = []
    let perSample = 100
    func query(at y: Double) {
      for step in 0..<perSample {
        let seen = Rect(origin: Point(x: 0, y: max(0, y - Double(step % 40))), size: environment.container)
        solver.elements(in: seen, pinnedIn: seen, into: &elements)
      }
    }
    let allocations = ends.map { y in
      query(at: y)
      let before = scrollwork_allocation_count()
      query(at: y)
      return Double(scrollwork_allocation_count() - before) / Double(perSample)
    }
    var samples: [[Double]] = [[], []]
    // In turn, so that both meet the same state of the machine.
    for _ in 0..<rounds {
      for end in 0..<2 { samples[end].append(time { query(at: ends[end]) } / Double(perSample)) }
    }
    let least = samples.map { $0.min() ?? 0 }
    let first = Measurement("\(name)/first", n: size, samples: samples[0]).allocating(allocations[0], ceiling: 0)
    let last = Measurement("\(name)/last", n: size, samples: samples[1]).allocating(allocations[1], ceiling: 0)
    return [first, last.compared(to: "the first", least[1] / max(0.01, least[0]), 1.2)]
  }

  /// Returns a solver whose rows are all measured; no two neighbours have the same height.
  private static func measuredSolver(count: Int = size) -> LayoutSolver {
    var solver = solver(.vertical(), count: count)
    for item in 0..<count { measure(item, height: Double(20 + item * 7 % 60), &solver) }
    return solver
  }

  private static func measure(_ item: Int, height: Double, _ solver: inout LayoutSolver) {
    _ = solver.setMeasured(
      Size(width: environment.container.width, height: height), for: .item(ElementPath(section: 0, item: item)))
  }

  /// Measures recording the size of a row among a million measured ones, and of ten thousand random rows in a list
  /// without measured ones.
  private static func measures(_ rounds: Int) -> [Measurement] {
    var (solver, base) = (measuredSolver(), measuredSolver(count: few))
    var random = PeerRandom()
    func measureAnywhere(_ count: Int, among rows: Int, _ solver: inout LayoutSolver) {
      for _ in 0..<count {
        measure(Int(random.next()) % rows, height: Double(Int(random.next()) % 90 + 10), &solver)
      }
    }
    var (single, short) = ([Double](), [Double]())
    for _ in 0..<rounds {
      short.append(time { measureAnywhere(100, among: few, &base) } / 100)
      single.append(time { measureAnywhere(100, among: size, &solver) } / 100)
    }
    let before = scrollwork_allocation_count()
    measureAnywhere(1_000, among: size, &solver)
    let allocations = Double(scrollwork_allocation_count() - before) / 1_000
    let many = (0..<max(3, rounds / 10)).map { _ in
      var fresh = self.solver(.vertical())
      return time { measureAnywhere(10_000, among: size, &fresh) }
    }
    return [
      // The long list takes twice as many steps down a tree, through memory that is in no cache.
      Measurement("layout/measure", n: size, samples: single).allocating(allocations, ceiling: 1)
        .compared(to: "\(few)", (single.min() ?? 0) / max(0.01, short.min() ?? 0), 6),
      Measurement("layout/measure/10000", n: size, samples: many),
    ]
  }

  /// Measures the memory that a row takes in the sums of heights, in a list of a million measured rows in which no two
  /// neighbours have the same height.
  private static func memory() -> Measurement {
    let bytes = Double(measuredSolver().measuredBytes) / Double(size)
    return Measurement("layout/memory/measured", n: size, samples: [bytes], unit: "bytes")
      .compared(to: "allowed", bytes / 8, 1)
  }
}
