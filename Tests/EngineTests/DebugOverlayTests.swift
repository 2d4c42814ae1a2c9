import Scrollwork
import Testing

@MainActor
struct DebugOverlayTests {
  private let list = CollectionView()
  private let window: Window
  private let start = Instant.zero

  init() throws {
    var configuration = WindowConfiguration(title: "Test", size: Size(width: 400, height: 500))
    configuration.isHeadless = true
    window = try Window(configuration, content: list)
    list.apply(
      List {
        Section(id: 0, data: 0..<1000, id: \.self) { Plate(text: "\($0)") }
          .withSectionLayout(.list(estimatedRowHeight: 30))
      })
  }

  /// Shows frames for half a second while the list scrolls.
  private func scroll(from start: Double) {
    for frame in 0..<30 {
      list.scroll(to: .offset(start + Double(frame) * 20), animated: false)
      _ = window.showFrame(at: self.start.advanced(bySeconds: start + Double(frame) / 60))
    }
  }

  private var figures: String {
    window.host.frame(at: start.advanced(bySeconds: 4000), describing: true).semantics
      .first { $0.text.hasPrefix("Frames") }?.text ?? ""
  }

  @Test func `the panel shows the figures of the last frames and of the list`() {
    window.showsDebugOverlay = true
    scroll(from: 0)
    let lines = figures.split(separator: "\n")
    func figure(_ name: String) -> Double? {
      lines.first { $0.hasPrefix(name) }?.split(separator: " ").dropFirst().first.flatMap { Double($0) }
    }
    #expect((figure("Frames") ?? 0) > 1)
    #expect((figure("Items") ?? 0) >= 12)
    #expect((figure("Measured") ?? 0) > 0)
    #expect((figure("Offset") ?? 0) > 100)
    // Rows of 40 were estimated at 30.
    #expect((figure("Extents") ?? 0) >= 40 * 12)
    #expect(lines.contains { $0.hasPrefix("Anchor") && !$0.contains("start") })
    #expect(lines.contains { $0.hasPrefix("Extents") && $0.contains("estimated") })
  }

  @Test func `it shows the time of each phase, hitches, and the numbers of bound, recycled and prefetched items`() {
    window.showsDebugOverlay = true
    list.prefetchingPlugins = [EverythingPlugin()]
    list.apply(
      List {
        Section(id: 0, data: 0..<1000, id: \.self) { Fetched(number: $0) }
          .withSectionLayout(.list(estimatedRowHeight: 30))
      })
    scroll(from: 0)
    let lines = figures.split(separator: "\n")
    for phase in ["apply", "scroll", "layout", "bind", "measure", "animate", "paint", "draw", "present"] {
      #expect(lines.contains { $0.contains(" \(phase) ") && $0.contains(" ms") }, "\(phase)")
    }
    #expect(lines.contains { $0.hasPrefix("Frames") && $0.contains("late") && $0.contains("hitches") })
    func figure(_ name: String, _ part: String) -> Int? {
      lines.first { $0.hasPrefix(name) }?.split { " ,".contains($0) }.drop { $0 != part }.dropFirst().first
        .flatMap { Int($0) }
    }
    #expect((figure("Bound", "Bound") ?? 0) > 0 && (figure("Bound", "reused") ?? 0) > 0)
    // Rows on screen count as in sight, and those of the next screens as near or far.
    #expect((figure("Ahead", "near") ?? 0) + (figure("Ahead", "far") ?? 0) > 0)
  }

  @Test func `the panel goes when it is switched off`() {
    window.showsDebugOverlay = true
    scroll(from: 0)
    window.showsDebugOverlay = false
    #expect(!window.showsDebugOverlay)
    scroll(from: 1000)
    #expect(figures.isEmpty)
  }
}

/// A row with a resource to prefetch.
private struct Fetched: Component, Equatable, ComponentResourcePrefetchable {
  var number: Int

  func referenceSize(in bounds: Rect) -> Size? { Size(width: bounds.width, height: 40) }
  func renderContent() -> Label { Label() }
  func render(in content: Label) { content.text = "\(number)" }
}

/// A plugin that has a resource to prefetch for every row.
private final class EverythingPlugin: CollectionViewPrefetchingPlugin {
  func prefetch(with component: any ComponentResourcePrefetchable) -> AnyCancellable? { AnyCancellable {} }
}
