import Glibc
import Scrollwork
import ScrollworkSDLBackend

/// Flings through grids of JPEG files of 1,200 x 800 pixels at 120 frames per second, in real time, while they are
/// decoded.
@MainActor
enum ImageFling {
  private static let framesPerSecond = 120.0
  private static let seconds = 5.0
  private static let farSeconds = 2.0

  /// The number of items in the long list.
  private static let items = 10_000

  /// Measures flings through a short list and through a long one.
  /// - Parameter rounds: The number of flings through the short list with pictures, and also of the flings without
  ///   pictures.
  static func run(
    _ maker: JPEGMaker, _ folder: BenchmarkFolder, pictures: Int, rounds: Int
  ) throws -> [Measurement] {
    for index in 0..<pictures { folder.write(maker.file(width: 1200, height: 800, seed: index), to: "\(index).jpg") }
    // Hard links give each item its own path, and so its own picture in the pipeline.
    for index in pictures..<items {
      guard link("\(folder.path)/\(index % pictures).jpg", "\(folder.path)/\(index).jpg") == 0 else {
        throw BenchmarkError.noFolder
      }
    }
    var eager = PrefetchConfiguration()
    eager.flingSpeed = .infinity
    return try near(folder, pictures, rounds) + far(folder, items, "fling10000", PrefetchConfiguration())
      + far(folder, items, "fling10000-eager", eager)
  }

  /// Flings through a short list, all of whose pictures can be decoded meanwhile.
  private static func near(
    _ folder: BenchmarkFolder, _ pictures: Int, _ rounds: Int
  ) throws -> [Measurement] {
    let grid = try PictureGrid(folder: folder.path, count: pictures)
    let bytesBefore = BitmapDecoder.decodedByteCount
    let (with, without) = flings(grid, rounds)
    let bytes = BitmapDecoder.decodedByteCount - bytesBefore
    // The median over several flings for each frame: disturbances of one fling are not the cost of pictures.
    let work = zip(middle(with), middle(without)).map { max(0, $0 - $1) }
    let budget = 1e6 / framesPerSecond
    let late = with.joined().count { $0.whole > budget }
    let statistics = grid.pipeline.statistics
    let shown = statistics.decoded * grid.target.width * grid.target.height
    func figure(_ name: String, _ value: Double, _ unit: String) -> Measurement {
      Measurement("images/fling500/" + name, n: pictures, samples: [value], unit: unit)
    }
    return [
      Measurement("images/fling500", n: pictures, samples: with.joined().map(\.whole)),
      figure("late", Double(late), "frames"),
      Measurement("images/fling500/work", n: pictures, samples: work),
      figure("decoded", Double(statistics.decoded) / Double(with.count), "pictures"),
      figure("per-pixel", Double(bytes) / Double(shown), "bytes").allowed(0...8),
      figure("wrong", Double(grid.wrongPictures), "pictures").allowed(0...0),
    ]
  }

  /// Flings alternately with pictures and without. The pictures are decoded again for each fling.
  private static func flings(_ grid: PictureGrid, _ rounds: Int) -> (
    with: [[PictureGrid.FrameTime]], without: [[PictureGrid.FrameTime]]
  ) {
    var (with, without) = ([[PictureGrid.FrameTime]](), [[PictureGrid.FrameTime]]())
    for _ in 0..<rounds {
      grid.hasPictures = false
      without.append(grid.fling(framesPerSecond, seconds))
      grid.hasPictures = true
      with.append(grid.fling(framesPerSecond, seconds))
      grid.forget()
    }
    return (with, without)
  }

  /// Returns the median of each frame's time before painting, over all flings.
  private static func middle(_ flings: [[PictureGrid.FrameTime]]) -> [Double] {
    (0..<(flings.map(\.count).min() ?? 0)).map { frame in flings.map { $0[frame].making }.percentile(0.5) }
  }

  /// Flings through the long list and waits for rest; most items are passed without being drawn in any frame.
  ///
  /// Counts the items that the plugin was asked to prefetch but no frame showed, and the pictures decoded for them,
  /// each of which costs a thread some milliseconds. By default almost nothing starts during a fling. The eager variant
  /// starts everything in the prefetch window, so that passed items must be cancelled in time.
  private static func far(
    _ folder: BenchmarkFolder, _ items: Int, _ name: String, _ configuration: PrefetchConfiguration
  ) throws -> [Measurement] {
    let grid = try PictureGrid(folder: folder.path, count: items, prefetching: configuration)
    grid.forget()
    // Nothing is evicted, so all decoded pictures are still in memory at the end.
    grid.pipeline.memoryLimit = 4 << 30
    let decodedBefore = grid.pipeline.statistics.decoded
    let frames = grid.fling(framesPerSecond, farSeconds)
    grid.rest()
    let inMemory = grid.itemsInMemory()
    let unseen = grid.prefetchedItems.subtracting(grid.shownItems)
    let wasted = unseen.intersection(inMemory)
    func figure(_ figure: String, _ value: Double, _ unit: String) -> Measurement {
      Measurement("images/\(name)/" + figure, n: items, samples: [value], unit: unit)
    }
    return [
      Measurement("images/" + name, n: items, samples: frames.map(\.whole)),
      figure("begun", Double(grid.prefetchedItems.count), "pictures"),
      // Without items to cancel, the eager variant would prove nothing.
      figure("unseen", Double(unseen.count), "pictures")
        .allowed((configuration.flingSpeed == .infinity ? 1 : 0)...Double(items)),
      figure("wasted", Double(wasted.count), "pictures"),
      figure("cancelled", unseen.isEmpty ? 100 : 100 * (1 - Double(wasted.count) / Double(unseen.count)), "percent")
        .allowed(95...100),
      figure("decoded", Double(inMemory.count), "pictures"),
      figure("twice", Double(grid.pipeline.statistics.decoded - decodedBefore - inMemory.count), "pictures")
        .allowed(0...0),
      figure("wrong", Double(grid.wrongPictures), "pictures").allowed(0...0),
    ]
  }
}
