import Glibc
import Testing

#if DEBUG && !OPTIMIZED
  /// The number of storms, so that each layout comes first under each policy at least once.
  private let storms = 40
  /// The number of storms, from the first one on, that the program runs as well. It draws slowly without optimisation.
  private let programStorms = 4
#else
  private let storms = 2000
  /// The number of storms that the program runs as well: four for each layout under each policy.
  /// `SCROLLWORK_FUZZ_SEED=0` and `SCROLLWORK_FUZZ_ROUNDS=2000` let the program run all of them; `make fuzz` runs new
  /// ones each time.
  private let programStorms = 160
#endif

/// Returns the seeds of the storms. `SCROLLWORK_FUZZ_SEED` is the first of them, and makes them ten times as many;
/// `SCROLLWORK_FUZZ_ROUNDS` sets their number instead.
private func seeds(_ count: Int) -> Range<Int> {
  func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }
  guard let first = number("SCROLLWORK_FUZZ_SEED") else { return 0..<count }
  return first..<first + (number("SCROLLWORK_FUZZ_ROUNDS") ?? 10 * count)
}

@MainActor @Test(arguments: seeds(storms))
func `no event at any time makes an item jump, appear twice or remain`(seed: Int) throws {
  let stage = try StormStage(Storm(seed: seed))
  try stage.run()
  try record(stage.digest, ofSeed: seed)
}

/// Appends the digest of a storm to the file in `SCROLLWORK_STORM_DIGESTS`. A change of the code that must not alter
/// its behaviour leaves every line of that file unchanged.
private func record(_ digest: FrameDigest, ofSeed seed: Int) throws {
  guard let path = getenv("SCROLLWORK_STORM_DIGESTS") else { return }
  let file = try #require(fopen(path, "a"))
  fputs("\(seed) \(String(digest.value, radix: 16))\n", file)
  fclose(file)
}

@Test(arguments: seeds(programStorms))
func `the program runs the same storm by a script with exactly the same results`(seed: Int) async throws {
  let storm = Storm(seed: seed)
  let answers = try await MainActor.run {
    let stage = try StormStage(storm)
    try stage.run()
    return stage.answers
  }
  let program = try ProgramStorm(storm)
  try program.check()
  try program.check(against: answers)
}
