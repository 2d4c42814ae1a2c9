public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A bar that shows the progress of a task, or that a task of unknown length is running.
@MainActor
open class ProgressBar: View {
  /// The finished share, 0 to 1; `nil` if it is unknown, which shows a moving segment.
  public var value: Double? {
    didSet { if value != oldValue { setNeedsLayout() } }
  }

  /// The task in words, for assistive technology.
  public var accessibleName = ""

  /// The position of the moving segment in its cycle, 0 to 1.
  private var phase = 0.0
  /// Seconds that one cycle takes.
  private static let round = 1.4
  private static let height = 4.0

  /// Creates a bar.
  /// - Parameter value: The finished share, 0 to 1; `nil` for a task of unknown length.
  public init(value: Double? = nil) {
    self.value = value
    super.init()
  }

  /// Returns the proposed width (120 if it is infinite) and a height of 4 logical pixels.
  open override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    Size(width: proposal.width.isFinite ? proposal.width : 120, height: Self.height)
  }

  // Starting the animation here covers a new value, a new host and a new motion policy: each of them requests layout.
  open override func layout(environment: Environment) {
    if value == nil { host?.animate(self) }
  }

  open override func hostDidChange() {
    if host != nil { setNeedsLayout() }
  }

  /// Whether the bar has a recording of its own: always, so that its animation redraws nothing else.
  open override var isComposited: Bool { true }

  open override var animationIsEndless: Bool { true }

  open override func animate(at now: Instant) -> Instant? {
    guard value == nil, let host, host.environment.motion == .full else { return nil }
    // A hidden bar needs no frames. The host does not report when an ancestor becomes visible again, so the bar checks
    // at intervals.
    guard isShown else { return now + .milliseconds(300) }
    phase = (now.seconds / Self.round).truncatingRemainder(dividingBy: 1)
    setNeedsDisplayInThisFrame()
    return now
  }

  open override func draw(in canvas: Canvas, environment: Environment) {
    let track = Rect(
      x: 0, y: environment.rounded((bounds.height - Self.height) / 2), width: bounds.width, height: Self.height)
    canvas.roundedRect(track, radius: Self.height / 2, environment.color(.edge))
    var (start, end) = (0.0, min(1, max(0, value ?? 0)))
    if value == nil {
      // The segment covers 0.3 of the bar, enters at one end and leaves at the other. Without motion it stays in the
      // middle.
      let travelled = environment.motion == .full ? phase * 1.3 : 0.8
      (start, end) = (max(0, travelled - 0.3), min(1, travelled))
    }
    let filled = Rect(
      minX: environment.rounded(start * bounds.width), minY: track.minY, maxX: environment.rounded(end * bounds.width),
      maxY: track.maxY)
    let place = environment.direction == .rightToLeft ? filled.mirrored(inWidth: bounds.width) : filled
    canvas.roundedRect(place, radius: min(Self.height, place.width) / 2, environment.color(.accentFill))
  }

  open override var semanticsRole: SemanticsNode.Role? { .progressBar }
  open override var semanticsText: String {
    guard let value, value.isFinite else { return accessibleName }
    let percent = "\(Int((min(1, max(0, value)) * 100).rounded())) %"
    return accessibleName.isEmpty ? percent : "\(accessibleName) \(percent)"
  }
}
