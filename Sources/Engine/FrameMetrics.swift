/// The quality of the frames since the metrics were last taken. With all values zero, the user saw no defect.
package struct FrameMetrics: Sendable {
  /// The largest distance by which an anchor missed its place after an update, in logical pixels.
  package var anchorError = 0.0
  /// The largest extent of the viewport that should have shown items and was blank, in logical pixels.
  package var blank = 0.0
  /// The largest jump of a presented item in a frame that applies an update, in logical pixels.
  package var step = 0.0
}
