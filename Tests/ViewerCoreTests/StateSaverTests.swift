import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Tests of what is saved while the program runs.

@MainActor private final class Saved {
  var places = SavedPositions()
  var writes = 0
}

@MainActor @Test func `positions are written a moment after the first of several changes, by one write`() async throws {
  let folder = try TemporaryFolder()
  let file = PositionFile(path: folder.file("new/places"))
  let saver = StateSaver()
  let saved = Saved()
  for name in ["one", "two", "three"] {
    saved.places.keep(SavedPosition(position: ScrollPosition(places: [], isAtEnd: false)), for: folder.file(name))
    saver.saveSoon {
      saved.writes += 1
      var state = SavedState()
      state.positions = (file, saved.places)
      return state
    }
  }
  #expect(saved.writes == 0, "nothing is written while changes may follow")
  for _ in 0..<20_000 where file.read(tell: { _ in }).paths.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
  #expect(file.read(tell: { _ in }).paths == ["three", "two", "one"].map { folder.file($0) })
  #expect(saved.writes == 1)
}
