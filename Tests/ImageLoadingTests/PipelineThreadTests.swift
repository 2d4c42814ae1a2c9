import Dispatch
import Glibc
import ScrollworkHostInterface
import ScrollworkImageLoading
import Synchronization
import Testing

/// Records the threads that read headers and those that decode. The first decode waits for `release()`.
private final class ThreadRecordingDecoder: ImageDecoding {
  private struct Threads {
    var readers: Set<pthread_t> = []
    var decoders: Set<pthread_t> = []
    var hasDecoded = false
  }

  private let threads = Mutex(Threads())
  private let gate = DispatchSemaphore(value: 0)
  let header = DispatchSemaphore(value: 0)
  let decode = DispatchSemaphore(value: 0)

  var readers: Set<pthread_t> { threads.withLock { $0.readers } }
  var decoders: Set<pthread_t> { threads.withLock { $0.decoders } }

  func release() { gate.signal() }

  func pixelSize(of bytes: [UInt8]) throws(ImageError) -> PixelSize {
    threads.withLock { _ = $0.readers.insert(pthread_self()) }
    header.signal()
    return PixelSize(width: 1, height: 1)
  }

  func decode(_ bytes: [UInt8], target: PixelSize?, mode: ContentMode) throws(ImageError) -> Bitmap {
    let isFirst = threads.withLock { threads in
      threads.decoders.insert(pthread_self())
      defer { threads.hasDecoded = true }
      return !threads.hasDecoded
    }
    decode.signal()
    if isFirst { gate.wait() }
    return Bitmap(width: 1, height: 1, pixels: [0], isOpaque: false)
  }

  func animation(of bytes: [UInt8]) throws(ImageError) -> (any ImageAnimation)? { nil }
}

@MainActor
struct PipelineThreadTests {
  @Test
  func `reading and decoding have their own threads, and a slow decode delays neither the caller nor reading`()
    async
  {
    let decoder = ThreadRecordingDecoder()
    var configuration = ImagePipelineConfiguration()
    configuration.decodingThreadCount = 1
    let pipeline = ImagePipeline(decoder: decoder, byteLoader: nil, configuration: configuration)
    var answers = 0
    func load(_ name: String) {
      let request = ImageRequest(source: .url("data:," + name), target: nil)
      _ = pipeline.load(request, priority: .visible) { _ in answers += 1 }
    }
    load("slow")
    decoder.decode.wait()
    for name in ["a", "b", "c", "d", "e"] { load(name) }
    // All six headers are read while the first picture is being decoded.
    for _ in 0..<6 { decoder.header.wait() }
    #expect(answers == 0)
    decoder.release()
    await pipeline.waitUntilIdle()
    #expect(answers == 6 && pipeline.statistics.decoded == 6)
    #expect(decoder.decoders.count == 1 && !decoder.readers.isEmpty)
    #expect(decoder.readers.isDisjoint(with: decoder.decoders))
    #expect(!decoder.readers.union(decoder.decoders).contains(pthread_self()), "this is the program's own thread")
  }
}
