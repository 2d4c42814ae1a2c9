package import ScrollworkGeometry
package import ScrollworkHostInterface

/// The inputs of the frame being made, and the draw groups, semantics and wake-up time that views add to it.
@MainActor
public final class FrameContext {
  /// The time for which the frame is made.
  package var now = Instant.zero
  /// The properties and services of the window.
  package var environment: Environment
  // Every draw group reads and changes the next four properties, so dynamic checks of exclusive access would cost more
  // than the access. No access to them lasts while other code runs.

  /// The upper left corner of the view being added, in logical pixels of the window.
  @exclusivity(unchecked) package private(set) var origin = Point.zero
  /// The rectangle to which the view being added is clipped, in logical pixels of the window.
  @exclusivity(unchecked) package private(set) var clip = Rect.zero
  /// The size of the window in logical pixels.
  private var size = Size.zero
  /// The product of the opacities of all ancestors, 0...1.
  @exclusivity(unchecked) package var alpha = 1.0
  /// The groups added so far, lowest first.
  @exclusivity(unchecked) package var groups: [DrawGroup] = []

  /// Device pixels per logical pixel. Reading the property does not copy the whole environment.
  package var scale: Double { environment.scale }

  /// A function called at the start of each phase of a frame, so that phases can be measured.
  package var onPhase: ((FramePhase) -> Void)?

  /// The semantics nodes added so far, in tree order.
  package var semantics: [SemanticsNode] = []
  /// The semantic depth of the view being described: the number of its ancestors that have a role.
  package var depth = 0
  /// Whether the views being described are the content of an item, whose node has their text already. Only lists among
  /// them get nodes of their own.
  package private(set) var isInsideItem = false
  /// The earliest time at which a view wants another frame; `nil` for none.
  package private(set) var wake: Instant?
  /// The earliest time wanted by animations that end by themselves; `nil` if no such animation runs.
  package private(set) var settlingWake: Instant?
  /// The number of changes of the environment so far. A recording made with a smaller number is outdated.
  package var generation = 0

  /// Creates a context for all frames of a host. Reusing the context keeps the storage of its arrays.
  package init(environment: Environment) {
    self.environment = environment
  }

  /// Empties the context for a frame that shows the time `now` in a window of `size` logical pixels.
  package func begin(at now: Instant, size: Size) {
    self.now = now
    origin = .zero
    self.size = size
    clip = Rect(origin: .zero, size: size)
    alpha = 1
    wake = nil
    settlingWake = nil
    groups.removeAll(keepingCapacity: true)
    semantics.removeAll(keepingCapacity: true)
  }

  /// Requests another frame at `instant` or earlier; `nil` requests none.
  package func wake(at instant: Instant?) {
    guard let instant else { return }
    wakeEndlessly(at: instant)
    settlingWake = settlingWake.map { min($0, instant) } ?? instant
  }

  /// Requests another frame for an animation that never ends, such as a blinking caret.
  package func wakeEndlessly(at instant: Instant) {
    wake = wake.map { min($0, instant) } ?? instant
  }

  /// Requests another frame as soon as the display can show one.
  package func wakeForNextFrame() {
    wake(at: now)
  }

  /// Runs `body` in the coordinates of `child`, clipped to the child's bounds if it clips its content.
  package func descend(to child: View, _ body: () -> Void) {
    descend(to: child.frame, clips: child.clipsToBounds, body)
  }

  /// Runs `body` in the coordinates of `frame`; if `clips` is true, also clips to `frame`.
  package func descend(to frame: Rect, clips: Bool, _ body: () -> Void) {
    let (outerOrigin, outerClip) = (origin, clip)
    origin += frame.origin
    if clips { clip = clip.intersection(Rect(origin: origin, size: frame.size)) }
    body()
    (origin, clip) = (outerOrigin, outerClip)
  }

  /// Reduces the visible rectangle to `part`, until `endClipping(_:)` is called.
  /// - Parameter part: In the coordinates of the view being added; `nil` for no further clipping.
  /// - Returns: The visible rectangle before, for `endClipping(_:)`.
  package func beginClipping(to part: Rect?) -> Rect {
    let outer = clip
    if let part { clip = clip.intersection(part.offset(by: origin)) }
    return outer
  }

  /// Extends the visible rectangle to the whole window, until `endClipping(_:)` is called.
  /// - Returns: The visible rectangle before, for `endClipping(_:)`.
  package func beginClippingToWindow() -> Rect {
    let outer = clip
    clip = Rect(origin: .zero, size: size)
    return outer
  }

  /// Restores the visible rectangle that `beginClipping(to:)` or `beginClippingToWindow()` returned.
  package func endClipping(_ outer: Rect) { clip = outer }

  /// Adds a view's group at the current origin, after recording it again if it is outdated. An empty recording adds
  /// nothing.
  package func emitGroup(of view: View) {
    let group = view.group ?? ViewGroup()
    view.group = group
    group.update(scale: scale, generation: generation) {
      view.record(into: $0, environment: environment)
    }
    guard !group.canvas.isEmpty else { return }
    groups.append(
      DrawGroup(
        id: group.id, version: group.version, frame: Rect(origin: origin, size: view.frame.size),
        outsets: view.drawingOutsets, alpha: alpha, clip: clip,
        isOpaque: view.background?.alpha == 255, background: nil, canvas: group.canvas))
  }

  /// Adds a group that its view has recorded already.
  /// - Parameters:
  ///   - frame: In logical pixels of the window.
  ///   - outsets: The distance by which the group draws beyond its frame.
  package func append(
    _ group: ViewGroup, frame: Rect, outsets: Insets = .zero, alpha: Double, scale: Double = 1, isOpaque: Bool = false,
    background: Color? = nil
  ) {
    groups.append(
      DrawGroup(
        id: group.id, version: group.version, frame: frame, outsets: outsets, alpha: alpha, scale: scale, clip: clip,
        isOpaque: isOpaque, background: background, canvas: group.canvas))
  }

  /// Adds semantics nodes for a view at the current origin and for its descendants.
  ///
  /// Views without a role add no node: their children become children of the nearest ancestor that has a role.
  package func describe(_ view: View) {
    guard !view.isHidden else { return }
    var inner = depth
    if let role = view.semanticsRole, !isInsideItem {
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

  /// Runs `body`, which describes the content of an item (`true`) or of a list (`false`).
  package func describing(insideItem: Bool, _ body: () -> Void) {
    let outer = isInsideItem
    isInsideItem = insideItem
    body()
    isInsideItem = outer
  }
}

/// The phases of a frame, distinguished for measurements. The engine's passes are the phases up to `paint`, which emits
/// the draw groups; `draw` turns them into pixels.
package enum FramePhase: Int, CaseIterable, Sendable {
  case apply, scroll, layout, bind, measure, animate, paint, draw, present
}
