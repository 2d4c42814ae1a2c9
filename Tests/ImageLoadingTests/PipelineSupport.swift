import ScrollworkHostInterface
import ScrollworkImageLoading
import Synchronization

/// A clock that a test moves.
final class ManualPipelineClock: PipelineClock {
  private struct State {
    var now = Instant.zero
    /// The seconds by which the calendar clock was set.
    var wallShift = 0.0
    var calls: [(time: Instant, body: @Sendable () -> Void)] = []
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  /// The calendar time, which starts on 1 January 2026.
  var wallTime: Double { state.withLock { 1_767_225_600 + $0.now.seconds + $0.wallShift } }

  /// Sets the calendar clock forward. The monotonic clock is not affected.
  func setWall(forwardBy seconds: Double) { state.withLock { $0.wallShift += seconds } }

  func call(at time: Instant, _ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.calls.append((time, body)) }
  }

  var pendingCalls: Int { state.withLock { $0.calls.count } }

  /// Lets time pass. A call that becomes due is made at its own time.
  func advance(by seconds: Double) {
    let end = now.advanced(bySeconds: seconds)
    while let body = takeNext(until: end) { body() }
    state.withLock { $0.now = end }
  }

  private func takeNext(until end: Instant) -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard let index = state.calls.indices.min(by: { state.calls[$0].time < state.calls[$1].time }),
        state.calls[index].time <= end
      else { return nil }
      let call = state.calls.remove(at: index)
      state.now = max(state.now, call.time)
      return call.body
    }
  }
}

final class Flag: Sendable {
  private let state = Mutex(false)

  var value: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// A core that a test drives step by step, and its answers.
@MainActor
final class SteppedPipeline {
  let clock = ManualPipelineClock()
  let network = ScriptedByteLoader()
  let decoder: ScriptedDecoder
  let core: PipelineCore
  /// The memory pressure that the system reports.
  let isMemoryShort = Flag()
  let pipeline: ImagePipeline
  private(set) var answers: [(name: String, result: Result<Bitmap, ImageError>)] = []

  init(
    decoder: ScriptedDecoder = ScriptedDecoder(), hasNetwork: Bool = true,
    configure: (inout ImagePipelineConfiguration) -> Void = { _ in }
  ) {
    var configuration = ImagePipelineConfiguration()
    configuration.largestMemoryShare = 1
    configure(&configuration)
    self.decoder = decoder
    let parts = PipelineCore.Parts(
      decoder: decoder, byteLoader: hasNetwork ? network : nil, clock: clock,
      isMemoryShort: { [isMemoryShort] in isMemoryShort.value })
    core = PipelineCore(configuration, parts)
    pipeline = ImagePipeline(core: core, hasThreads: false)
  }

  /// Requests a picture in a new turn of the main thread.
  @discardableResult
  func load(_ name: String, _ priority: ImagePriority = .visible, width: Int? = nil) -> any ImageLoadToken {
    pipeline.endTurn()
    return add(name, priority, width: width)
  }

  /// Requests a picture in the current turn of the main thread.
  @discardableResult
  func add(_ name: String, _ priority: ImagePriority = .visible, width: Int? = nil) -> any ImageLoadToken {
    pipeline.load(Self.request(name, width: width), priority: priority) { [weak self] result in
      self?.answers.append((name, result))
    }
  }

  func prefetch(_ name: String, depth: ImageDepth = .picture) -> any ImageLoadToken {
    pipeline.prefetch(Self.request(name), depth: depth)
  }

  /// Returns a request. A name with a scheme is an address; any other becomes the bytes of a `data:` address.
  static func request(_ name: String, width: Int? = nil) -> ImageRequest {
    let address = name.contains("://") ? name : "data:," + name
    return ImageRequest(source: .url(address), target: width.map { PixelSize(width: $0, height: $0) })
  }

  /// Performs all work except that of the network and the clock, and delivers the answers.
  func settle() {
    while core.readNext() || core.decodeNext() || core.upkeepNext() {}
    pipeline.deliverFinished()
  }

  func answer(_ name: String, _ bytes: String, _ response: ByteResponse = ByteResponse()) {
    network.succeed(name, Array(bytes.utf8), response)
    settle()
  }

  func fail(_ name: String, _ error: ByteError) {
    network.fail(name, error)
    settle()
  }

  /// Returns the errors of the requests for `name`.
  func errors(_ name: String) -> [ImageError] {
    answers.compactMap { answer in
      if answer.name == name, case .failure(let error) = answer.result { error } else { nil }
    }
  }

  func pictureCount(_ name: String) -> Int {
    answers.count { $0.name == name && (try? $0.result.get()) != nil }
  }
}

/// Returns an answer with a validator, by which the server recognises the version later.
func marked(_ length: Int?, tag: String = "\"1\"", maximumAge: Double = 0) -> ByteResponse {
  var response = ByteResponse()
  response.length = length
  response.validators = ByteValidators(entityTag: tag)
  response.acceptsRanges = true
  response.freshness.maximumAge = maximumAge
  return response
}
