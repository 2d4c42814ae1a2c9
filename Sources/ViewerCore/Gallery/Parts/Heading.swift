import Scrollwork

/// A header: a title, a text below it, and buttons at the trailing edge or, if they do not fit, below.
struct Heading: Component {
  /// A button.
  struct Action {
    var title: String
    var isEnabled = true
    var perform: @MainActor () -> Void
  }

  var title: String
  var detail = ""
  var actions: [Action] = []

  init(_ title: String, _ detail: String = "", actions: [Action] = []) {
    (self.title, self.detail, self.actions) = (title, detail, actions)
  }

  func renderContent() -> HeadingView { HeadingView() }
  func render(in content: HeadingView) { content.show(self) }
}

/// The content view of `Heading`.
final class HeadingView: View {
  private let title = Label(style: .heading)
  private let detail = Label(style: .small, color: .text2)
  private var buttons: [Button] = []
  private static let gap = 8.0

  override init() {
    super.init()
    detail.lineLimit = 0
    addChild(title)
    addChild(detail)
  }

  func show(_ heading: Heading) {
    title.text = heading.title
    detail.text = heading.detail
    while buttons.count < heading.actions.count {
      buttons.append(Button())
      addChild(buttons[buttons.count - 1])
    }
    for (index, button) in buttons.enumerated() {
      button.isHidden = index >= heading.actions.count
      guard index < heading.actions.count else { continue }
      button.title = heading.actions[index].title
      button.isEnabled = heading.actions[index].isEnabled
      button.onActivate = heading.actions[index].perform
    }
    setNeedsMeasure()
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    Size(width: proposal.width, height: frames(in: proposal.width, environment).height)
  }

  override func layout(environment: Environment) {
    let frames = frames(in: bounds.width, environment)
    title.frame = frames.title
    detail.frame = frames.detail
    for (button, frame) in zip(buttons, frames.buttons) { button.frame = frame }
  }

  /// Draws an opaque background, so that it covers rows that scroll below a pinned header.
  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.fill(bounds, environment.color(.surface))
  }

  private struct Frames {
    var title = Rect.zero
    var detail = Rect.zero
    var buttons: [Rect] = []
    var height = 0.0
  }

  /// Returns the frames of the texts and the buttons.
  private func frames(in width: Double, _ environment: Environment) -> Frames {
    let padding = Insets(horizontal: WindowWidth.margin(in: width), vertical: 10)
    let room = max(0, width - padding.horizontal)
    let sizes = buttons.filter { !$0.isHidden }.map {
      $0.sizeThatFits(Size(width: room, height: 32), environment: environment)
    }
    let row = sizes.reduce(0) { $0 + $1.width + Self.gap }
    let textWidth = max(natural(title, environment), min(200, natural(detail, environment)))
    let isBeside = sizes.isEmpty || textWidth + row <= room
    let text = isBeside ? room - row : room
    var frames = Frames()
    frames.title = Rect(x: padding.leading, y: padding.top, width: text, height: title.text.isEmpty ? 0 : 20)
    let height =
      detail.text.isEmpty
      ? 0 : detail.sizeThatFits(Size(width: text, height: .infinity), environment: environment).height
    frames.detail = Rect(x: padding.leading, y: frames.title.maxY, width: text, height: height)
    if isBeside {
      let tall = max(frames.detail.maxY - padding.top, sizes.isEmpty ? 0 : 32)
      var x = padding.leading + room - row + Self.gap
      for size in sizes {
        frames.buttons.append(Rect(x: x, y: padding.top + (tall - 32) / 2, width: size.width, height: 32))
        x += size.width + Self.gap
      }
      let shift = (tall - (frames.detail.maxY - padding.top)) / 2
      frames.title.origin.y += shift
      frames.detail.origin.y += shift
      frames.height = padding.top + tall + padding.bottom
    } else {
      var place = Point(x: padding.leading, y: frames.detail.maxY + Self.gap)
      for size in sizes {
        if place.x > padding.leading, place.x + size.width > padding.leading + room {
          place = Point(x: padding.leading, y: place.y + 32 + Self.gap)
        }
        frames.buttons.append(Rect(x: place.x, y: place.y, width: size.width, height: 32))
        place.x += size.width + Self.gap
      }
      frames.height = place.y + 32 + padding.bottom
    }
    return frames
  }

  private func natural(_ label: Label, _ environment: Environment) -> Double {
    label.text.isEmpty ? 0 : label.sizeThatFits(Size(width: .infinity, height: 20), environment: environment).width
  }
}
