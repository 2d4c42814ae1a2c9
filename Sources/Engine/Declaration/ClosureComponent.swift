import ScrollworkContentViews
import ScrollworkGeometry

/// A component whose content view is made and updated by closures, for APIs that take views instead of components.
struct ClosureComponent: Component {
  let reuseIdentifier: String
  /// Makes a content view.
  let make: @MainActor () -> View
  /// Shows the element in a content view that `make` returned.
  let update: @MainActor (View) -> Void
  /// Returns the size in a list of the given size; `nil` to measure the content view.
  var size: (@MainActor (Size) -> Size)?
  /// The revision of the shown data: another revision is rendered again; `nil` to render each time.
  var revision: Int?

  func renderContent() -> View { make() }
  func render(in content: View) { update(content) }
  func referenceSize(in bounds: Rect) -> Size? { size?(bounds.size) }
  func shouldRender(next: ClosureComponent, in content: View) -> Bool { revision == nil || revision != next.revision }

  /// Creates a component for content views of one type.
  init<Content: View>(
    reuseIdentifier: String, make: @escaping @MainActor () -> Content, update: @escaping @MainActor (Content) -> Void
  ) {
    self.reuseIdentifier = reuseIdentifier
    self.make = make
    // Another component may claim the same reuse identifier for views of another type.
    self.update = { view in if let view = view as? Content { update(view) } }
  }
}
