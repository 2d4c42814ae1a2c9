import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Values computed from the engine's state, for passes, event handlers and the methods of the view.
extension ListEngine {
  /// Returns the input of the passes for a frame at `now`.
  func frameInput(at now: Instant) -> FrameInput {
    FrameInput(
      binder: binder, list: document.list, animator: motion.update?.animator ?? settings.animator, now: now,
      lastFrame: lastFrame, viewport: viewport, isFollowingEnd: scroll.isFollowingEnd(by: settings.anchorPolicy),
      measuringAnchor: anchors.measuring,
      animatesCorrections: motion.update == nil && !layout.hasNewEnvironment && !document.isUnpresented
        && motionPolicy == .full && lastFrame != nil,
      isUpdating: motion.update != nil, motion: motionPolicy)
  }

  /// The motion that the user wants; `off` while the list is in no window.
  private var motionPolicy: MotionPolicy { host?.environment.motion ?? .off }

  /// Whether changes are animated by motion.
  var animatesMotion: Bool { motionPolicy == .full }

  /// The input of the passes for an event between frames.
  var eventInput: FrameInput { frameInput(at: host?.now ?? .zero) }

  /// The visible rectangle, in content coordinates.
  var viewport: Rect { Rect(origin: scroll.presentedOrigin, size: layout.size) }

  /// Whether the list or a nested scroll container moves, or the user holds it.
  var scrolls: Bool { scroll.scroller.isMoving || nested.isMoving }

  /// Whether the view stays at the end as content grows: because of its anchor policy, or because the user holds the
  /// scroll bar's thumb there.
  var followsEnd: Bool { scroll.followsEnd(by: settings.anchorPolicy) }

  /// Returns the row of an element.
  func row(for key: LayoutElement.Key) -> Row? { document.list.row(for: key, in: layout.solver) }

  func contains(_ path: ElementPath) -> Bool { document.list.contains(path) }

  func canChoose(_ path: ElementPath) -> Bool { document.list.canChoose(path) }

  /// The first item that the layout places and the user can select; `nil` if there is none.
  var firstPath: ElementPath? { layout.firstPath(in: document.list) }

  /// The last item that the layout places and the user can select; `nil` if there is none.
  var lastPath: ElementPath? { layout.lastPath(in: document.list) }
}
