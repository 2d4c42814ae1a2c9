import ScrollworkLayout

/// The animations of updates.
struct UpdateMotion: ~Copyable {
  /// The update that the current frame applies.
  var update: UpdateTransaction?
  /// Updates whose animations still run, the newest last.
  var ongoing: [OngoingUpdate] = []
  /// Motion of items recycled in flight, by key, so that they resume it if they return.
  var suspended: [LayoutElement.Key: SuspendedMotion] = [:]
  var corrections = Corrections()
  /// Whether the user scrolled during the current animations.
  var hasScrolled = false
  /// Whether any item is in flight.
  var isRunning = false
  /// Whether anything moved in the frame before, scrolling included.
  var wasRunning = false
  /// Whether any item has a change mark.
  var hasChangeMarks = false
}
