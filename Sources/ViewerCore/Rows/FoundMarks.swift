import Scrollwork

/// A view that marks what the user looks for.
@MainActor
protocol MarkedView: View {
  /// Shows the marks anew.
  func marksDidChange()
}

/// The visible texts of a list, whose marks follow what the user looks for. All rows of a list share one object, so that
/// unchanged rows compare equal.
@MainActor
final class FoundMarks: Equatable {
  /// Returns the marks in a text of the row with an identity.
  var find: ((_ text: String, _ id: Int) -> TextMarks?)?
  private var views: [any MarkedView] = []

  func add(_ view: any MarkedView) {
    if !views.contains(where: { $0 === view }) { views.append(view) }
  }

  func remove(_ view: any MarkedView) { views.removeAll { $0 === view } }

  /// Marks the visible texts anew.
  func update() {
    for view in views { view.marksDidChange() }
  }

  nonisolated static func == (a: FoundMarks, b: FoundMarks) -> Bool { a === b }
}
