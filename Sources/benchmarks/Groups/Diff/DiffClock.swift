/// Samples of the processor time of a call, in microseconds. Each sample repeats the call, so that reading the clock
/// hardly counts.
struct DiffClock {
  /// The number of calls in one sample.
  let repetitions: Int
  private(set) var samples: [Double] = []
  /// The sum of the results of all calls, so that the optimiser drops none.
  private(set) var checksum = 0

  init(size: Int) {
    repetitions = max(1, 20_000 / max(1, size))
  }

  mutating func measure(_ work: () -> Int) {
    let start = Clocks.threadCPU
    for _ in 0..<repetitions { checksum &+= work() }
    samples.append((Clocks.threadCPU - start) / 1000 / Double(repetitions))
  }

  /// Returns the ratio of these times to those of `other`: the median of the ratios within each round, or the ratio of
  /// the least disturbed rounds of both if that is lower.
  func ratio(to other: DiffClock) -> Double {
    let count = min(samples.count, other.samples.count)
    let paired = zip(samples.suffix(count), other.samples.suffix(count)).map { $0 / $1 }.percentile(0.5)
    return min(paired, samples.percentile(0.1) / other.samples.percentile(0.1))
  }
}
