import ScrollworkHostInterface

/// The shaped line of a view: shaped when it is first needed, and again only when what it depends on changed.
///
/// The old line is handed back to the shaper. Where neither a recording nor a kept frame holds it, a new text costs no
/// allocation.
@MainActor
struct LineCache {
  private var line: TextLine?
  private var isValid = false
  private var limit: Double?
  private var scale = 0.0
  private var shaper: ObjectIdentifier?

  /// The text, its font or its truncation is another now.
  mutating func invalidate() { isValid = false }

  /// The line that shows `text` in at most `width` logical pixels; `nil` for no limit.
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

  /// A line that was not cut serves for every width that holds it; one that was cut only for the width it was cut for.
  private func fits(_ line: TextLine, _ limit: Double?) -> Bool {
    if line.isTruncated { return limit == self.limit }
    // Widths that were rounded to device pixels on the way may have lost a hair.
    return limit.map { line.width <= $0 + 1 / 64 } ?? true
  }
}
