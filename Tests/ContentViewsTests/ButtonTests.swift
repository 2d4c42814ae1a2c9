import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct ButtonTests {
  let button = Button("Open", style: .fill)
  let root = View()
  let harness: ViewHarness

  init() {
    root.addChild(button)
    button.frame = Rect(x: 20, y: 20, width: 80, height: 32)
    harness = ViewHarness(content: root)
  }

  private var center: Point { Point(x: 60, y: 36) }
  private let outside = Point(x: 200, y: 200)

  private func background() -> Color? {
    for group in harness.frame.groups {
      for case .roundedRect(_, _, let color) in group.canvas.commands { return color }
    }
    return nil
  }

  @Test func `a click activates once`() {
    var count = 0
    button.onActivate = { count += 1 }
    harness.click(at: center)
    #expect(count == 1)
    harness.click(at: outside)
    #expect(count == 1)
  }

  @Test func `releasing outside cancels a press, dragging back in resumes it`() {
    var count = 0
    button.onActivate = { count += 1 }
    harness.press(at: center)
    #expect(button.isPressed)
    harness.move(to: outside)
    #expect(!button.isPressed)
    harness.release()
    #expect(count == 0)
    harness.press(at: center)
    harness.move(to: outside)
    harness.move(to: center)
    harness.release()
    #expect(count == 1)
  }

  @Test func `a press is cancelled when the window loses the keys`() {
    var count = 0
    button.onActivate = { count += 1 }
    harness.press(at: center)
    harness.send(.activation(false))
    harness.release()
    #expect(count == 0)
    #expect(!button.isPressed)
  }

  @Test func `only the left pointer button activates`() {
    var count = 0
    button.onActivate = { count += 1 }
    harness.click(at: center, button: .right)
    harness.click(at: center, button: .middle)
    #expect(count == 0)
  }

  @Test func `Space and Enter activate the focused button, once per press`() {
    var count = 0
    button.onActivate = { count += 1 }
    harness.key(.enter)
    #expect(count == 0)
    harness.key(.tab)
    #expect(button.isFocused)
    harness.key(.enter)
    harness.key(.space)
    #expect(count == 2)
    harness.send(.keyDown(.space, [], isRepeat: true))
    #expect(count == 2)
    harness.key(.enter, modifiers: .control)
    #expect(count == 2)
  }

  @Test func `a disabled button absorbs clicks, cannot be focused and is grey`() {
    var count = 0
    button.onActivate = { count += 1 }
    harness.key(.tab)
    button.isEnabled = false
    harness.click(at: center)
    harness.key(.tab)
    #expect(count == 0)
    #expect(!button.isFocused)
    #expect(background() == Palette.light.well)
    #expect(harness.semantics.contains { $0.role == .button && $0.states.contains(.disabled) })
  }

  @Test func `a press is visible in the same frame, hovering fades in and out`() {
    let colors = Palette.light
    #expect(background() == colors.accentFill)
    harness.move(to: center)
    #expect(background() == colors.accentFill)
    harness.advance(by: .milliseconds(34))
    #expect(background() != colors.accentFill && background() != colors.accentFillHover)
    harness.advance(by: .milliseconds(34))
    #expect(background() == colors.accentFillHover)
    harness.press(at: center)
    #expect(background() == colors.accentFillPress)
    harness.release()
    harness.move(to: outside)
    harness.settle()
    #expect(background() == colors.accentFill)
    #expect(harness.frame.wake == nil)
  }

  @Test(arguments: [MotionPolicy.reduced, .off])
  func `without full motion hovering is visible at once`(motion: MotionPolicy) {
    harness.changeEnvironment { $0.motion = motion }
    harness.move(to: center)
    #expect(background() == Palette.light.accentFillHover)
    #expect(harness.frame.wake == nil)
  }

  @Test func `the focus ring appears after a key, not after a click`() {
    func hasRing() -> Bool {
      harness.frame.groups.contains { group in
        group.canvas.commands.contains {
          if case .border(let rect, _, let width, let color) = $0 {
            return rect == Rect(x: 16, y: 16, width: 88, height: 40) && width == 2 && color == Palette.light.focus
          }
          return false
        }
      }
    }
    #expect(!hasRing())
    harness.key(.tab)
    #expect(hasRing())
    harness.click(at: center)
    #expect(!hasRing())
    #expect(button.isFocused)
  }

  @Test func `the width of a button follows from its title, symbol and padding`() {
    let environment = harness.host.environment
    let free = Size(width: Double.infinity, height: .infinity)
    // The title has four characters of 0.6 * 13.
    #expect(button.sizeThatFits(free, environment: environment) == Size(width: 32 + 28, height: 32))
    button.symbol = .open
    #expect(button.sizeThatFits(free, environment: environment) == Size(width: 32 + 28 + 24, height: 32))
    button.title = ""
    #expect(button.sizeThatFits(free, environment: environment) == Size(width: 32, height: 32))
  }
}
