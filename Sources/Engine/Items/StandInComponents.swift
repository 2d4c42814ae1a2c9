import ScrollworkContentViews
import ScrollworkHostInterface

extension Row {
  /// The row of an element that a layout asks for and the list does not have.
  static var nothing: Row { Row(component: EmptyComponent()) }
}

/// A component without any content.
struct EmptyComponent: Component {
  func renderContent() -> View { View() }
  func render(in content: View) {}
}

/// The line below a row, where the program does not show another one.
struct SeparatorLine: Component {
  func renderContent() -> SeparatorView { SeparatorView() }
  func render(in content: SeparatorView) {}
}

final class SeparatorView: View {
  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.fill(bounds, environment.theme.colors.separator)
  }
}
