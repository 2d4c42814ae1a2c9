import Glibc

/// Returns one of two values: one for plain debug builds, which are slow, the other for optimized builds.
package func perBuild<Value>(debug: Value, optimized: Value) -> Value {
  #if DEBUG
    debug
  #else
    optimized
  #endif
}

/// Returns the seeds of a random test.
///
/// The environment variable `SCROLLWORK_FUZZ_SEED`, which `make fuzz` sets, is the first seed and makes the seeds ten
/// times as many; `SCROLLWORK_FUZZ_ROUNDS` sets their number instead.
/// - Parameters:
///   - count: The number of seeds.
///   - known: Further seeds that once failed; only in optimized builds.
package func seeds(_ count: Int, and known: [Int] = []) -> [Int] {
  func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }
  if let first = number("SCROLLWORK_FUZZ_SEED") {
    return Array(first..<first + (number("SCROLLWORK_FUZZ_ROUNDS") ?? 10 * count))
  }
  return Array(0..<count) + perBuild(debug: [], optimized: known)
}
