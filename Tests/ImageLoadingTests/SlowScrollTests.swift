import Scrollwork
import ScrollworkTesting
import Testing

/// A row with a picture, 30 pixels high.
private struct PhotoRow: Component, Equatable, ComponentImagePrefetchable {
  var name: String

  func renderContent() -> ImageView { ImageView() }

  func render(in content: ImageView) { content.request = SteppedPipeline.request(name) }

  func imageRequests(at place: PrefetchPlace) -> [ImageRequest] {
    [ImageRequest(source: SteppedPipeline.request(name).source, target: place.pixels(of: place.cellSize))]
  }
}

/// A view with ten of a thousand rows visible, which scrolls slowly from the top at 60 frames per second.
@MainActor
private final class Reader {
  let list = CollectionView()
  let harness: ViewHarness
  let stepped = SteppedPipeline()
  private(set) var shown: Set<String> = []
  /// The rows that were visible without their picture in some frame after the first.
  private(set) var empty: Set<String> = []

  private static let count = 1000

  init(_ name: @escaping (Int) -> String) {
    harness = ViewHarness(content: list, size: Size(width: 200, height: 300))
    harness.changeEnvironment { [pipeline = stepped.pipeline] in $0.images = pipeline }
    list.prefetchingPlugins = [ImagePrefetchingPlugin(pipeline: stepped.pipeline)]
    let cells = (0..<Self.count).map { Cell(id: $0, component: PhotoRow(name: name($0))) }
    list.apply(List(sections: [Section(id: 0, cells: cells).withSectionLayout(.list(rowHeight: 30))]))
    harness.show()
  }

  /// Scrolls in each of `frames` frames.
  /// - Parameter pixels: The distance per frame.
  func scroll(frames: Int, pixels: Double, _ meanwhile: (_ frame: Int) -> Void) {
    for frame in 0..<frames {
      list.scroll(to: .offset(list.visibleRect.minY + pixels), animated: false)
      stepped.clock.advance(by: 1.0 / 60)
      harness.advance(by: .milliseconds(17))
      harness.showIfNeeded()
      look()
      meanwhile(frame)
    }
  }

  private func look() {
    let visible = list.visibleRect
    for row in Int(visible.minY / 30)...Int((visible.maxY - 1) / 30) {
      guard let view = list.content(of: ElementID(row)) as? ImageView, let request = view.request,
        case .url(let address) = request.source
      else { continue }
      shown.insert(address)
      if view.state != .shown { empty.insert(address) }
    }
  }
}

@MainActor
struct SlowScrollTests {
  @Test func `a prefetched picture is shown in the first frame of its row`() {
    let reader = Reader { "\($0)" }
    reader.stepped.settle()
    reader.harness.showIfNeeded()
    reader.scroll(frames: 300, pixels: 4) { _ in reader.stepped.settle() }
    #expect(reader.shown.count > 45 && reader.empty.isEmpty, "\(reader.empty.count) of \(reader.shown.count)")
  }

  @Test func `almost all pictures loaded during slow scrolling become visible`() {
    let reader = Reader { "http://host/\($0)" }
    let stepped = reader.stepped
    // The view scrolls two viewports a second, and each load takes 0.1 s.
    reader.scroll(frames: 900, pixels: 10) { frame in
      guard frame % 6 == 0 else { return stepped.settle() }
      for load in stepped.network.open { stepped.answer(load.request.address, "picture of a row") }
    }
    let bytes = stepped.core.statistics.fetchedBytes
    let unseen = bytes - reader.shown.count * "picture of a row".utf8.count
    #expect(reader.shown.count > 300 && unseen >= 0)
    #expect(Double(unseen) <= Double(bytes) * 0.1, "\(unseen) of \(bytes) bytes")
  }
}
