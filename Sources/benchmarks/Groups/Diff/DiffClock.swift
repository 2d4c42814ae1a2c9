/// Times in microseconds, of as many calls as are needed to tell them from the clock's own.
struct DiffClock {
  /// How often a call is repeated for one sample.
  let repetitions: Int
  private(set) var samples: [Double] = []
  /// What the calls returned, so that none of them is dropped.
  private(set) var checksum = 0

  init(size: Int) {
    repetitions = max(1, 20_000 / max(1, size))
  }

  mutating func measure(_ work: () -> Int) {
    let start = Clocks.threadCPU
    for _ in 0..<repetitions { checksum &+= work() }
    samples.append((Clocks.threadCPU - start) / 1000 / Double(repetitions))
  }

  /// The median over the rounds of the ratio of this one to another one in the same round, or the ratio of the least
  /// disturbed rounds of both if that is lower.
  func ratio(to other: DiffClock) -> Double {
    let count = min(samples.count, other.samples.count)
    let paired = zip(samples.suffix(count), other.samples.suffix(count)).map { $0 / $1 }.percentile(0.5)
    return min(paired, samples.percentile(0.1) / other.samples.percentile(0.1))
  }
}
