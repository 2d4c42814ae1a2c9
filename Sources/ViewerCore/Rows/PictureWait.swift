import Scrollwork

/// Reports once when a cell starts to wait for its picture, and once when it stops.
@MainActor
struct PictureWait {
  private var loads: PictureLoads?
  private var isWaiting = false

  /// Prepares for the picture of another entry, or for the same picture again.
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

  /// Reports that the picture was loaded or failed.
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
