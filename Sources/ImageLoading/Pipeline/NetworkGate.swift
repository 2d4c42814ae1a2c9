package import ScrollworkHostInterface

/// Decides which waiting load may start. It is a value without clock or callbacks: events and times are arguments.
///
/// Each host has a queue. A load starts if the limits of its host and of all hosts allow it. A prefetch also needs a
/// free slot for prefetches and a token of the rate limit (a token bucket). While the network seems to be down, only
/// one prefetch starts in each `probeInterval`.
package struct NetworkGate {
  private struct Host {
    var waiting = ImageJobQueue()
    var running = 0
  }

  private let policy: NetworkPolicy
  private var hosts: [String: Host] = [:]
  private var hostOfWaiting: [Int: String] = [:]
  private var running: [Int: (host: String, isPrefetch: Bool)] = [:]
  private var runningPrefetches = 0
  private var tokens: Double
  private var tokensCountedAt = Instant.zero
  private var failuresInARow = 0
  private var nextProbe = Instant.zero

  /// Creates a gate without loads, with a full token bucket.
  package init(policy: NetworkPolicy) {
    self.policy = policy
    tokens = policy.prefetchBurst
  }

  /// The number of waiting loads.
  package var waitingCount: Int { hostOfWaiting.count }
  /// Whether the network seems to be down, because the last connections failed.
  package var isOffline: Bool { failuresInARow >= policy.failuresUntilOffline }

  /// Adds a waiting load.
  package mutating func insert(_ id: Int, host: String, priority: ImagePriority, order: RequestOrder) {
    hostOfWaiting[id] = host
    hosts[host, default: Host()].waiting.insert(id, priority: priority, order: order)
  }

  /// Changes the priority of a waiting load.
  package mutating func setPriority(_ priority: ImagePriority, order: RequestOrder, of id: Int) {
    guard let host = hostOfWaiting[id] else { return }
    hosts[host]?.waiting.insert(id, priority: priority, order: order)
  }

  /// Removes a waiting load; returns `false` if it is not waiting.
  @discardableResult
  package mutating func remove(_ id: Int) -> Bool {
    guard let host = hostOfWaiting.removeValue(forKey: id) else { return false }
    _ = hosts[host]?.waiting.remove(id)
    forgetIfUnused(host)
    return true
  }

  /// Returns the most urgent load that may start, and counts it as running. Among equally urgent ones, the host with
  /// the fewest running loads goes first.
  /// - Complexity: O(*h*) in the number of hosts with loads.
  package mutating func next(at now: Instant) -> Int? {
    guard running.count < policy.loads else { return nil }
    refill(at: now)
    var best: (host: String, id: Int, priority: ImagePriority, load: Int)?
    for name in hosts.keys {
      guard let load = hosts[name]?.running, load < policy.loadsPerHost, let first = hosts[name]?.waiting.first(),
        first.priority > .low || mayPrefetch(at: now)
      else { continue }
      if let found = best, (found.priority, -found.load) >= (first.priority, -load) { continue }
      best = (name, first.id, first.priority, load)
    }
    guard let best else { return nil }
    start(best.id, host: best.host, isPrefetch: best.priority == .low, at: now)
    return best.id
  }

  /// Records that a waiting load runs now.
  private mutating func start(_ id: Int, host: String, isPrefetch: Bool, at now: Instant) {
    _ = hosts[host]?.waiting.remove(id)
    hosts[host]?.running += 1
    hostOfWaiting[id] = nil
    running[id] = (host, isPrefetch)
    guard isPrefetch else { return }
    runningPrefetches += 1
    tokens -= 1
    if isOffline { nextProbe = now.advanced(bySeconds: policy.probeInterval) }
  }

  /// Ends a running load and records whether the network works.
  /// - Parameter isConnected: Whether a server was reached; `nil` if unknown.
  package mutating func end(_ id: Int, isConnected: Bool?, at now: Instant) {
    guard let ended = running.removeValue(forKey: id) else { return }
    hosts[ended.host]?.running -= 1
    if ended.isPrefetch { runningPrefetches -= 1 }
    forgetIfUnused(ended.host)
    switch isConnected {
    case true?: failuresInARow = 0
    case false?:
      failuresInARow += 1
      nextProbe = now.advanced(bySeconds: policy.probeInterval)
    case nil: break
    }
  }

  /// Returns the time at which the rate limit or the pause while offline lets a prefetch start; `nil` if no prefetch
  /// has to wait for either.
  package mutating func nextWake(at now: Instant) -> Instant? {
    guard running.count < policy.loads, runningPrefetches < policy.prefetches,
      hosts.values.contains(where: { $0.running < policy.loadsPerHost && $0.waiting.count > 0 })
    else { return nil }
    refill(at: now)
    // One millisecond is added, so that rounding does not make the time too early.
    let token = tokens < 1 ? now.advanced(bySeconds: (1 - tokens) / policy.prefetchesPerSecond + 0.001) : now
    let wake = isOffline ? max(token, nextProbe) : token
    return wake > now ? wake : nil
  }

  /// Whether the limits allow another prefetch.
  private func mayPrefetch(at now: Instant) -> Bool {
    runningPrefetches < policy.prefetches && tokens >= 1 && (!isOffline || now >= nextProbe)
  }

  /// Adds the tokens that have accrued since the last call.
  private mutating func refill(at now: Instant) {
    let seconds = max(0, now.seconds(since: tokensCountedAt))
    tokens = min(policy.prefetchBurst, tokens + seconds * policy.prefetchesPerSecond)
    tokensCountedAt = max(now, tokensCountedAt)
  }

  /// Removes a host that has no loads.
  private mutating func forgetIfUnused(_ name: String) {
    if let host = hosts[name], host.running == 0, host.waiting.count == 0 { hosts[name] = nil }
  }
}
