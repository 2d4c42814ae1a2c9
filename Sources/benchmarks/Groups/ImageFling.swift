import Glibc
import Scrollwork

/// Flings through grids of JPEG files of 1,200 x 800 pixels at 120 frames a second, in real time, while they are decoded.
@MainActor
enum ImageFling {
  private static let framesPerSecond = 120.0
  private static let seconds = 5.0

  static func run(_ maker: JPEGMaker, _ folder: BenchmarkFolder, pictures: Int) throws -> [Measurement] {
    for index in 0..<pictures { folder.write(maker.file(width: 1200, height: 800, seed: index), to: "\(index).jpg") }
    return try near(folder, pictures) + far(folder, pictures, items: 20 * pictures)
  }

  /// Through as many pictures as can be decoded on the way.
  private static func near(_ folder: BenchmarkFolder, _ pictures: Int) throws -> [Measurement] {
    let grid = try PictureGrid(folder: folder.path, count: pictures)
    let (with, without) = flings(grid)
    // Of the same frame of three flings the middle one: what disturbs one of them is not what pictures cost.
    let work = zip(middle(with), middle(without)).map { max(0, $0 - $1) }
    let budget = 1e6 / framesPerSecond
    let late = with.joined().count { $0.whole > budget }
    let statistics = grid.pipeline.statistics
    let pixels = statistics.decodedPixelBytes / max(1, statistics.decoded)
    func figure(_ name: String, _ value: Double, _ unit: String) -> Measurement {
      Measurement("images/fling500/" + name, n: pictures, samples: [value], unit: unit)
    }
    return [
      Measurement("images/fling500", n: pictures, samples: with.joined().map(\.whole)),
      figure("late", Double(late), "frames"),
      Measurement("images/fling500/work", n: pictures, samples: work),
      figure("decoded", Double(statistics.decoded) / Double(with.count), "pictures"),
      figure("per-pixel", Double(pixels) / Double(grid.target.width * grid.target.height), "bytes"),
      figure("wrong", Double(grid.wrongPictures), "pictures"),
    ]
  }

  /// Three times with pictures, which are decoded anew each time, and three times without.
  private static func flings(_ grid: PictureGrid) -> (
    with: [[PictureGrid.FrameTime]], without: [[PictureGrid.FrameTime]]
  ) {
    var (with, without) = ([[PictureGrid.FrameTime]](), [[PictureGrid.FrameTime]]())
    for _ in 0..<3 {
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

  /// From end to end of a list that is far too long for that, and back to rest.
  private static func far(_ folder: BenchmarkFolder, _ pictures: Int, items: Int) throws -> [Measurement] {
    // Another name for each, so that each is another picture to the pipeline.
    for index in pictures..<items {
      guard link("\(folder.path)/\(index % pictures).jpg", "\(folder.path)/\(index).jpg") == 0 else {
        throw BenchmarkError.noFolder
      }
    }
    let grid = try PictureGrid(folder: folder.path, count: items)
    // Nothing is driven out, so that what is in memory afterwards is what was ever decoded.
    grid.pipeline.memoryLimit = 4 << 30
    let decodedBefore = grid.pipeline.statistics.decoded
    let frames = grid.fling(framesPerSecond, seconds)
    grid.rest()
    let inMemory = grid.itemsInMemory()
    let unseen = grid.prefetchedItems.subtracting(grid.shownItems)
    let wasted = unseen.intersection(inMemory)
    func figure(_ name: String, _ value: Double, _ unit: String) -> Measurement {
      Measurement("images/fling10000/" + name, n: items, samples: [value], unit: unit)
    }
    return [
      Measurement("images/fling10000", n: items, samples: frames.map(\.whole)),
      figure("unseen", Double(unseen.count), "pictures"),
      figure("cancelled", 100 * (1 - Double(wasted.count) / Double(max(1, unseen.count))), "percent"),
      figure("twice", Double(grid.pipeline.statistics.decoded - decodedBefore - inMemory.count), "pictures"),
      figure("wrong", Double(grid.wrongPictures), "pictures"),
    ]
  }
}
