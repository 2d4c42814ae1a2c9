/// The quality of the frames since the metrics were last taken. With all values zero, the user saw no defect.
package struct FrameMetrics: Sendable {
  /// The largest distance between an anchor and its intended position after an update, in logical pixels.
  package var anchorError = 0.0
  /// The largest extent of the viewport that should have shown items and was blank, in logical pixels.
  package var blank = 0.0
  /// The largest jump of a visible item in a frame that applies an update, in logical pixels.
  package var step = 0.0
}

/// The work that a list has done since its view was made.
package struct WorkCounts: Equatable, Sendable {
  /// The number of times that a content view, new or reused, was bound to a row.
  package var bindings = 0
  /// The number of bindings that took their content view from the pool.
  package var reuses = 0
  /// The number of measurements of content views.
  package var measurements = 0
  /// The total of the estimated extents of all items that were measured, in logical pixels.
  package var estimatedExtent = 0.0
  /// The total of the measured extents of all items that were measured, in logical pixels.
  package var measuredExtent = 0.0

  package init() {}
}
