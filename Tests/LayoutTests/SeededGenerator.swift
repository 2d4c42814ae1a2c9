/// A reproducible generator of random numbers (splitmix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    // The states are far apart, so that the sequences of different seeds do not overlap.
    state = seed &* 0xD134_2543_DE82_EF95 &+ 0x1234_5678
    state = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

/// The number of random rounds in a test.
#if DEBUG && !OPTIMIZED
  let rounds: UInt64 = 20
#else
  let rounds: UInt64 = 1_600
#endif
