import ScrollworkHostInterface
import ScrollworkImageLoading
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

@MainActor
struct PipelineGateTests {
  @Test func `at most six loads run for a host and twelve in total, the most urgent first`() {
    let stepped = SteppedPipeline()
    for index in 0..<10 { stepped.load("http://one/\(index)", .normal) }
    #expect(stepped.network.open.count == 6)
    for index in 0..<10 { stepped.load("http://two/\(index)", .normal) }
    #expect(stepped.network.open.count == 12)
    stepped.load("http://three/a", .visible)
    #expect(stepped.network.open.count == 12)
    stepped.fail("http://one/3", .status(500, retryAfter: nil))
    #expect(stepped.network.open.last?.request.address == "http://three/a")
    stepped.fail("http://three/a", .status(500, retryAfter: nil))
    #expect(stepped.network.open.last?.request.address == "http://one/9", "the newest")
  }

  @Test func `prefetches take half of the slots, and at most eighty start in a second`() {
    let stepped = SteppedPipeline()
    let tokens = (0..<200).map { stepped.prefetch("http://host\($0 % 20)/\($0)", depth: .bytes) }
    #expect(stepped.network.open.count == 6)
    var started = 0
    for _ in 0..<100 {
      for load in stepped.network.open {
        load.send(.failure(.status(500, retryAfter: nil)))
        started += 1
      }
      stepped.clock.advance(by: 0.01)
    }
    // Twenty-five start at once, and eighty within the next second.
    #expect((95...105).contains(started), "\(started)")
    stepped.load("http://host/seen")
    #expect(stepped.network.open.contains { $0.request.address == "http://host/seen" }, "never delayed")
    stepped.pipeline.cancel(tokens)
    stepped.settle()
    #expect(stepped.core.brokenInvariant() == nil)
  }

  @Test func `prefetching pauses while no server is reached, and probes`() {
    let stepped = SteppedPipeline()
    let tokens = (0..<30).map { stepped.prefetch("http://host/\($0)", depth: .bytes) }
    while let load = stepped.network.open.first, stepped.network.loads.count < 30 {
      load.send(.failure(.unreachable("down")))
    }
    let count = stepped.network.loads.count
    #expect((5...11).contains(count), "those under way end, no new ones begin: \(count)")
    stepped.clock.advance(by: 9)
    #expect(stepped.network.loads.count == count)
    stepped.clock.advance(by: 1.5)
    #expect(stepped.network.loads.count == count + 1, "one probe")
    stepped.network.open.first?.send(.failure(.unreachable("down")))
    stepped.load("http://host/seen")
    #expect(stepped.network.loads.count == count + 2, "visible pictures are always tried")
    stepped.answer("http://host/seen", "picture")
    #expect(stepped.network.loads.count > count + 2, "and ends the pause")
    stepped.pipeline.cancel(tokens)
  }

  @Test func `loads that wait for a full host set no timer`() {
    let policy = NetworkPolicy()
    var gate = NetworkGate(policy: policy)
    var now = Instant.zero
    for id in 0..<policy.failuresUntilOffline {
      gate.insert(id, host: "host", priority: .low, order: RequestOrder(turn: id))
      #expect(gate.next(at: now) == id)
      gate.end(id, isConnected: false, at: now)
    }
    for id in 100..<100 + policy.loadsPerHost {
      gate.insert(id, host: "host", priority: .visible, order: RequestOrder(turn: id))
      #expect(gate.next(at: now) == id)
    }
    gate.insert(200, host: "host", priority: .low, order: RequestOrder(turn: 200))
    now = now.advanced(bySeconds: policy.probeInterval * 3)
    #expect(gate.next(at: now) == nil && gate.nextWake(at: now) == nil)
    gate.end(100, isConnected: nil, at: now)
    #expect(gate.next(at: now) == 200, "the probe")
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `when nothing may start, the gate waits for the end of a load or for a later time`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var gate = NetworkGate(policy: NetworkPolicy())
    var now = Instant.zero
    var running: [Int] = []
    for id in 0..<400 {
      // Loads start more often than they end, so that hosts are full at times.
      switch Int.random(in: 0..<8, using: &random) {
      case 0..<5:
        let priority = [ImagePriority.low, .visible, .visible].randomElement(using: &random) ?? .low
        // Most loads go to one host, so that it is full while the gate has room for others.
        let host = Int.random(in: 0..<10, using: &random) == 0 ? "other" : "host"
        gate.insert(id, host: host, priority: priority, order: RequestOrder(turn: id))
      case 5, 6:
        guard let index = running.indices.randomElement(using: &random) else { continue }
        gate.end(running.remove(at: index), isConnected: Bool.random(using: &random) ? false : nil, at: now)
      default: now = now.advanced(bySeconds: Double.random(in: 0..<6, using: &random))
      }
      while let next = gate.next(at: now) { running.append(next) }
      guard let wake = gate.nextWake(at: now) else { continue }
      #expect(wake > now)
      while let next = gate.next(at: wake) { running.append(next) }
    }
  }

  @Test func `a prefetch of bytes ends with the bytes, and a local file needs none`() {
    let stepped = SteppedPipeline()
    _ = stepped.prefetch("http://host/a", depth: .bytes)
    _ = stepped.prefetch("local", depth: .bytes)
    #expect(stepped.network.loads.count == 1)
    stepped.answer("http://host/a", "picture")
    #expect(stepped.decoder.decoded.isEmpty && stepped.pipeline.isIdle)
  }
}
