import Scrollwork
import ScrollworkLayout

/// Benchmarks of ten thousand subsections in a section: the first frame, each later frame that resolves more of their
/// heights, and the measurement of a row.
@MainActor
enum InnerSectionBenchmarks {
  private static let count = 10_000
  private static let environment = LayoutEnvironment(container: Size(width: 800, height: 800))
  /// The work allowed in one frame, in units of the solver: as much as a collection view allows in a frame at rest.
  private static let work = 1_024

  /// The kinds of subsections.
  private enum Source: String, CaseIterable {
    /// Rows; the subsections differ only in the number of rows.
    case alike
    /// Rows; no two subsections have the same layout.
    case different
    /// Rows, whose layout a provider returns when the subsection is near the viewport.
    case provided
    /// Cells in lines, placed by a flow layout.
    case lines
    /// Rows in a second level of subsections, a hundred in each subsection.
    case deep
  }

  static func run(quick: Bool) -> [Measurement] {
    let rounds = quick ? 3 : 10
    return Source.allCases.flatMap { measure($0, rounds) }
  }

  private nonisolated static func rows(_ part: Int) -> SectionLayout { .list(rowHeight: 10 + Double(part % 200) / 64) }

  private static func part(_ index: Int, _ source: Source) -> NestedLayout.Child {
    let count = 1 + index % 6
    switch source {
    case .alike: return .init(ChildSection(.vertical()), count: count)
    case .different: return .init(ChildSection(rows(index).interGroupSpacing(Double(index))), count: count)
    case .provided:
      return .init(ChildSection(.vertical(), provider: SectionProvider(key: 0) { rows($0.section) }), count: count)
    case .lines:
      return .init(
        ChildSection(.flow(sizes: .estimated(Size(width: 90, height: 20 + Double(index % 9))))), count: count)
    case .deep:
      let parts = (0..<100).map { NestedLayout.Child(ChildSection(.vertical()), count: 1 + $0 % 6) }
      return .init(ChildSection(SectionLayout.vertical().placing(parts)), count: parts.reduce(0) { $0 + $1.count })
    }
  }

  private static func time(_ body: () -> Void) -> Double {
    let start = Clocks.threadCPU
    body()
    return (Clocks.threadCPU - start) / 1_000
  }

  /// The measured times, in microseconds.
  private struct Times {
    var first: [Double] = []
    var frames: [Double] = []
    var measures: [Double] = []
  }

  private static func measure(_ source: Source, _ rounds: Int) -> [Measurement] {
    let (many, few) = (input(count, source), input(count / 10, source))
    var (times, base) = (Times(), Times())
    for _ in 0..<rounds {
      show(few, &base)
      show(many, &times)
    }
    let name = "inner/\(source.rawValue)"
    let first = Measurement("layout/first-query/\(name)", n: count, samples: times.first)
      .compared(to: "\(count / 10)", (times.first.min() ?? 0) / max(1, base.first.min() ?? 0), 20)
    let frames = Measurement("layout/resolve/frame/\(name)", n: count, samples: times.frames)
    guard let least = times.measures.min(), let leastOfFew = base.measures.min() else { return [first, frames] }
    let measures = Measurement("layout/measure/\(name)", n: count, samples: times.measures)
      .compared(to: "\(count / 10)", least / max(0.1, leastOfFew), 2)
    return [first, frames, measures]
  }

  private static func input(_ count: Int, _ source: Source) -> LayoutSolver.SectionInput {
    let parts = (0..<(source == .deep ? count / 100 : count)).map { part($0, source) }
    return LayoutSolver.SectionInput(
      layout: SectionLayout.vertical().placing(parts), itemCount: parts.reduce(0) { $0 + $1.count })
  }

  /// Loads the sections, resolves them until all heights are known, and measures the rows in the middle of the content.
  private static func show(_ input: LayoutSolver.SectionInput, _ times: inout Times) {
    var solver = LayoutSolver()
    var elements: [LayoutElement] = []
    func look(at y: Double) {
      let seen = Rect(x: 0, y: y, width: 800, height: 800)
      _ = solver.prepare(in: seen)
      solver.elements(in: seen, pinnedIn: seen, into: &elements)
    }
    times.first.append(
      time {
        solver.reload([input], environment: environment)
        look(at: 0)
      })
    repeat { times.frames.append(time { _ = solver.resolvePending(work: work) }) } while solver.pendingCount > 0
    look(at: solver.contentSize.height / 2)
    for element in elements where solver.isEstimated(element.key) {
      times.measures.append(time { _ = solver.setMeasured(Size(width: 800, height: 71), for: element.key) })
    }
  }
}
