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

  @Test func `the panel tells what the last frames and the list did`() {
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
