import Scrollwork
import ScrollworkLayout

/// A hundred thousand sections of which no two are alike: the frame that they come in with, each of the frames that find
/// out how long the rest are, and all of these together.
@MainActor
enum SectionBenchmarks {
  private static let count = 100_000
  /// So few are no less work for the first frame.
  private static let few = 4_000
  private static let environment = LayoutEnvironment(container: Size(width: 800, height: 2_640))
  /// As a view has done it in one frame.
  private static let work = 2_048

  /// How a section gets its layout.
  private enum Source: String {
    case rows = ""
    /// Groups of as many cells as fit.
    case tiles = "/tiles"
    /// Groups in groups.
    case groups = "/groups"
    /// Rows as tall as the tallest of different cells, of which the length takes a resolved layout.
    case resolved = "/resolved"
    /// Rows, by a provider that is asked when somebody comes near.
    case provided = "/provided"
  }

  static func run(quick: Bool) throws -> [Measurement] {
    let rounds = quick ? 3 : 10
    return [.rows, .tiles, .groups, .resolved, .provided].flatMap { layout(from: $0, rounds) } + (try view(rounds))
  }

  private nonisolated static func rows(_ section: Int) -> SectionLayout {
    .list(rowHeight: 10 + Double(section) / 64).interGroupSpacing(Double(section % 9))
  }

  private static func input(_ section: Int, _ source: Source) -> LayoutSolver.SectionInput {
    let height = 10 + Double(section) / 64
    let provider = SectionProvider(key: 0) { rows($0.section) }
    return switch source {
    case .rows: .init(layout: rows(section), itemCount: section % 20)
    case .tiles:
      .init(
        layout: .grid(minimumItemWidth: 100, itemHeight: height, spacing: Double(section % 9)), itemCount: section % 20)
    case .groups: .init(layout: groups(height), itemCount: section % 20)
    case .resolved: .init(layout: cells(height), itemCount: section % 20)
    case .provided: .init(layout: .vertical(), provider: provider, itemCount: section % 20)
    }
  }

  /// One large cell and two small ones beside it.
  private static func groups(_ height: Double) -> SectionLayout {
    let half = LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(0.5))
    let pair = LayoutGroup.vertical(
      LayoutSize(width: .fractionalWidth(0.3), height: .fractionalHeight(1)), repeating: LayoutItem(size: half),
      count: 2)
    let large = LayoutItem(width: .fractionalWidth(0.7), height: .fractionalHeight(1))
    return SectionLayout(
      group: .horizontal(
        LayoutSize(width: .fractionalWidth(1), height: .absolute(height)), subitems: [large, pair]))
  }

  private static func cells(_ height: Double) -> SectionLayout {
    let whole = LayoutSize(width: .fractionalWidth(1), height: .estimated(height))
    let pair = [height, height / 2].map { LayoutItem(width: .fractionalWidth(0.5), height: .estimated($0)) }
    return SectionLayout(group: .horizontal(whole, subitems: pair))
  }

  private static func time(_ body: () -> Void) -> Double {
    let start = Clocks.threadCPU
    body()
    return (Clocks.threadCPU - start) / 1_000
  }

  /// The layout alone.
  private static func layout(from source: Source, _ rounds: Int) -> [Measurement] {
    let inputs = (0..<count).map { input($0, source) }
    let some = Array(inputs.prefix(few))
    var (first, base, frames, all) = ([Double](), [Double](), [Double](), [Double]())
    for _ in 0..<rounds {
      base.append(firstQuery(some).time)
      var (time, solver) = firstQuery(inputs)
      first.append(time)
      let before = frames.count
      while solver.pendingCount > 0 { frames.append(self.time { _ = solver.resolvePending(work: work) }) }
      all.append(time + frames[before...].reduce(0, +))
    }
    var total = Measurement("layout/resolve/all\(source.rawValue)", n: count, samples: all)
    if source == .provided {
      let alone = time { for section in 0..<count { precondition(rows(section).interGroupSpacing < 9) } }
      total.ratio = total.median / alone
      total.ratioTo = "the provider alone"
    }
    var result = Measurement("layout/first-query/sections\(source.rawValue)", n: count, samples: first)
    result.ratio = (first.min() ?? 0) / max(1, base.min() ?? 0)
    result.ratioTo = "\(few)"
    result.ratioCeiling = 1.5
    return [
      result, Measurement("layout/resolve/frame\(source.rawValue)", n: count, samples: frames),
      total,
    ]
  }

  private static func firstQuery(_ inputs: [LayoutSolver.SectionInput]) -> (time: Double, solver: LayoutSolver) {
    var solver = LayoutSolver()
    var elements: [LayoutElement] = []
    let seen = Rect(origin: .zero, size: environment.container)
    let time = time {
      solver.reload(inputs, environment: environment)
      _ = solver.prepare(in: seen)
      solver.elements(in: seen, pinnedIn: seen, into: &elements)
    }
    return (time, solver)
  }

  /// A view that is given such a list, whose sections ask for their layouts: the frame that shows it, and each of those
  /// until it rests.
  private static func view(_ rounds: Int) throws -> [Measurement] {
    let list = List(
      sections: (0..<count).map { section in
        Section(id: section, data: 0..<(section % 20), id: \.self) { PeerRow(id: UInt32(section * 20 + $0)) }
          .withSectionLayout { rows($0.section) }
      })
    var (first, frames) = ([Double](), [Double]())
    for _ in 0..<rounds {
      let view = try RowList(rows: 1)
      first.append(
        time {
          view.list.apply(list, updateStrategy: .reloadData)
          view.show()
        })
      for _ in 0..<count * LayoutSolver.workOfLayout / work { frames.append(time { view.show() }) }
    }
    return [
      Measurement("layout/apply/sections", n: count, samples: first),
      Measurement("layout/apply/sections/frame", n: count, samples: frames),
    ]
  }
}
