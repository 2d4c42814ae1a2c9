import Glibc
import Testing

#if DEBUG
  /// The fewest that begin with each layout under each policy.
  private let storms = 40
  /// Of these, how many the program goes through as well, from the first one on: it draws slowly without optimisation.
  private let programStorms = 4
#else
  private let storms = 2000
  /// Of these, the first 160: four for each layout under each policy. `SCROLLWORK_FUZZ_SEED=0` and
  /// `SCROLLWORK_FUZZ_ROUNDS=2000` have the program go through all, `make fuzz` through ever new ones.
  private let programStorms = 160
#endif

/// The seeds of storms: the first ones. With `SCROLLWORK_FUZZ_SEED` they are ten times as many from that one on, with
/// `SCROLLWORK_FUZZ_ROUNDS` so many.
private func seeds(_ count: Int) -> Range<Int> {
  func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }
  guard let first = number("SCROLLWORK_FUZZ_SEED") else { return 0..<count }
  return first..<first + (number("SCROLLWORK_FUZZ_ROUNDS") ?? 10 * count)
}

@MainActor @Test(arguments: seeds(storms))
func `whatever comes at whatever time, nothing jumps, doubles or stays behind`(seed: Int) throws {
  let stage = try StormStage(Storm(seed: seed))
  try stage.run()
  try record(stage.digest, ofSeed: seed)
}

/// Appends the digest of a storm to the file that `SCROLLWORK_STORM_DIGESTS` names: a change that must not alter
/// behaviour leaves every line as it was.
private func record(_ digest: FrameDigest, ofSeed seed: Int) throws {
  guard let path = getenv("SCROLLWORK_STORM_DIGESTS") else { return }
  let file = try #require(fopen(path, "a"))
  fputs("\(seed) \(String(digest.value, radix: 16))\n", file)
  fclose(file)
}

@Test(arguments: seeds(programStorms))
func `the program goes through the same storm by a script and shows the same to the last bit`(seed: Int) async throws {
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
