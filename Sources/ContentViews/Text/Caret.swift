import ScrollworkGeometry
import ScrollworkHostInterface

/// The blinking caret of a text field. It has its own recording, so that blinking redraws one line and nothing else.
@MainActor
final class Caret: View {
  /// Nanoseconds of a phase. The caret is visible in one phase and hidden in the next.
  private static let phase: Int64 = 530_000_000
  /// Width in logical pixels.
  static let width = 1.0

  /// The time at which the current series of phases started.
  private var start = Instant.zero
  private var needsRestart = true
  /// Whether the caret is in its visible phase.
  private(set) var isOn = true

  /// Starts a visible phase. Each edit and caret movement calls this, so that the caret is always visible while it
  /// moves.
  func restart() {
    needsRestart = true
    setOn(true)
    host?.animate(self)
  }

  override var isComposited: Bool { true }

  override var animationIsEndless: Bool { true }

  override func animate(at now: Instant) -> Instant? {
    if needsRestart {
      needsRestart = false
      start = now
    }
    // A caret that does not blink stays visible, because it also shows which field is focused.
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

  /// Shows or hides the caret within the current frame.
  private func setOn(_ on: Bool) {
    guard on != isOn else { return }
    isOn = on
    setNeedsDisplayInThisFrame()
  }
}
