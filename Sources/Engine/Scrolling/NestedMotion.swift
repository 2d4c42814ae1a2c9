import ScrollworkHostInterface
import ScrollworkLayout

/// The motion of a nested scroll container. A container at rest has no such value: the layout stores its offset.
struct NestedMotion {
  /// The container, by its position in the list that is laid out.
  var container: ScrollContainerID
  var scroller: Scroller
  /// The offset at which the gesture began, in logical pixels.
  var start = 0.0
  /// The time at which a gesture on a trackpad counts as ended, if no event comes before. Then the container goes to a
  /// snap point. `nil` if no such gesture moved the container.
  var restsAt: Instant?
  /// The containers that take over the momentum when the container reaches its end, the innermost first.
  var around: [ScrollContainerID] = []

  /// The offset at which the motion ends, in logical pixels; the current offset if the container is held or at rest.
  var destination: Double { scroller.destination }
}
