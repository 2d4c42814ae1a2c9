import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// Benchmarks of recording cell sizes in random order, and of inserting cells at the front, in lists of rows and of
/// lines.
enum LineBenchmarks {
  private static let environment = LayoutEnvironment(container: Size(width: 800, height: 2_640))
  private static let size = 1_000_000
  /// The number of cells in the short list, with which the long list is compared. Most of these cells are measured.
  private static let few = 10_000
  private static let number = 10_000

  private static let layouts: [(name: String, layout: SectionLayout)] = {
    let across = LayoutSize(width: .fractionalWidth(1), height: .estimated(60))
    let cell = LayoutItem(width: .fractionalWidth(1), height: .estimated(60))
    let tag = LayoutItem(width: .estimated(90), height: .estimated(60))
    let pair = LayoutGroup.horizontal(across, equally: cell, count: 2)
    let guess = LayoutItemSizes.estimated(Size(width: 90, height: 60))
    return [
      ("rows", .vertical()),
      ("flow", .flow(sizes: guess, lineSpacing: 8, interitemSpacing: 8)),
      ("tags", SectionLayout(group: .horizontal(across, subitems: [tag], interItemSpacing: .fixed(8)))),
      ("threes", SectionLayout(group: .horizontal(across, equally: cell, count: 3))),
      ("groups", SectionLayout(group: .vertical(across, once: [pair, pair, cell]))),
    ]
  }()

  static func run(quick: Bool) -> [Measurement] {
    let rounds = quick ? 3 : 9
    return layouts.map { measures($0.name, $0.layout, rounds) }
      + layouts.filter { $0.name != "groups" }.map { inserts($0.name, $0.layout, quick ? size / 5 : size, rounds) }
  }

  private static func solver(_ layout: SectionLayout, count: Int) -> LayoutSolver {
    var solver = LayoutSolver()
    solver.reload([.init(layout: layout, itemCount: count)], environment: environment)
    return solver
  }

  private static func time(_ body: () -> Void) -> Double {
    let start = Clocks.threadCPU
    body()
    return (Clocks.threadCPU - start) / 1_000
  }

  private static func measure(_ item: Int, _ random: inout PeerRandom, _ solver: inout LayoutSolver) {
    let size = Size(width: Double(Int(random.next()) % 80 + 50), height: Double(Int(random.next()) % 90 + 10))
    _ = solver.setMeasured(size, for: .item(ElementPath(section: 0, item: item)))
  }

  /// Measures recording the sizes of ten thousand random cells among a million, compared with as many among ten
  /// thousand. The million takes twice as many steps down a tree, through memory that is in no cache.
  private static func measures(_ name: String, _ layout: SectionLayout, _ rounds: Int) -> Measurement {
    var (samples, base, random) = ([Double](), [Double](), PeerRandom())
    func measureAll(among count: Int) -> Double {
      var solver = solver(layout, count: count)
      return time {
        for _ in 0..<number { measure(Int(random.next()) % count, &random, &solver) }
        precondition(solver.contentSize.height > 0)
      }
    }
    for _ in 0..<rounds {
      base.append(measureAll(among: few))
      samples.append(measureAll(among: size))
    }
    return Measurement("layout/measure-10000/\(name)", n: size, samples: samples)
      .compared(to: "\(few)", (samples.min() ?? 0) / max(0.1, base.min() ?? 0), 6)
  }

  /// Measures inserting a cell before measured ones, compared with inserting one before cells of which only three are
  /// measured. The goal is a ratio of 1.2; the bound leaves room for noise in a few microseconds.
  /// - Parameter size: The number of cells. Measuring a million takes most of the time.
  private static func inserts(_ name: String, _ layout: SectionLayout, _ size: Int, _ rounds: Int) -> Measurement {
    var (measured, plain, random) = (solver(layout, count: size), solver(layout, count: size), PeerRandom())
    for item in 0..<size { measure(item, &random, &measured) }
    for item in [0, size / 2, size - 1] { measure(item, &random, &plain) }
    var (samples, base, count) = ([Double](), [Double](), size)
    for _ in 0..<rounds * 10 {
      let mapping = ListMapping(
        sections: .identity(count: 1),
        elements: [
          PositionMapping(oldCount: count, newCount: count + 1, commonPrefix: 0, commonSuffix: count, oldOfNew: [-1])
        ])
      count += 1
      base.append(time { plain.update([.init(layout: layout, itemCount: count)], mapping: mapping) })
      samples.append(time { measured.update([.init(layout: layout, itemCount: count)], mapping: mapping) })
    }
    return Measurement("layout/insert-front/\(name)", n: size, samples: samples)
      .compared(to: "unmeasured", samples.percentile(0.5) / max(0.1, base.percentile(0.5)), 1.4)
  }
}
