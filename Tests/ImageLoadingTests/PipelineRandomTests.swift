import ScrollworkHostInterface
import ScrollworkImageLoading
import ScrollworkTestSupport
import Testing

private let rounds = UInt64(perBuild(debug: 20, optimized: 600))

/// A subscriber with the answers that it got.
@MainActor
private final class Requester {
  let name: String
  var token: (any ImageLoadToken)?
  var answers: [Result<Bitmap, ImageError>] = []
  var isCancelled = false

  init(_ name: String) { self.name = name }

  func record(_ result: Result<Bitmap, ImageError>) { answers.append(result) }
}

/// Performs a random action: a request, cancellation, change of priority, answer, step of a thread, or wait.
@MainActor
private func act(_ stepped: SteppedPipeline, _ requesters: inout [Requester], _ generator: inout SeededGenerator) {
  let names = (0..<6).map { "http://host\($0 % 2)/\($0)" } + ["local1", "local2", "bad local", "mess"]
  switch Int.random(in: 0..<14, using: &generator) {
  case 0..<4:
    let requester = Requester(names.randomElement(using: &generator) ?? "")
    let width = Bool.random(using: &generator) ? Int.random(in: 1...2, using: &generator) : nil
    let request = SteppedPipeline.request(requester.name, width: width)
    let priority = [ImagePriority.low, .normal, .visible].randomElement(using: &generator) ?? .low
    requester.token = stepped.pipeline.load(request, priority: priority, completion: requester.record)
    requesters.append(requester)
  case 4:
    _ = stepped.prefetch(
      names.randomElement(using: &generator) ?? "", depth: Bool.random(using: &generator) ? .bytes : .picture)
  case 5, 6:
    guard let requester = requesters.randomElement(using: &generator) else { return }
    requester.isCancelled = requester.isCancelled || requester.answers.isEmpty
    requester.token?.cancel()
  case 7:
    let priority = [ImagePriority.low, .normal, .visible].randomElement(using: &generator) ?? .low
    requesters.randomElement(using: &generator)?.token?.priority = priority
  case 8: _ = stepped.core.readNext()
  case 9: _ = stepped.core.decodeNext()
  case 10: _ = stepped.core.upkeepNext()
  case 11: stepped.pipeline.deliverFinished()
  case 12: stepped.clock.advance(by: Double.random(in: 0...3, using: &generator))
  default: answerSomething(stepped.network, &generator)
  }
}

private func answerSomething(_ network: ScriptedByteLoader, _ generator: inout SeededGenerator) {
  guard let load = network.open.randomElement(using: &generator) else { return }
  var response = ByteResponse()
  response.validators = ByteValidators(entityTag: "\"1\"")
  response.acceptsRanges = true
  switch Int.random(in: 0..<9, using: &generator) {
  case 0..<3:
    load.send(.response(response))
    load.send(.bytes(Array("picture".utf8)))
    load.send(.end)
  case 3:
    response.length = 10
    load.send(.response(response))
    load.send(.bytes(Array("123456789".prefix(Int.random(in: 1...9, using: &generator)).utf8)))
  case 4:
    load.send(.response(response))
    load.send(.bytes(Array("mess".utf8)))
    load.send(.end)
  case 5:
    if load.request.known != nil {
      response.kind = load.request.offset > 0 ? .rest(from: load.request.offset) : .unchanged
    }
    load.send(.response(response))
    if response.kind != .unchanged { load.send(.bytes([66])) }
    load.send(.end)
  case 6: load.send(.failure(.status([404, 500, 503].randomElement(using: &generator) ?? 500, retryAfter: 1)))
  case 7: load.send(.failure(.dropped("reset")))
  default: load.send(.failure(.unreachable("down")))
  }
}

@MainActor
@Test(arguments: 0..<rounds)
func `every request is answered once and nothing is left, in any order of events`(seed: UInt64) throws {
  try withCacheFolder { folder in
    var generator = SeededGenerator(seed: seed)
    let stepped = SteppedPipeline(decoder: ScriptedDecoder(side: 4)) {
      $0.decodeLimit = 100
      $0.encodedLimit = 20
      $0.memoryLimit = 200
      if seed.isMultiple(of: 2) { $0.diskCache = ImageDiskCacheConfiguration(folder: folder) }
    }
    var requesters: [Requester] = []
    for _ in 0..<300 {
      act(stepped, &requesters, &generator)
      let broken = stepped.core.brokenInvariant()
      #expect(broken == nil)
      if broken != nil { return }
    }
    var steps = 0
    while !stepped.pipeline.isIdle, steps < 2000 {
      stepped.settle()
      for load in stepped.network.open { load.send(.failure(.status(404, retryAfter: nil))) }
      stepped.clock.advance(by: 15)
      steps += 1
    }
    stepped.settle()
    let statistics = stepped.core.statistics
    #expect(stepped.pipeline.isIdle && statistics.inFlight == 0 && statistics.reservedBytes == 0)
    #expect(stepped.network.open.isEmpty && stepped.core.brokenInvariant() == nil)
    for requester in requesters {
      #expect(requester.answers.count == (requester.isCancelled ? 0 : 1), "\(requester.name)")
    }
  }
}
