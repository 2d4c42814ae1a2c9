import Scrollwork

/// The lines of a screen whose marks follow what the user finds.
@MainActor
final class LineMarks {
  /// The source of the marks.
  weak var finder: Finder?
  private var views: [TextLineView] = []

  func add(_ view: TextLineView) {
    if !views.contains(where: { $0 === view }) { views.append(view) }
  }

  func remove(_ view: TextLineView) { views.removeAll { $0 === view } }

  /// Draws the visible lines again.
  func setNeedsDisplay() {
    for view in views { view.setNeedsDisplay() }
  }
}
