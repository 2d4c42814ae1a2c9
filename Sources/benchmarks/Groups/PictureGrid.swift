import Glibc
import Scrollwork

/// A grid of pictures in a window in memory. The file of item 7 is `7.jpg`.
@MainActor
final class PictureGrid {
  struct FrameTime {
    /// The processor time of a frame on the main thread, in microseconds.
    var whole: Double
    /// The part of `whole` that precedes painting.
    var making: Double
  }

  private struct Tile: Component, Equatable, ComponentImagePrefetchable {
    var item: Int
    var path: String?

    func renderContent() -> ImageView { ImageView() }

    func render(in content: ImageView) { content.request = path.map { PictureGrid.request($0, target: nil) } }

    func imageRequests(at place: PrefetchPlace) -> [ImageRequest] {
      path.map { [PictureGrid.request($0, target: place.pixels(of: place.cellSize))] } ?? []
    }
  }

  /// A plugin that records which items it is asked to prefetch.
  private final class RecordingPlugin: CollectionViewPrefetchingPlugin {
    private let plugin: ImagePrefetchingPlugin
    private(set) var items: Set<Int> = []

    init(pipeline: ImagePipeline) {
      plugin = ImagePrefetchingPlugin(pipeline: pipeline)
    }

    var distinguishesPlaces: Bool { plugin.distinguishesPlaces }

    func prefetch(with component: any ComponentResourcePrefetchable) -> AnyCancellable? {
      plugin.prefetch(with: component)
    }

    func prefetch(with component: any ComponentResourcePrefetchable, at place: PrefetchPlace) -> AnyCancellable? {
      if let tile = component as? Tile { items.insert(tile.item) }
      return plugin.prefetch(with: component, at: place)
    }
  }

  nonisolated private static func request(_ path: String, target: PixelSize?) -> ImageRequest {
    ImageRequest(source: .file(path: path, version: 1), target: target)
  }

  private let list = CollectionView()
  private let window: Window
  private let plugin: RecordingPlugin
  private let folder: String
  private let count: Int
  private let prefetching: PrefetchConfiguration
  private var now = Instant.zero
  private var neighbours: [Neighbour] = []
  /// Whether tiles have pictures and prefetch them.
  var hasPictures = true
  /// The items that were visible.
  private(set) var shownItems: Set<Int> = []
  /// The number of drawn pictures that belong to another item than the one at their position.
  private(set) var wrongPictures = 0
  /// The box in which a tile requests its picture, in device pixels.
  private(set) var target = PixelSize(width: 1, height: 1)

  init(
    folder: String, count: Int, prefetching configuration: PrefetchConfiguration = PrefetchConfiguration()
  ) throws {
    (self.folder, self.count, prefetching) = (folder, count, configuration)
    var windowConfiguration = WindowConfiguration(title: "pictures", size: Size(width: 1280, height: 800))
    windowConfiguration.isHeadless = true
    window = try Window(windowConfiguration, content: list)
    plugin = RecordingPlugin(pipeline: window.services.images)
  }

  var pipeline: ImagePipeline { window.services.images }

  /// The items that were prefetched.
  var prefetchedItems: Set<Int> { plugin.items }

  /// Returns the items whose pictures are in memory.
  func itemsInMemory() -> Set<Int> { Set((0..<count).filter { picture(of: $0) != nil }) }

  private func picture(of item: Int) -> Bitmap? {
    pipeline.cached(Self.request("\(folder)/\(item).jpg", target: target))
  }

  private func show() {
    list.prefetch(with: hasPictures ? [plugin] : [], configuration: prefetching)
    list.apply(
      List(sections: [
        Section(id: 0, data: 0..<count, id: \.self) { [folder, hasPictures] index in
          Tile(item: index, path: hasPictures ? "\(folder)/\(index).jpg" : nil)
        }
        .withSectionLayout(.grid(minimumItemWidth: 200, aspectRatio: 1.5, spacing: 8)).withHighlight(.none)
      ]), updateStrategy: .reloadData)
    list.scroll(to: .offset(0), animated: false)
    // No picture arrives before the second frame.
    makeFrame()
    list.neighbours(in: [0..<1], into: &neighbours)
    if let size = neighbours.first?.frame.size { target = PrefetchPlace(ring: .visible).pixels(of: size) }
    for _ in 0..<4 { makeFrame() }
  }

  /// Waits until nothing is loading and removes all pictures from memory.
  func forget() {
    rest()
    pipeline.removeAllCached()
  }

  /// Scrolls from start to end with decreasing speed, in real time.
  func fling(_ framesPerSecond: Double, _ seconds: Double) -> [FrameTime] {
    show()
    let maximum = max(0, list.contentSize.height - 800)
    let count = Int(framesPerSecond * seconds)
    var times: [FrameTime] = []
    times.reserveCapacity(count)
    let start = Clocks.monotonic
    for frame in 0..<count {
      let part = Double(frame + 1) / Double(count)
      list.scroll(to: .offset(maximum * (1 - (1 - part) * (1 - part))), animated: false)
      times.append(makeFrame())
      let next = start + Double(frame + 1) / framesPerSecond * 1e9
      let rest = next - Clocks.monotonic
      if rest > 1000 { usleep(UInt32(rest / 1000)) }
    }
    return times
  }

  /// Waits until nothing is loading.
  func rest() {
    repeat {
      makeFrame()
      usleep(10_000)
    } while !pipeline.isIdle
  }

  @discardableResult
  private func makeFrame() -> FrameTime {
    now = now + .nanoseconds(8_333_333)
    let start = Clocks.threadCPU
    pipeline.deliverFinished()
    let frame = window.host.frame(at: now)
    let making = Clocks.threadCPU - start
    check(frame)
    let again = Clocks.threadCPU
    _ = window.showFrame(at: now)
    return FrameTime(whole: (making + Clocks.threadCPU - again) / 1000, making: making / 1000)
  }

  /// Compares the pictures in a frame with the visible items.
  private func check(_ frame: Frame) {
    guard hasPictures else { return }
    let visible = list.visibleRect
    list.neighbours(in: [visible.minY..<visible.maxY], into: &neighbours)
    var places: [(item: Int, origin: Point)] = []
    for neighbour in neighbours {
      guard let tile = list.component(of: neighbour)?.base as? Tile else { continue }
      shownItems.insert(tile.item)
      places.append((tile.item, Point(x: neighbour.frame.minX, y: neighbour.frame.minY - visible.minY)))
    }
    for group in frame.groups {
      for case .image(let bitmap, _, _, _, _) in group.canvas.commands {
        // Frames are rounded to whole pixels after layout.
        let place = places.first {
          abs($0.origin.x - group.frame.minX) < 1 && abs($0.origin.y - group.frame.minY) < 1
        }
        if place.flatMap({ picture(of: $0.item) }) !== bitmap { wrongPictures += 1 }
      }
    }
  }
}
