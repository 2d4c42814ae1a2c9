package import ScrollworkHostInterface

/// A cache for one shaped line of a view. The line is shaped on demand and kept until an input changes.
///
/// The old line is passed to the shaper for reuse. If no recording and no other object refers to the old line, a new
/// text costs no allocation.
@MainActor
package struct LineCache {
  private var line: TextLine?
  /// Whether `line` shows the current text in the current font.
  private var isValid = false
  /// The width that `line` was shaped for, in logical pixels; `nil` for no limit.
  private var limit: Double?
  private var scale = 0.0
  /// The shaper of `line`; `nil` before the first line. Another shaper cannot interpret the line's face numbers.
  private var shaper: ObjectIdentifier?

  /// Makes an empty cache.
  package init() {}

  /// Marks the line as outdated. Call this after a change of the text, its font or its truncation.
  package mutating func invalidate() { isValid = false }

  /// Returns the line that shows `text`, shortened by `truncation` to `width` logical pixels; `nil` for no limit.
  package mutating func line(
    _ text: String, font: Font, width: Double? = nil, truncation: Truncation = .none, environment: Environment
  ) -> TextLine {
    let limit = truncation == .none ? nil : width
    if let line, isValid, fits(line, limit), scale == environment.scale, shaper == ObjectIdentifier(environment.text) {
      return line
    }
    let shaped = environment.text.line(
      text, font: font, width: limit, truncation: truncation, scale: environment.scale, reusing: line.take())
    line = shaped
    isValid = true
    self.limit = limit
    scale = environment.scale
    shaper = ObjectIdentifier(environment.text)
    return shaped
  }

  /// Whether `line` can be used for `limit`. A truncated line suits only the limit for which it was made, an
  /// untruncated one every limit that is at least its width.
  private func fits(_ line: TextLine, _ limit: Double?) -> Bool {
    if line.isTruncated { return limit == self.limit }
    guard let limit else { return true }
    // Frames are rounded to device pixels, so the width can come back slightly smaller than it was measured.
    return line.width <= limit + 1 / 64
  }
}
