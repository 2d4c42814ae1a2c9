import Scrollwork

/// A row of a form: a title and a control of any type.
struct FormRow<Field: View>: Component {
  var title: String
  /// Creates the control. Called only if none can be reused.
  var make: @MainActor () -> Field
  /// Shows the current value in the control, and sets the handler of changes.
  var update: @MainActor (Field) -> Void

  init(
    _ title: String, make: @escaping @MainActor () -> Field, update: @escaping @MainActor (Field) -> Void = { _ in }
  ) {
    (self.title, self.make, self.update) = (title, make, update)
  }

  func renderContent() -> FormRowView<Field> { FormRowView(field: make()) }
  func render(in content: FormRowView<Field>) {
    content.title.text = title
    update(content.field)
    content.setNeedsMeasure()
  }
}

/// The content view of `FormRow`.
final class FormRowView<Field: View>: View {
  let title = Label()
  let field: Field
  private static var titleWidth: Double { 130 }

  init(field: Field) {
    self.field = field
    super.init()
    addChild(title)
    addChild(field)
  }

  /// Whether the control fills the available width, as a text field does.
  private var isWide: Bool { field is TextField || field is Slider || field is ProgressBar }

  private func fieldSize(_ width: Double, _ environment: Environment) -> Size {
    let room = max(40, min(360, width - 2 * WindowWidth.margin(in: width) - Self.titleWidth))
    let size = field.sizeThatFits(Size(width: room, height: 32), environment: environment)
    return Size(width: isWide ? room : min(room, size.width), height: size.height)
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    Size(width: proposal.width, height: max(44, fieldSize(proposal.width, environment).height + 12))
  }

  override func layout(environment: Environment) {
    let (size, margin) = (fieldSize(bounds.width, environment), WindowWidth.margin(in: bounds.width))
    title.frame = Rect(x: margin, y: 0, width: Self.titleWidth - 12, height: bounds.height)
    field.frame = Rect(
      x: margin + Self.titleWidth, y: (bounds.height - size.height) / 2, width: size.width, height: size.height)
  }

  /// The outsets of the control, whose focus ring exceeds its frame.
  override var drawingOutsets: Insets { Insets(6) }
}
