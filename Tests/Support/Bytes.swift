// Loops over many bytes, for tests whose own module is compiled without optimisation.

/// Returns bytes that follow from a number.
package func pattern(_ number: Int, count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: number &* 31 &+ $0) }
}

/// Returns random bytes with all kinds of lines: none, empty, long, with carriage returns, with zeros, with invalid
/// UTF-8.
package func randomLines(_ generator: inout SeededGenerator, limit: Int = 100_000) -> [UInt8] {
  let newlineEvery = [1, 2, 20, 100, 5_000, 1_000_000].randomElement(using: &generator) ?? 1
  return (0..<Int.random(in: 0...limit, using: &generator)).map { _ in
    if Int.random(in: 0..<newlineEvery, using: &generator) == 0 { return 0x0A }
    return Int.random(in: 0..<50, using: &generator) == 0 ? 0x0D : UInt8.random(in: 0...255, using: &generator)
  }
}
