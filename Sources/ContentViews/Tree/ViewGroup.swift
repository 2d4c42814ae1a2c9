package import ScrollworkHostInterface

/// The recording of a view and the plain views below it, and its name from frame to frame.
@MainActor
package final class ViewGroup {
  package let id: UInt64
  package private(set) var version: UInt64 = 0
  package private(set) var canvas = Canvas(scale: 1)
  /// True if the recording is out of date.
  package var isDirty = true
  private var generation = -1

  private static var lastID: UInt64 = 0

  package init() {
    Self.lastID += 1
    id = Self.lastID
  }

  /// Records anew, by `record`, if something changed since the last time.
  /// - Parameter generation: Counts the changes of the environment.
  package func update(scale: Double, generation: Int, record: (Canvas) -> Void) {
    guard isDirty || generation != self.generation else { return }
    isDirty = false
    self.generation = generation
    version += 1
    // A frame that somebody kept holds the old canvas: it must go on showing what it showed.
    if !isKnownUniquelyReferenced(&canvas) || canvas.scale != scale {
      canvas = Canvas(scale: scale)
    } else {
      canvas.removeAll()
    }
    record(canvas)
  }

  /// Lets go of what was recorded, so that its storage can be used again.
  package func clear() {
    isDirty = true
    if isKnownUniquelyReferenced(&canvas) { canvas.removeAll() }
  }
}
