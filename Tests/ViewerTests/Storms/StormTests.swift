import Glibc
import Testing

#if DEBUG
  /// The fewest storms that begin with each layout under each policy.
  private let storms = 40
  /// The number of these that the program runs as well, from the first one: it draws slowly without optimisation.
  private let programStorms = 4
#else
  private let storms = 2000
  /// Of these, the first 160: four for each layout under each policy. `SCROLLWORK_FUZZ_SEED=0` and
  /// `SCROLLWORK_FUZZ_ROUNDS=2000` let the program run all of them, `make fuzz` runs new ones each time.
  private let programStorms = 160
#endif

/// The seeds of the storms. With `SCROLLWORK_FUZZ_SEED` they begin at that number and are ten times as many;
/// `SCROLLWORK_FUZZ_ROUNDS` sets their number.
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

/// Appends the digest of a storm to the file in `SCROLLWORK_STORM_DIGESTS`. A change that must not alter behaviour
/// leaves every line unchanged.
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
