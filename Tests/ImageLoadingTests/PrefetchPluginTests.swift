import Foundation
import Scrollwork
import ScrollworkImageLoading
import Testing

private struct Picture: ComponentRemoteImagePrefetchable {
  var names: [String]
  var remoteImageURLs: [URL] { names.compactMap { URL(string: "http://host/" + $0) } }
  var remoteImageTargetSize: PixelSize? = PixelSize(width: 10, height: 10)
}

private struct Other: ComponentResourcePrefetchable {}

@MainActor
private final class RecordingPrefetcher: RemoteImagePrefetching {
  var asked: [String] = []
  var running: [UUID: String] = [:]

  func prefetchImage(url: URL) -> UUID? {
    asked.append(url.lastPathComponent)
    if url.lastPathComponent == "none" { return nil }
    let task = UUID()
    running[task] = url.lastPathComponent
    return task
  }

  func cancelTask(uuid: UUID) { running[uuid] = nil }
}

/// Returns the items around a viewport that ten items fill.
private func items(_ offset: Int, of count: Int) -> [PrefetchItem<Int>] {
  (max(0, offset - 20)..<min(count, offset + 60)).map { item in
    let gap = item < offset ? item - offset : item < offset + 10 ? 0 : item - offset - 9
    return PrefetchItem(id: item, distance: Double(gap) / 10)
  }
}

private func names(_ range: Range<Int>) -> Set<String> { Set(range.map { "\($0)" }) }

@MainActor
struct PrefetchPluginTests {
  @Test func `each address of a component is loaded, and all are cancelled together`() {
    let prefetcher = RecordingPrefetcher()
    let plugin = RemoteImagePrefetchingPlugin(remoteImagePrefetcher: prefetcher)
    let cancellable = plugin.prefetch(with: Picture(names: ["a", "none", "b"]))
    #expect(prefetcher.asked.sorted() == ["a", "b", "none"] && prefetcher.running.values.sorted() == ["a", "b"])
    cancellable?.cancel()
    #expect(prefetcher.running.isEmpty)
    #expect(plugin.prefetch(with: Other()) == nil && plugin.prefetch(with: Picture(names: ["none"])) == nil)
  }

  @Test func `a released handle cancels its load`() {
    let prefetcher = RecordingPrefetcher()
    let plugin = RemoteImagePrefetchingPlugin(remoteImagePrefetcher: prefetcher)
    _ = plugin.prefetch(with: Picture(names: ["a"]))
    #expect(prefetcher.asked == ["a"] && prefetcher.running.isEmpty)
  }

  @Test func `the coordinator starts, hands over and cancels by identity`() {
    let prefetcher = RecordingPrefetcher()
    let coordinator = PrefetchCoordinator<Int>(
      plugins: [RemoteImagePrefetchingPlugin(remoteImagePrefetcher: prefetcher)])
    func update(_ offset: Int) {
      coordinator.update(items(offset, of: 100), motion: PrefetchMotion(velocity: 0.001)) {
        .init(Picture(names: ["\($0)"]))
      }
    }
    update(40)
    let around: Set<String> = names(25..<40).union(names(50..<75))
    #expect(Set(prefetcher.running.values) == around)
    update(45)
    #expect(Set(prefetcher.running.values).isSuperset(of: names(50..<55)), "kept while visible")
    #expect(Set(prefetcher.running.values).isDisjoint(with: names(25..<30)))
    coordinator.stop()
    #expect(prefetcher.running.isEmpty && coordinator.activeCount == 0)
  }

  @Test func `an item that becomes visible needs no other load`() {
    let stepped = SteppedPipeline()
    let prefetcher = ImagePipelinePrefetcher(pipeline: stepped.pipeline)
    let coordinator = PrefetchCoordinator<Int>(
      plugins: [RemoteImagePrefetchingPlugin(remoteImagePrefetcher: prefetcher)])
    func update(_ offset: Int) {
      coordinator.update(items(offset, of: 100), motion: PrefetchMotion(velocity: 0.001)) {
        .init(Picture(names: ["\($0)"]))
      }
    }
    update(0)
    let first = stepped.network.open.map { $0.request.address }
    #expect(first == (10..<16).map { "http://host/\($0)" })
    update(5)
    for index in 10..<13 { stepped.load("http://host/\(index)", .visible, width: 10) }
    for index in 10..<13 { stepped.answer("http://host/\(index)", "picture\(index)") }
    #expect(stepped.answers.count == 3 && stepped.decoder.decoded == (10..<13).map { "picture\($0)" })
    #expect(stepped.network.count("http://host/10") == 1)
    coordinator.stop()
    stepped.settle()
    #expect(prefetcher.taskCount == 0 && stepped.network.open.isEmpty && stepped.pipeline.isIdle)
  }

  @Test func `a fling decodes almost nothing on the way`() {
    let stepped = SteppedPipeline(decoder: ScriptedDecoder())
    let count = 10_000
    let coordinator = PrefetchCoordinator<Int>(plugins: [RecordingPlugin(pipeline: stepped.pipeline)])
    var shown = Set<Int>()
    var offset = 0.0
    var seen: [Int: any ImageLoadToken] = [:]
    // The view scrolls from end to end in five seconds, at 120 frames per second with one decode per frame.
    for frame in 0..<600 {
      let velocity = frame < 550 ? 200.0 : Double(600 - frame) / 50 * 200
      let remaining = (9990 - offset) / 10
      offset = min(9990, offset + velocity / 120 * 10)
      let first = Int(offset)
      coordinator.update(
        items(first, of: count), motion: PrefetchMotion(velocity: velocity, remaining: remaining)
      ) { .init(RecordingPlugin.Component(number: $0)) }
      for item in first..<min(count, first + 10) where seen[item] == nil {
        seen[item] = stepped.load("\(item)", .visible)
        shown.insert(item)
      }
      for (item, token) in seen where item < first {
        token.cancel()
        seen[item] = nil
      }
      _ = stepped.core.readNext()
      _ = stepped.core.decodeNext()
      stepped.pipeline.deliverFinished()
    }
    let decodedUnseen = stepped.decoder.decoded.count { Int($0).map { !shown.contains($0) } ?? false }
    let prefetchedUnseen = RecordingPlugin.asked.subtracting(shown).count
    #expect(
      Double(decodedUnseen) <= 0.05 * Double(max(20, prefetchedUnseen)), "\(decodedUnseen) of \(prefetchedUnseen)")
    #expect(stepped.core.brokenInvariant() == nil)
    coordinator.stop()
  }
}

/// A plugin that loads the picture of a number and records it.
@MainActor
private final class RecordingPlugin: CollectionViewPrefetchingPlugin {
  struct Component: ComponentResourcePrefetchable {
    var number: Int
  }

  static var asked = Set<Int>()
  private let pipeline: ImagePipeline

  init(pipeline: ImagePipeline) {
    self.pipeline = pipeline
    Self.asked = []
  }

  func prefetch(with component: any ComponentResourcePrefetchable) -> AnyCancellable? {
    guard let component = component as? Component else { return nil }
    Self.asked.insert(component.number)
    let token = pipeline.prefetch(SteppedPipeline.request("\(component.number)"))
    return AnyCancellable { token.cancel() }
  }
}
