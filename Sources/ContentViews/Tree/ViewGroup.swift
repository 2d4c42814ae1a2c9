package import ScrollworkHostInterface

/// The recording of a view and its plain descendants, with an identity that stays the same across frames.
///
/// A frame reads the groups of all visible items, so dynamic checks of exclusive access would cost more than the
/// access. Only `update` runs other code, and it accesses no property meanwhile.
@MainActor
package final class ViewGroup {
  /// The identity of the group in every frame.
  package let id: UInt64
  /// A number that grows with every new recording.
  @exclusivity(unchecked) package private(set) var version: UInt64 = 0
  /// The current recording.
  @exclusivity(unchecked) package private(set) var canvas = Canvas(scale: 1)
  /// Whether the recording is outdated.
  @exclusivity(unchecked) package var isDirty = true
  /// The environment generation of the current recording; -1 before the first recording.
  @exclusivity(unchecked) private var generation = -1

  /// The last identity given out. Identities are never reused, so the painter cannot confuse the layers of two groups.
  private static var lastID: UInt64 = 0

  package init() {
    Self.lastID += 1
    id = Self.lastID
  }

  /// Calls `record` to make a new recording if the old one is outdated.
  /// - Parameter generation: The number of changes of the environment so far. A change makes every recording outdated.
  package func update(scale: Double, generation: Int, record: (Canvas) -> Void) {
    guard isDirty || generation != self.generation else { return }
    isDirty = false
    self.generation = generation
    version += 1
    // A frame that was made before may still refer to the old canvas and must keep its drawing. So the canvas is reused
    // only if nothing else refers to it.
    if !isKnownUniquelyReferenced(&canvas) || canvas.scale != scale {
      canvas = Canvas(scale: scale)
    } else {
      canvas.removeAll()
    }
    record(canvas)
  }

  /// Empties the recording, so that the shaper can reuse the text lines in it. The next frame records again.
  package func clear() {
    isDirty = true
    if isKnownUniquelyReferenced(&canvas) { canvas.removeAll() }
  }
}
