import Scrollwork

/// Tells once that a cell waits for its picture, and once that it does not any more.
@MainActor
struct PictureWait {
  private var loads: PictureLoads?
  private var isWaiting = false

  /// The cell shows an entry.
  /// - Parameter isSame: It is the picture that it showed before.
  mutating func show(in loads: PictureLoads, isSame: Bool) {
    if !isSame { stop() }
    self.loads = loads
  }

  /// To be called when it is known where the picture lies, and so in which size it is asked for.
  mutating func look(at picture: ImageView) {
    guard picture.state == .waiting, !isWaiting else { return }
    isWaiting = true
    loads?.begin()
  }

  mutating func end(_ state: ImageView.State) {
    guard isWaiting else { return }
    isWaiting = false
    loads?.end(state)
  }

  /// Nobody sees the cell any more, or it shows something else.
  mutating func stop() {
    guard isWaiting else { return }
    isWaiting = false
    loads?.giveUp()
  }
}
