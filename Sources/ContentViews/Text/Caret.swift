import ScrollworkGeometry
import ScrollworkHostInterface

/// The blinking line of a text field: a group of its own, so that blinking draws one line and nothing else.
@MainActor
final class Caret: View {
  /// Time on, and time off, in nanoseconds.
  private static let phase: Int64 = 530_000_000
  /// Wide as in the design.
  static let width = 1.0

  private var start = Instant.zero
  private var startsAnew = true
  private(set) var isOn = true

  /// Shows the caret for a whole phase from now, as after every key.
  func restart() {
    startsAnew = true
    setOn(true)
    host?.animate(self)
  }

  override var isComposited: Bool { true }

  override var animationIsEndless: Bool { true }

  override func animate(at now: Instant) -> Instant? {
    if startsAnew {
      startsAnew = false
      start = now
    }
    guard !isHidden, let host, host.environment.motion == .full, host.environment.isActive else {
      setOn(true)
      return nil
    }
    let phases = max(0, now.nanoseconds - start.nanoseconds) / Self.phase
    setOn(phases % 2 == 0)
    return Instant(nanoseconds: start.nanoseconds + (phases + 1) * Self.phase)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    guard isOn, environment.isActive else { return }
    canvas.fill(bounds, environment.color(.accent))
  }

  private func setOn(_ on: Bool) {
    guard on != isOn else { return }
    isOn = on
    setNeedsDisplayInThisFrame()
  }
}
