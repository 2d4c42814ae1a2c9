package import ScrollworkHostInterface

/// A cache for the wrapped lines of a text in the last two widths, because measuring and drawing may use two different
/// widths in turn.
@MainActor
package struct WrappedLines {
  /// The lines for one width, and the inputs that they depend on.
  private struct Entry {
    var width: Double
    var scale: Double
    var shaper: ObjectIdentifier
    var lines: [TextLine]
  }

  private var newest: Entry?
  private var older: Entry?

  package init() {}

  /// Discards the lines. Call this after a change of the text, its font or the limit.
  mutating func invalidate() {
    newest = nil
    older = nil
  }

  /// Returns the lines of `text` in `width` logical pixels.
  /// - Parameter limit: The largest number of lines; 0 for no limit.
  package mutating func lines(
    _ text: String, font: Font, width: Double, limit: Int, environment: Environment
  ) -> [TextLine] {
    func isValid(_ entry: Entry) -> Bool {
      entry.width == width && entry.scale == environment.scale && entry.shaper == ObjectIdentifier(environment.text)
    }
    if let newest, isValid(newest) { return newest.lines }
    if let older, isValid(older) {
      swap(&newest, &self.older)
      return older.lines
    }
    let lines = environment.text.lines(
      text, font: font, width: width, limit: limit > 0 ? limit : .max, scale: environment.scale)
    older = newest
    newest = Entry(
      width: width, scale: environment.scale, shaper: ObjectIdentifier(environment.text), lines: lines)
    return lines
  }
}
