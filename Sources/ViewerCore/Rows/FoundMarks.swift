import Scrollwork

/// A view that marks search matches in its text.
@MainActor
protocol MarkedView: View {
  /// Updates the marks.
  func marksDidChange()
}

/// The visible texts of a list in which search matches are marked. All rows of a list share one object, so that
/// unchanged rows compare equal.
@MainActor
final class FoundMarks: Equatable {
  /// Returns the marks in a text of the row with the given identity; `nil` for none.
  var find: ((_ text: String, _ id: Int) -> TextMarks?)?
  private var views: [any MarkedView] = []

  func add(_ view: any MarkedView) {
    if !views.contains(where: { $0 === view }) { views.append(view) }
  }

  func remove(_ view: any MarkedView) { views.removeAll { $0 === view } }

  /// Updates the marks of the visible texts.
  func update() {
    for view in views { view.marksDidChange() }
  }

  nonisolated static func == (a: FoundMarks, b: FoundMarks) -> Bool { a === b }
}
