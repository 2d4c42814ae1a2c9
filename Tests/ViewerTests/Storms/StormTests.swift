import Glibc
import ScrollworkTestSupport
import Testing

/// The number of storms. In debug builds, each layout is the first one under each policy at least once.
private let storms = perBuild(debug: 40, optimized: 2000)

/// The number of storms, beginning with the first, that the program runs as well: four for each layout under each
/// policy in optimised builds. In debug builds the program draws slowly.
///
/// `SCROLLWORK_FUZZ_SEED=0` and `SCROLLWORK_FUZZ_ROUNDS=2000` let the program run all of them; `make fuzz` runs new
/// ones each time.
private let programStorms = perBuild(debug: 4, optimized: 160)

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
