import CAllocationCounter
import Scrollwork
import ScrollworkLayout

/// Benchmarks of a hundred thousand sections: the first frame, each later frame that resolves more of their extents,
/// and all these frames together.
@MainActor
enum SectionBenchmarks {
  private static let count = 100_000
  /// The number of sections of the short list. The first frame of the long list is compared with that of the short one
  /// and should take hardly more work.
  private static let few = 4_000
  private static let environment = LayoutEnvironment(container: Size(width: 800, height: 2_640))
  /// The work allowed in one frame, in units of the solver: as much as a collection view allows in a frame at rest.
  private static let work = 1_024

  /// The kinds of section layouts. All layouts of the kind `equal` are equal; within another kind, all layouts differ.
  private enum Source: String, CaseIterable {
    case equal = ""
    case rows = "/rows"
    /// Groups of as many cells as fit.
    case tiles = "/tiles"
    /// Groups in groups.
    case groups = "/groups"
    /// Groups that scroll on the cross axis.
    case across = "/across"
    /// Rows of cells in columns.
    case tables = "/tables"
    /// Cells in lines, with widths that the program provides.
    case lines = "/lines"
    /// A layout that the program implements.
    case stairs = "/stairs"
    /// Rows, whose layout a provider returns.
    case provided = "/provided"

    /// The allowed number of allocations for each section that a frame resolves: almost none if its layout is known.
    var allocationsPerSection: Double {
      switch self {
      case .equal: 0.04
      case .rows, .provided: 14
      case .tables, .lines, .stairs: 30
      case .tiles, .groups, .across: 60
      }
    }

    /// The allowed number of allocations of a first query, which resolves the layouts of the first and of the visible
    /// sections.
    var allocationsOfFirstQuery: Double {
      switch self {
      case .equal: 200
      case .rows: 600
      case .provided: 600
      case .tables: 1_700
      case .groups: 2_300
      case .lines, .stairs: 3_500
      case .tiles: 3_800
      case .across: 6_300
      }
    }

    /// The amount of work that it takes to resolve one section.
    var work: Int { self == .equal ? 1 : LayoutSolver.workOfLayout }
  }

  static func run(quick: Bool) throws -> [Measurement] {
    let rounds = quick ? 3 : 10
    return Source.allCases.flatMap { layout(from: $0, rounds) } + (try view(rounds))
  }

  private nonisolated static func rows(_ section: Int) -> SectionLayout {
    .list(rowHeight: 10 + Double(section) / 64).interGroupSpacing(Double(section % 9))
  }

  private static func input(_ section: Int, _ source: Source) -> LayoutSolver.SectionInput {
    let height = 10 + Double(section) / 64
    let provider = SectionProvider(key: 0) { rows($0.section) }
    return switch source {
    case .equal: .init(layout: .list(rowHeight: 44), itemCount: section % 20)
    case .rows: .init(layout: rows(section), itemCount: section % 20)
    case .tiles:
      .init(
        layout: .grid(minimumItemWidth: 100, itemHeight: height, spacing: Double(section % 9)), itemCount: section % 20)
    case .groups: .init(layout: groups(height), itemCount: section % 20)
    case .across:
      .init(layout: groups(height).orthogonalScrolling(.groupPaging), itemCount: section % 20)
    case .tables: .init(layout: .table(columns: columns, rowHeight: .absolute(height)), itemCount: section % 20)
    case .lines:
      .init(
        layout: .flow(sizes: .provided(key: section) { item, _ in Size(width: 90 + Double(item), height: height) }),
        itemCount: section % 20)
    case .stairs:
      .init(
        layout: SectionLayout(Stairs(), sizes: .estimated(Size(width: 90, height: height))), itemCount: section % 20)
    case .provided: .init(layout: .vertical(), provider: provider, itemCount: section % 20)
    }
  }

  /// Returns a layout of one large cell with two small ones beside it.
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

  private static let columns: [LayoutTable.Column] = [.fixed(200), .flexible(), .flexible(minimum: 50)]

  private static func time(_ body: () -> Void) -> Double {
    let start = Clocks.threadCPU
    body()
    return (Clocks.threadCPU - start) / 1_000
  }

  /// Measures the layout without a view.
  private static func layout(from source: Source, _ rounds: Int) -> [Measurement] {
    let inputs = (0..<count).map { input($0, source) }
    let (some, tenth) = (Array(inputs.prefix(few)), Array(inputs.prefix(count / 10)))
    var (first, base, frames, all, part) = ([Double](), [Double](), [Double](), [Double](), [Double]())
    for _ in 0..<rounds {
      base.append(firstQuery(some).time)
      var (time, solver) = firstQuery(inputs)
      first.append(time)
      let before = frames.count
      while solver.pendingCount > 0 { frames.append(self.time { _ = solver.resolvePending(work: work) }) }
      all.append(time + frames[before...].reduce(0, +))
      var (short, shorter) = firstQuery(tenth)
      while shorter.pendingCount > 0 { short += self.time { _ = shorter.resolvePending(work: work) } }
      part.append(short)
    }
    let (ofFirst, ofFrame) = allocations(inputs)
    let perFrame = Double(work / source.work) * source.allocationsPerSection
    return [
      Measurement("layout/first-query/sections\(source.rawValue)", n: count, samples: first)
        .compared(to: "\(few)", (first.min() ?? 0) / max(1, base.min() ?? 0), 1.5)
        .allocating(ofFirst, ceiling: source.allocationsOfFirstQuery),
      Measurement("layout/resolve/frame\(source.rawValue)", n: count, samples: frames)
        .allocating(ofFrame, ceiling: perFrame).allowed(0...1_000),
      Measurement("layout/resolve/all\(source.rawValue)", n: count, samples: all)
        .compared(to: "\(count / 10)", (all.min() ?? 0) / max(1, part.min() ?? 0), 15),
    ]
  }

  /// Returns the number of allocations of a first query, and of the frame after it.
  private static func allocations(_ inputs: [LayoutSolver.SectionInput]) -> (first: Double, frame: Double) {
    let before = scrollwork_allocation_count()
    var solver = firstQuery(inputs).solver
    let between = scrollwork_allocation_count()
    _ = solver.resolvePending(work: work)
    return (Double(between - before), Double(scrollwork_allocation_count() - between))
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

  /// Measures a view of a list with layout providers: the first frame, and each later frame until all extents are
  /// resolved.
  private static func view(_ rounds: Int) throws -> [Measurement] {
    let (list, short) = (list(count), list(few))
    var (first, base, frames) = ([Double](), [Double](), [Double]())
    for _ in 0..<rounds {
      let small = try RowList(rows: 1)
      base.append(
        time {
          small.list.apply(short, updateStrategy: .reloadData)
          small.show()
        })
      let view = try RowList(rows: 1)
      first.append(
        time {
          view.list.apply(list, updateStrategy: .reloadData)
          view.show()
        })
      for _ in 0..<count * LayoutSolver.workOfLayout / work { frames.append(time { view.show() }) }
    }
    return [
      Measurement("layout/apply/sections", n: count, samples: first)
        .compared(to: "\(few)", (first.min() ?? 0) / max(1, base.min() ?? 0), 1.5),
      Measurement("layout/apply/sections/frame", n: count, samples: frames),
    ]
  }

  private static func list(_ count: Int) -> List {
    List(
      sections: (0..<count).map { section in
        Section(id: section, data: 0..<(section % 20), id: \.self) { PeerRow(id: UInt32(section * 20 + $0)) }
          .withSectionLayout { rows($0.section) }
      })
  }
}

/// A layout in which each cell begins at the corner where the previous cell ends.
private struct Stairs: SimpleCollectionLayout {
  func frames(of items: LayoutItems) -> [Rect] {
    var corner = Point.zero
    return (0..<items.count).map { item in
      let size = items.size(of: item)
      defer { corner = corner + Point(x: size.width, y: size.height) }
      return Rect(origin: corner, size: size)
    }
  }
}
