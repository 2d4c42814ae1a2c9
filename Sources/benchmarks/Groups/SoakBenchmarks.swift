import Scrollwork
import ScrollworkPlatform
import ScrollworkTesting
import ScrollworkViewerCore

/// The growth of memory over many random updates of a list.
@MainActor
enum SoakBenchmarks {
  static func run(quick: Bool) throws -> [Measurement] {
    let soak = try Soak()
    let updates = quick ? 10_000 : 100_000
    // Fill the caches of rendered text, content views and pixels first.
    let warm = updates / 5
    for _ in 0..<warm { soak.update() }
    let before = soak.restingBytes
    var samples: [Double] = []
    for count in warm..<updates {
      soak.update()
      if count % (updates / 20) == 0 { samples.append(soak.restingBytes) }
    }
    let after = soak.restingBytes
    return [
      Measurement("soak/updates", n: updates, samples: samples + [after], unit: "bytes")
        .compared(to: "the memory after \(warm)", after / before, 1.05)
    ]
  }
}

/// A list without a display that receives random updates.
@MainActor
private final class Soak {
  private let stage: MotionStage
  private var random = SplitMix(seed: 100_000)
  private var sections: [[Entry]] = [[], [], []]
  private var nextID = 0

  private struct Entry: Identifiable {
    var id: Int
    var revision = 0
  }

  private static let layouts: [SectionLayout] = [
    .list(rowHeight: 40), .list(estimatedRowHeight: 30), .grid(minimumItemWidth: 160, itemHeight: 60, spacing: 8),
  ]
  private static let animators: [(any Animator)?] = [nil, FadeAnimator(), RowAnimator(.left), CascadeAnimator()]

  init() throws {
    stage = try MotionStage()
    for index in sections.indices { sections[index] = entries(100) }
  }

  private func number(_ count: Int) -> Int { count > 0 ? Int.random(in: 0..<count, using: &random) : 0 }

  private func entries(_ count: Int) -> [Entry] {
    (0..<count).map { _ in
      nextID += 1
      return Entry(id: nextID)
    }
  }

  func update() {
    change(number(sections.count))
    if number(50) == 0 { stage.list.animator = Self.animators[number(Self.animators.count)] }
    if number(6) == 0 { stage.wheel(Double(number(9)) - 4) }
    let strategies: [UpdateStrategy] = [.nonanimatedBatchUpdates, .reloadData]
    let strategy = number(10) == 0 ? strategies[number(2)] : .animatedBatchUpdates
    let layout = Self.layouts[number(40) == 0 ? number(Self.layouts.count) : 0]
    stage.list.apply(
      List(
        sections: sections.enumerated().map { index, entries in
          Section(id: index, data: entries) { SoakRow(text: "entry \($0.id), revision \($0.revision)") }
            .withSectionLayout(layout)
        }), updateStrategy: strategy, reason: [.program, .filter, .sort][number(3)])
    for _ in 0..<number(4) { stage.show() }
  }

  private func change(_ section: Int) {
    let count = sections[section].count
    switch number(6) {
    case 0 where count < 200: sections[section].insert(contentsOf: entries(1 + number(20)), at: number(count + 1))
    case 1 where count > 40:
      let start = number(count - 20)
      sections[section].removeSubrange(start..<start + 1 + number(20))
    case 2 where count > 0:
      let entry = sections[section].remove(at: number(count))
      let target = number(sections.count)
      sections[target].insert(entry, at: number(sections[target].count + 1))
    case 3: sections[section].shuffle(using: &random)
    case 4: sections.swapAt(0, section)
    default: for _ in 0..<min(count, 5) { sections[section][number(count)].revision += 1 }
    }
  }

  /// The resident memory at rest.
  var restingBytes: Double {
    for _ in 0..<60 { stage.show() }
    return Double(ProcessStatistics.residentBytes)
  }
}

private struct SoakRow: Component, Equatable {
  var text: String

  func renderContent() -> Label { Label() }
  func render(in content: Label) { content.text = text }
}
