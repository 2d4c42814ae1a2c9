import Glibc
import Scrollwork
import ScrollworkSDLBackend

/// Flings through grids of JPEG files of 1,200 x 800 pixels at 120 frames a second, in real time, while they are decoded.
@MainActor
enum ImageFling {
  private static let framesPerSecond = 120.0
  private static let seconds = 5.0
  private static let farSeconds = 2.0

  /// Items of the list that is far too long.
  private static let items = 10_000

  /// - Parameter rounds: Flings through the short list, with pictures and without.
  static func run(
    _ maker: JPEGMaker, _ folder: BenchmarkFolder, pictures: Int, rounds: Int
  ) throws -> [Measurement] {
    for index in 0..<pictures { folder.write(maker.file(width: 1200, height: 800, seed: index), to: "\(index).jpg") }
    // Another name for each, so that each is another picture to the pipeline.
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

  /// Through as many pictures as can be decoded on the way.
  private static func near(
    _ folder: BenchmarkFolder, _ pictures: Int, _ rounds: Int
  ) throws -> [Measurement] {
    let grid = try PictureGrid(folder: folder.path, count: pictures)
    let bytesBefore = BitmapDecoder.decodedByteCount
    let (with, without) = flings(grid, rounds)
    let bytes = BitmapDecoder.decodedByteCount - bytesBefore
    // Of the same frame of several flings the middle one: what disturbs one of them is not what pictures cost.
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

  /// With pictures, which are decoded anew each time, and without.
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

  private static func middle(_ flings: [[PictureGrid.FrameTime]]) -> [Double] {
    (0..<(flings.map(\.count).min() ?? 0)).map { frame in flings.map { $0[frame].making }.percentile(0.5) }
  }

  /// From end to end of a list that is far too long for that, and to rest: so fast that most items are never in a frame.
  ///
  /// Counted are the items for which the plugin was asked and which were in no frame, and of these the pictures that were
  /// decoded, which takes a thread a few milliseconds each. As it is, nearly nothing is begun in a fling. The eager variant
  /// begins all that comes within reach, so that what it passes by has to be cancelled in time.
  private static func far(
    _ folder: BenchmarkFolder, _ items: Int, _ name: String, _ configuration: PrefetchConfiguration
  ) throws -> [Measurement] {
    let grid = try PictureGrid(folder: folder.path, count: items, prefetching: configuration)
    grid.forget()
    // Nothing is driven out, so that what is in memory afterwards is what was ever decoded.
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
      // The eager variant has something to cancel, or it says nothing.
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
