import Scrollwork

/// The heading of the side panel with its buttons.
final class InspectorHeader: View {
  let heading = Label("Details", style: .bodyStrong)
  private let badge = TextBadge()
  let previous = Button(symbol: .chevronUp, style: .plain)
  let next = Button(symbol: .chevronDown, style: .plain)
  let close = Button(symbol: .close, style: .plain)

  /// The space before the heading, in logical pixels.
  var edge = 20.0 {
    didSet { if edge != oldValue { setNeedsLayout() } }
  }

  /// The side of a button, the space between two, and the space after the last, in logical pixels.
  private static let (side, gap, margin) = (32.0, 4.0, 12.0)

  override init() {
    super.init()
    previous.accessibleName = "Previous row"
    next.accessibleName = "Next row"
    close.accessibleName = "Close"
    for view in [heading, badge, previous, next, close] { addChild(view) }
  }

  /// Shows the title of a row and its neighbours; the general heading if there is no row.
  func show(_ title: String, _ row: Inspection.RowPlace?) {
    heading.text = row == nil ? "Details" : title
    heading.style = row == nil ? .bodyStrong : .heading
    badge.label.text = row.map { $0.selectedCount > 1 ? "\(Formats.count($0.selectedCount)) selected" : "" } ?? ""
    let (hasPrevious, hasNext) = (row?.hasPrevious ?? false, row?.hasNext ?? false)
    // At the end of the rows the focus moves to another button, so that the keys stay in the panel. The button gets it
    // before the other one loses it by being disabled.
    if let host, previous.isFocused && !hasPrevious || next.isFocused && !hasNext {
      let other = hasPrevious ? previous : hasNext ? next : close
      other.isEnabled = true
      host.focus(other, visible: host.isFocusVisible)
    }
    for (button, isPossible) in [(previous, hasPrevious), (next, hasNext)] {
      button.isHidden = row == nil
      button.isEnabled = isPossible
    }
    setNeedsLayout()
  }

  override func layout(environment: Environment) {
    let y = environment.rounded((bounds.height - Self.side) / 2)
    var x = bounds.width - Self.margin
    for button in [close, next, previous] where !button.isHidden {
      x -= Self.side
      button.frame = Rect(x: x, y: y, width: Self.side, height: Self.side)
      x -= Self.gap
    }
    let free = Size(width: .infinity, height: Self.side)
    let room = max(0, x - edge)
    let width = min(room, heading.sizeThatFits(free, environment: environment).width)
    heading.frame = Rect(x: edge, y: y, width: width, height: Self.side)
    let size = badge.sizeThatFits(free, environment: environment)
    badge.isHidden = badge.label.text.isEmpty || width + 8 + size.width > room
    badge.frame = Rect(
      x: heading.frame.maxX + 8, y: environment.rounded((bounds.height - size.height) / 2), width: size.width,
      height: size.height)
  }
}

/// A few words on a round ground.
final class TextBadge: View {
  let label = Label(style: .microMedium, color: .text2)
  private static let (height, padding) = (18.0, 8.0)

  override init() {
    super.init()
    label.alignment = .center
    addChild(label)
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let text = label.sizeThatFits(Size(width: .infinity, height: Self.height), environment: environment)
    return Size(width: environment.roundedUp(text.width) + 2 * Self.padding, height: Self.height)
  }

  override func layout(environment: Environment) { label.frame = bounds }

  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.roundedRect(bounds, radius: bounds.height / 2, environment.theme.colors.badge)
  }
}
