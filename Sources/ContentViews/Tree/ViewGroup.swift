package import ScrollworkHostInterface

/// The recording of a view and its plain descendants, with an identity that lasts across frames.
@MainActor
package final class ViewGroup {
  /// The identity of the recording in all frames.
  package let id: UInt64
  /// A number that grows with every new recording.
  package private(set) var version: UInt64 = 0
  /// The current recording.
  package private(set) var canvas = Canvas(scale: 1)
  /// Whether the recording is outdated.
  package var isDirty = true
  /// The number of environment changes at the last recording; -1 before the first.
  private var generation = -1

  /// The last identity in use. Identities are never reused, so the painter cannot mix up layers.
  private static var lastID: UInt64 = 0

  package init() {
    Self.lastID += 1
    id = Self.lastID
  }

  /// Makes a new recording by `record` if the old one is outdated.
  /// - Parameter generation: The number of changes of the environment. A change makes every recording outdated.
  package func update(scale: Double, generation: Int, record: (Canvas) -> Void) {
    guard isDirty || generation != self.generation else { return }
    isDirty = false
    self.generation = generation
    version += 1
    // A kept frame may refer to the old canvas and must still show the old drawing, so only an unshared canvas is
    // reused.
    if !isKnownUniquelyReferenced(&canvas) || canvas.scale != scale {
      canvas = Canvas(scale: scale)
    } else {
      canvas.removeAll()
    }
    record(canvas)
  }

  /// Empties the recording, so that the text lines in it can be reused. The next frame records again.
  package func clear() {
    isDirty = true
    if isKnownUniquelyReferenced(&canvas) { canvas.removeAll() }
  }
}
