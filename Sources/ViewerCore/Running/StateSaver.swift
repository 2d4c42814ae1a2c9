import Dispatch
import ScrollworkPlatform

/// What the next run of the program finds again.
package struct SavedState: Sendable {
  /// The saved positions and their file; `nil` if none are written.
  package var positions: (file: PositionFile, places: SavedPositions)?
  /// The size and place of the window; `nil` if they do not count.
  var frame: WindowFrame?

  package init() {}
}

/// Writes the state of the program while it runs, a moment after a change, so that a kill loses nothing.
@MainActor
package final class StateSaver {
  /// Seconds from the first change of a burst to the moment at which all of them are written.
  private static let delay = 1.0

  private var isPending = false
  /// The queue that writes, because a disk may be slow.
  private let queue = DispatchQueue(label: "saved state", qos: .utility)

  package init() {}

  /// Writes the state soon.
  /// - Parameter state: Called then, to return the state.
  package func saveSoon(_ state: @escaping @MainActor () -> SavedState) {
    guard !isPending else { return }
    isPending = true
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.delay) { [self] in
      MainActor.assumeIsolated { saveInBackground(state()) }
    }
  }

  private func saveInBackground(_ state: SavedState) {
    isPending = false
    // An error is reported once, at the end of the program.
    queue.async { Self.write(state) { _ in } }
  }

  /// Writes the state at once.
  /// - Parameter tell: Called with each reason why a part could not be written.
  func save(_ state: SavedState, tell: (FileError) -> Void) {
    queue.sync { Self.write(state, tell: tell) }
  }

  private nonisolated static func write(_ state: SavedState, tell: (FileError) -> Void) {
    if let (file, places) = state.positions {
      do throws(FileError) { try file.write(places) } catch { tell(error) }
    }
    do throws(FileError) { try state.frame?.save() } catch { tell(error) }
  }
}
