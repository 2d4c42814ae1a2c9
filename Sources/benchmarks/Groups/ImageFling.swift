import Glibc
import Scrollwork

/// A fling through a grid of JPEG files of 1,200 x 800 pixels at 120 frames a second, in real time, while they are decoded.
@MainActor
enum ImageFling {
  private static let framesPerSecond = 120.0
  private static let seconds = 5.0

  static func run(_ maker: JPEGMaker, _ folder: BenchmarkFolder, pictures: Int) throws -> [Measurement] {
    for index in 0..<pictures { folder.write(maker.file(width: 1200, height: 800, seed: index), to: "\(index).jpg") }
    let grid = try PictureGrid(folder: folder.path, pictures: pictures)
    grid.hasPictures = false
    let without = grid.fling(framesPerSecond, seconds)
    grid.hasPictures = true
    let before = grid.pipeline.statistics
    let with = grid.fling(framesPerSecond, seconds)
    let base = without.map(\.making).percentile(0.5)
    let after = grid.pipeline.statistics
    let budget = 1e6 / framesPerSecond
    let late = with.count { $0.whole > budget }
    let pixels = (after.decodedPixelBytes - before.decodedPixelBytes) / max(1, after.decoded - before.decoded)
    return [
      Measurement("images/fling500", n: pictures, samples: with.map(\.whole)),
      Measurement("images/fling500/late", n: pictures, samples: [Double(late)], unit: "frames"),
      Measurement("images/fling500/work", n: pictures, samples: with.map { max(0, $0.making - base) }),
      Measurement(
        "images/fling500/decoded", n: pictures, samples: [Double(after.decoded - before.decoded)], unit: "pictures"),
      Measurement(
        "images/fling500/per-pixel", n: pictures, samples: [Double(pixels) / grid.pixelsPerPicture], unit: "bytes"),
    ]
  }
}

/// Tiles with pictures, in a window in memory.
@MainActor
final class PictureGrid {
  struct FrameTime {
    /// Processor time of the main thread, in microseconds: all of it, and what comes before the painting.
    var whole: Double
    var making: Double
  }

  private struct Tile: Component, Equatable, ComponentImagePrefetchable {
    var path: String?

    func renderContent() -> ImageView { ImageView() }
    func render(in content: ImageView) { content.request = path.map { PictureGrid.request($0) } }

    @MainActor
    func imageRequests(at place: PrefetchPlace) -> [ImageRequest] {
      path.map { path in
        var request = PictureGrid.request(path)
        request.target = place.pixels(of: place.cellSize)
        return [request]
      } ?? []
    }
  }

  nonisolated static func request(_ path: String) -> ImageRequest {
    ImageRequest(source: .file(path: path, version: 1), target: nil)
  }

  private let list = CollectionView()
  private let window: Window
  private let folder: String
  private let pictures: Int
  private var now = Instant.zero
  var hasPictures = true

  init(folder: String, pictures: Int) throws {
    (self.folder, self.pictures) = (folder, pictures)
    var configuration = WindowConfiguration(title: "pictures", size: Size(width: 1280, height: 800))
    configuration.isHeadless = true
    window = try Window(configuration, content: list)
    list.prefetchingPlugins = [ImagePrefetchingPlugin(pipeline: pipeline)]
  }

  var pipeline: ImagePipeline { window.services.images }

  /// Of one tile as it is shown.
  private(set) var pixelsPerPicture = 1.0

  private func show() {
    list.apply(
      List(sections: [
        Section(id: 0, data: 0..<pictures, id: \.self) { [folder, hasPictures] index in
          Tile(path: hasPictures ? "\(folder)/\(index).jpg" : nil)
        }
        .withSectionLayout(.grid(minimumItemWidth: 200, aspectRatio: 1.5, spacing: 8)).withHighlight(.none)
      ]), updateStrategy: .reloadData)
    list.scroll(to: .offset(0), animated: false)
    for _ in 0..<5 { makeFrame() }
    var first: [Neighbour] = []
    list.neighbours(in: [0..<1], into: &first)
    if let frame = first.first?.frame { pixelsPerPicture = frame.width * frame.height }
  }

  /// From end to end, slower and slower, in real time.
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

  @discardableResult
  private func makeFrame() -> FrameTime {
    now = now + .nanoseconds(8_333_333)
    let start = Clocks.threadCPU
    pipeline.deliverFinished()
    _ = window.host.frame(at: now)
    let made = Clocks.threadCPU
    _ = window.showFrame(at: now)
    return FrameTime(whole: (Clocks.threadCPU - start) / 1000, making: (made - start) / 1000)
  }
}
