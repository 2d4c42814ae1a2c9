public import ScrollworkGeometry
public import ScrollworkHostInterface

/// How far something has come, or that it goes on.
@MainActor
open class ProgressBar: View {
  /// 0 to 1; `nil` while nobody knows, shown by a part that travels.
  public var value: Double? {
    didSet { if value != oldValue { setNeedsLayout() } }
  }

  /// What goes on, in words.
  public var accessibleName = ""

  /// Where the travelling part is in its round, 0 to 1.
  private var phase = 0.0
  /// Seconds that a round takes.
  private static let round = 1.4
  private static let height = 4.0

  public init(value: Double? = nil) {
    self.value = value
    super.init()
  }

  /// As wide as there is room, 4 high.
  open override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    Size(width: proposal.width.isFinite ? proposal.width : 120, height: Self.height)
  }

  open override func layout(environment: Environment) {
    if value == nil { host?.animate(self) }
  }

  open override func hostDidChange() {
    if host != nil { setNeedsLayout() }
  }

  /// A group of its own, so that what travels draws only this.
  open override var isComposited: Bool { true }

  open override var animationIsEndless: Bool { true }

  open override func animate(at now: Instant) -> Instant? {
    guard value == nil, let host, host.environment.motion == .full else { return nil }
    // What cannot be seen need not move, but may be shown again at any time.
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
      // A part of 0.3 that comes in at one end and goes out at the other; in the middle where nothing moves.
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
