import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Scratch memory of painting, kept between frames so that a frame allocates nothing.
package struct PaintBuffers: ~Copyable {
  package init() {}

  /// The items of the frame; items with the same `drawOrder` are in the order in which they are drawn. Empty between
  /// frames.
  var drawn: [BoundItem] = []
  /// Lines and shadows at the edges of pinned items.
  var pinEffects: [PinEffect] = []
  /// For each nesting depth of sections, the draw order of the lowest pinned item whose shadow is not emitted yet.
  var shadowLevels: [Int] = []
  /// The items given to handlers of visible items.
  var visibleItems: [LayoutVisibleItem] = []
  /// Whether the last frame had handlers of visible items, so that items may have attribute overrides.
  package var hasOverrides = false
  /// The fill with which moving rows cover the rows that they pass; `nil` if moving rows do not cover others.
  var backdrop: Color?
  /// The largest jump of an item in a frame that applies an update, in logical pixels. Scrolling by the user is no
  /// jump.
  package var largestStep = 0.0
}
