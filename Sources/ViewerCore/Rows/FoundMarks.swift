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

/// The name of a file or picture, with the marks of what the user looks for.
final class NameLabel: Label, MarkedView {
  private var source: FoundMarks?
  private var id = 0

  /// Shows a name.
  /// - Parameters:
  ///   - id: The identity of the row for `source`.
  ///   - source: `nil` for a name that is never marked.
  func show(_ name: String, id: Int = 0, in source: FoundMarks? = nil) {
    if source != self.source {
      self.source?.remove(self)
      if host != nil { source?.add(self) }
    }
    (self.source, self.id) = (source, id)
    text = name
    marksDidChange()
  }

  func marksDidChange() { marks = source?.find?(text, id) }

  override func hostDidChange() {
    super.hostDidChange()
    if host != nil {
      source?.add(self)
      marksDidChange()
    } else {
      source?.remove(self)
    }
  }
}
