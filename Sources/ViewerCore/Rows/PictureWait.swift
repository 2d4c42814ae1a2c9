import Scrollwork

/// Tracks whether a cell waits for its picture, so that each wait is reported once at its start and once at its end.
@MainActor
struct PictureWait {
  private var loads: PictureLoads?
  private var isWaiting = false

  /// Sets the counter, and ends the wait for a previous picture.
  /// - Parameter isSame: Whether the picture is the one shown before.
  mutating func show(in loads: PictureLoads, isSame: Bool) {
    if !isSame { stop() }
    self.loads = loads
  }

  /// Reports a wait if the picture is not loaded. Call it after layout, because the requested size depends on the
  /// frame.
  mutating func look(at picture: ImageView) {
    guard picture.state == .waiting, !isWaiting else { return }
    isWaiting = true
    loads?.begin()
  }

  /// Ends the wait, because the picture was loaded or failed.
  mutating func end(_ state: ImageView.State) {
    guard isWaiting else { return }
    isWaiting = false
    loads?.end(state)
  }

  /// Ends a wait because the cell was recycled or shows another entry.
  mutating func stop() {
    guard isWaiting else { return }
    isWaiting = false
    loads?.cancel()
  }
}
