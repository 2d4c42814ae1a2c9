import ScrollworkTestSupport
import ScrollworkViewerCore
import Synchronization
import Testing

/// Counts the changes that models report.
private final class Reports: Sendable {
  private let counter = Atomic(0)
  var count: Int { counter.load(ordering: .acquiring) }
  func add() { counter.add(1, ordering: .acquiringAndReleasing) }
}

/// Waits until a condition holds, at most for some twenty seconds; returns whether it holds.
private func wait(until condition: () -> Bool) async -> Bool {
  for _ in 0..<20_000 where !condition() { try? await Task.sleep(for: .milliseconds(1)) }
  return condition()
}

@Test func `a list of addresses that is stopped at once reports no change of its file`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("https://example.org/1.png\n", to: "list.txt")
  let reports = Reports()
  // Many models, because each may be stopped before or after its first job began.
  let models = (0..<40).map { _ in
    let model = AddressListModel(path: path) { _ in reports.add() }
    model.stop()
    return model
  }
  #expect(await wait { !models.contains(where: \.isBusy) })
  let before = reports.count
  try folder.append("https://example.org/2.png\n", to: "list.txt")
  try await Task.sleep(for: .milliseconds(300))
  #expect(await wait { !models.contains(where: \.isBusy) })
  #expect(reports.count == before)
}
