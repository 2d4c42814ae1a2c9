import CAllocationCounter
import Glibc
import Scrollwork
import ScrollworkHostInterface
import ScrollworkImageLoading
import ScrollworkPlatform
import ScrollworkSDLBackend

/// Benchmarks of loading pictures: its effect on frames, and the speed of the caches.
@MainActor
enum ImageBenchmarks {
  static func run(quick: Bool) throws -> [Measurement] {
    guard let maker = JPEGMaker() else { return [] }
    let folder = try BenchmarkFolder()
    defer { folder.remove() }
    return try BombBenchmarks.run() + ImageFling.run(maker, folder, pictures: quick ? 100 : 500, rounds: quick ? 1 : 3)
      + [memoryHit()] + cancel() + openCache(folder, entries: quick ? 10_000 : 100_000)
      + diskHits(maker, folder, count: quick ? 50 : 200)
      + FolderFling.run(maker, folder, pictures: quick ? 1000 : 10_000, flicks: quick ? 2 : 8)
  }

  /// Measures a look-up in memory, among a thousand pictures.
  private static func memoryHit() -> Measurement {
    var configuration = ImagePipelineConfiguration()
    configuration.largestMemoryShare = 1
    let core = PipelineCore(configuration, PipelineCore.Parts(decoder: BitmapDecoder()))
    let pipeline = ImagePipeline(core: core, hasThreads: false)
    let requests = (0..<1000).map {
      ImageRequest(
        source: .file(path: "/home/person/Pictures/2026/summer/IMG_\($0).jpeg", version: UInt64($0)),
        target: PixelSize(width: 200, height: 150))
    }
    let bitmap = Bitmap(width: 200, height: 150, pixels: [UInt32](repeating: 0, count: 30_000), isOpaque: true)
    for request in requests { core.memory.insert(bitmap, for: request) }
    var (samples, found) = ([Double](), 0)
    var allocations: [Double] = []
    for _ in 0..<100 {
      let (start, count) = (Clocks.threadCPU, scrollwork_allocation_count())
      for request in requests where pipeline.cached(request) != nil { found += 1 }
      let (end, made) = (Clocks.threadCPU, scrollwork_allocation_count() - count)
      samples.append((end - start) / 1000 / Double(requests.count))
      allocations.append(Double(made) / Double(requests.count))
    }
    guard found == 100 * requests.count else {
      return Measurement("images/memory-hit", n: 0, samples: []).allocating(.infinity, ceiling: 0)
    }
    return Measurement("images/memory-hit", n: requests.count, samples: samples)
      .allocating(allocations.percentile(0.5), ceiling: 0)
  }

  /// Measures the cancellation of ten thousand requests that have not started: the work of the main thread, and the
  /// work of both it and the thread that removes the requests.
  private static func cancel() -> [Measurement] {
    let count = 10_000
    var (samples, whole): ([Double], [Double]) = ([], [])
    for _ in 0..<10 {
      let core = PipelineCore(ImagePipelineConfiguration(), PipelineCore.Parts(decoder: BitmapDecoder()))
      let pipeline = ImagePipeline(core: core, hasThreads: false)
      let tokens = (0..<count).map {
        pipeline.prefetch(ImageRequest(source: .file(path: "/pictures/\($0).jpg", version: 1), target: nil))
      }
      let start = Clocks.threadCPU
      pipeline.cancel(tokens)
      samples.append((Clocks.threadCPU - start) / 1000)
      let isWorkLeft = core.readNext()
      whole.append(isWorkLeft || !pipeline.isIdle ? .infinity : (Clocks.threadCPU - start) / 1000)
    }
    return [
      Measurement("images/cancel10000", n: count, samples: samples),
      Measurement("images/cancel10000/whole", n: count, samples: whole),
    ]
  }

  /// Measures the first look-up of a process in a large disk cache, and listing all its entries, which a background
  /// thread does if the total is lost or the cache is full.
  private static func openCache(_ folder: BenchmarkFolder, entries: Int) -> [Measurement] {
    let configuration = ImageDiskCacheConfiguration(folder: folder.path + "/many")
    let filler = DiskCache(configuration, clock: SystemPipelineClock())
    for index in 0..<entries { filler.write([UInt8(index & 255)], StoredMetadata(address: "http://host/\(index)")) }
    let samples = (0..<20).map { round in
      let start = Clocks.monotonic
      let cache = DiskCache(configuration, clock: SystemPipelineClock())
      _ = cache.read("http://host/\(round * 97)")
      return (Clocks.monotonic - start) / 1000
    }
    let scans = (0..<5).map { _ in
      let start = Clocks.monotonic
      let count = configuration.count().entries
      return count == entries ? (Clocks.monotonic - start) / 1000 : .infinity
    }
    return [
      Measurement("images/open-cache", n: entries, samples: samples),
      Measurement("images/open-cache/scan", n: entries, samples: scans),
    ]
  }

  /// Measures the time from the request of a network picture on disk to its bitmap, in the size of a thumbnail.
  private static func diskHits(_ maker: JPEGMaker, _ folder: BenchmarkFolder, count: Int) -> [Measurement] {
    var configuration = ImagePipelineConfiguration()
    configuration.diskCache = ImageDiskCacheConfiguration(folder: folder.path + "/cache")
    configuration.memoryLimit = 0
    let cache = DiskCache(
      ImageDiskCacheConfiguration(folder: folder.path + "/cache"), clock: SystemPipelineClock())
    var size = 0
    for index in 0..<count {
      let file = maker.file(width: 900, height: 600, seed: index)
      size += file.count / count
      var metadata = StoredMetadata(address: "http://host/\(index).jpg")
      metadata.freshUntil = SystemPipelineClock().wallTime + 1000
      cache.write(file, metadata)
    }
    let pipeline = ImagePipeline(
      decoder: BitmapDecoder(), byteLoader: NoBytes(), configuration: configuration)
    let samples = (0..<count).map { index in
      let request = ImageRequest(
        source: .url("http://host/\(index).jpg"), target: PixelSize(width: 200, height: 150))
      let start = Clocks.monotonic
      var isThere = false
      let token = pipeline.load(request, priority: .visible) { isThere = (try? $0.get()) != nil }
      while !pipeline.isIdle {
        usleep(100)
        pipeline.deliverFinished()
      }
      token.cancel()
      return isThere ? (Clocks.monotonic - start) / 1000 : .infinity
    }
    return [
      Measurement("images/disk-hit", n: count, samples: samples),
      Measurement("images/disk-hit/p95", n: count, samples: [samples.percentile(0.95)]),
      Measurement("images/disk-hit/file-size", n: count, samples: [Double(size)], unit: "bytes"),
    ]
  }
}

/// A loader that fails every request, as without a network.
private struct NoBytes: ByteLoading {
  struct Token: ByteLoadToken {
    func cancel() {}
  }

  func load(_ request: ByteRequest, receive: @escaping @Sendable (ByteEvent) -> Void) -> any ByteLoadToken {
    receive(.failure(.unreachable("no network")))
    return Token()
  }
}

/// A temporary folder for the files of a benchmark.
struct BenchmarkFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/scrollwork-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw BenchmarkError.noFolder }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func write(_ bytes: [UInt8], to name: String) {
    let file = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    defer { close(file) }
    _ = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
  }

  func remove() { Self.remove(path) }

  private static func remove(_ path: String) {
    var names: [String] = []
    if let reader = try? DirectoryReader(path: path) {
      while let batch = try? reader.next(limit: 512), !batch.isEmpty { names += batch.map(\.name) }
    }
    for name in names where unlink(path + "/" + name) != 0 { remove(path + "/" + name) }
    rmdir(path)
  }
}

enum BenchmarkError: Error {
  case noFolder
}
