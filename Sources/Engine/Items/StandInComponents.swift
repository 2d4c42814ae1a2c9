import ScrollworkContentViews
import ScrollworkHostInterface

extension Row {
  /// The row of an element that the layout places but for which the list has no component.
  static var empty: Row { Row(component: EmptyComponent()) }
}

/// A component that shows nothing.
struct EmptyComponent: Component {
  func renderContent() -> View { View() }
  func render(in content: View) {}
}

/// The standard separator, used if the program declares none.
struct SeparatorLine: Component {
  func renderContent() -> SeparatorView { SeparatorView() }
  func render(in content: SeparatorView) {}
}

/// A view that fills itself with the theme's separator colour.
final class SeparatorView: View {
  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.fill(bounds, environment.theme.colors.separator)
  }
}
