import Dispatch
import ScrollworkPlatform

/// The state that is saved for the next run of the program.
package struct SavedState: Sendable {
  /// The saved positions and their file; `nil` if none are written.
  package var positions: (file: PositionFile, places: SavedPositions)?
  /// The size and position of the window; `nil` if they are not saved.
  var frame: WindowFrame?

  package init() {}
}

/// Saves the state of the program shortly after each change, so that nothing is lost if the program is killed.
@MainActor
package final class StateSaver {
  /// The time from the first change of a burst until all changes are written, in seconds.
  private static let delay = 1.0

  private var isPending = false
  /// The queue on which the state is written, because a disk may be slow.
  private let queue = DispatchQueue(label: "saved state", qos: .utility)

  package init() {}

  /// Schedules saving of the state.
  /// - Parameter state: Called when the state is saved, to return it.
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

  /// Saves the state at once, and waits until it is written.
  /// - Parameter tell: Called with the error for each part that could not be written.
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
