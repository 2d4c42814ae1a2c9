import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Scratch memory of painting, kept between frames so that a frame allocates nothing.
package struct PaintBuffers: ~Copyable {
  package init() {}

  /// The items of the frame in the order in which those of one draw order are drawn; empty between frames.
  var drawn: [BoundItem] = []
  /// Lines and shadows at the edges of pinned items.
  var pinEffects: [PinEffect] = []
  /// The draw order of the lowest item whose shadow is not emitted yet, by nesting depth of its section.
  var shadowLevels: [Int] = []
  /// The items given to handlers of visible items.
  var visibleItems: [LayoutVisibleItem] = []
  /// Whether a handler overrides any item's attributes.
  package var hasOverrides = false
  /// The fill with which moving rows cover the rows they pass; `nil` if they do not cover them.
  var backdrop: Color?
  /// The largest step of an item in this frame against its expected motion, in logical pixels.
  package var largestStep = 0.0
}
