import ScrollworkHostInterface

/// The lines of a text that is broken to a width, for the two widths asked for last: measuring and drawing take turns.
@MainActor
struct WrappedLines {
  private struct Entry {
    var width: Double
    var scale: Double
    var shaper: ObjectIdentifier
    var lines: [TextLine]
  }

  private var newest: Entry?
  private var older: Entry?

  /// The text, its font or the limit is another now.
  mutating func invalidate() {
    newest = nil
    older = nil
  }

  /// - Parameter limit: The most lines; 0 for any number.
  mutating func lines(
    _ text: String, font: Font, width: Double, limit: Int, environment: Environment
  ) -> [TextLine] {
    func serves(_ entry: Entry) -> Bool {
      entry.width == width && entry.scale == environment.scale && entry.shaper == ObjectIdentifier(environment.text)
    }
    if let newest, serves(newest) { return newest.lines }
    if let older, serves(older) {
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
