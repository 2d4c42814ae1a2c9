import ScrollworkHostInterface

/// The shaped line of a view, shaped on demand and kept until one of its inputs changes.
///
/// The old line is passed to the shaper for reuse. If no recording and no kept frame refers to it, a new text costs no
/// allocation.
@MainActor
struct LineCache {
  private var line: TextLine?
  /// Whether `line` shows the current text in the current font.
  private var isValid = false
  /// The width that `line` was shaped for, in logical pixels; `nil` for no limit.
  private var limit: Double?
  private var scale = 0.0
  /// The shaper that made `line`, because its face numbers mean nothing to another one.
  private var shaper: ObjectIdentifier?

  /// Marks the line as outdated, after a change of the text, its font or its truncation.
  mutating func invalidate() { isValid = false }

  /// Returns the line that shows `text` in `width` logical pixels; `nil` for no limit.
  mutating func line(
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

  /// Whether `line` is right for a limit. An uncut line fits every width that contains it; a cut one only its own
  /// limit.
  private func fits(_ line: TextLine, _ limit: Double?) -> Bool {
    if line.isTruncated { return limit == self.limit }
    // Frames are rounded to device pixels, so the width can come back slightly smaller than it was measured.
    return limit.map { line.width <= $0 + 1 / 64 } ?? true
  }
}
