public import ScrollworkGeometry
public import ScrollworkHostInterface

/// What is known while a frame is made, and what has been made of it.
@MainActor
public final class FrameContext {
  /// The moment that the frame shows.
  public package(set) var now = Instant.zero
  public package(set) var environment: Environment
  /// Where the origin of the view being emitted lies in the window, in logical pixels.
  public private(set) var origin = Point.zero
  /// What can be seen of the view being emitted, in logical pixels of the window.
  public private(set) var clip = Rect.zero
  /// Product of the opacities above the view being emitted.
  public package(set) var alpha = 1.0
  /// True if the frame is to be described in words.
  public package(set) var wantsSemantics = false

  /// Told which part of the frame begins, by whoever measures frames.
  package var onPhase: ((FramePhase) -> Void)?

  package var groups: [DrawGroup] = []
  package var semantics: [SemanticsNode] = []
  package var depth = 0
  package private(set) var wake: Instant?
  /// As `wake`, without what never ends by itself.
  package private(set) var settlingWake: Instant?
  /// Counts the changes of the environment.
  package var generation = 0

  package init(environment: Environment) {
    self.environment = environment
  }

  package func begin(at now: Instant, size: Size, wantsSemantics: Bool) {
    self.now = now
    self.wantsSemantics = wantsSemantics
    origin = .zero
    clip = Rect(origin: .zero, size: size)
    alpha = 1
    wake = nil
    settlingWake = nil
    depth = 0
    groups.removeAll(keepingCapacity: true)
    semantics.removeAll(keepingCapacity: true)
  }

  /// Asks for another frame at `instant` or earlier.
  public func wake(at instant: Instant?) {
    guard let instant else { return }
    wakeEndlessly(at: instant)
    settlingWake = settlingWake.map { min($0, instant) } ?? instant
  }

  /// Asks for another frame for motion that never ends by itself.
  package func wakeEndlessly(at instant: Instant) {
    wake = wake.map { min($0, instant) } ?? instant
  }

  /// Asks for another frame as soon as the display can show one.
  public func wakeForNextFrame() {
    wake(at: now)
  }

  /// Runs `body` with the origin at `child`, seen only where its parent is.
  package func descend(to child: View, _ body: () -> Void) {
    descend(to: child.frame, clips: child.clipsToBounds, body)
  }

  package func descend(to frame: Rect, clips: Bool, _ body: () -> Void) {
    let (outerOrigin, outerClip) = (origin, clip)
    origin += frame.origin
    if clips { clip = clip.intersection(Rect(origin: origin, size: frame.size)) }
    body()
    (origin, clip) = (outerOrigin, outerClip)
  }

  /// Runs `body` with less to be seen of what it emits.
  /// - Parameter part: In coordinates of the view being emitted; nil for all.
  package func clipped(to part: Rect?, _ body: () -> Void) {
    guard let part else { return body() }
    let outer = clip
    clip = clip.intersection(part.offset(by: origin))
    body()
    clip = outer
  }

  /// Adds the recording of a view at the present origin.
  package func emitGroup(of view: View) {
    let group = view.group ?? ViewGroup()
    view.group = group
    group.update(scale: environment.scale, generation: generation) {
      view.record(into: $0, environment: environment)
    }
    guard !group.canvas.isEmpty else { return }
    groups.append(
      DrawGroup(
        id: group.id, version: group.version, frame: Rect(origin: origin, size: view.frame.size),
        outsets: view.drawingOutsets, alpha: alpha, clip: clip,
        isOpaque: view.background?.alpha == 255, background: nil, canvas: group.canvas))
  }

  /// Adds a group that a view recorded by itself, in the window's coordinates.
  package func append(_ group: ViewGroup, frame: Rect, alpha: Double) {
    groups.append(
      DrawGroup(id: group.id, version: group.version, frame: frame, alpha: alpha, clip: clip, canvas: group.canvas))
  }

  /// Describes a view at the present origin, then the views below it.
  package func describe(_ view: View) {
    guard !view.isHidden else { return }
    var inner = depth
    if let role = view.semanticsRole {
      semantics.append(
        SemanticsNode(
          role: role, text: view.semanticsText, bounds: Rect(origin: origin, size: view.frame.size), depth: depth,
          states: view.semanticsStates, alpha: alpha))
      inner += 1
    }
    let outer = depth
    depth = inner
    for child in view.children {
      descend(to: child) { child.describe(into: self) }
    }
    depth = outer
  }
}

/// The parts of making a frame, for those who measure.
package enum FramePhase: Int, CaseIterable, Sendable {
  case apply, layout, bind, animate, paint, present
}
