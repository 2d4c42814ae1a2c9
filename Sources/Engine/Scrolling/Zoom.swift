public import ScrollworkDiffing
public import ScrollworkGeometry
import ScrollworkHostInterface

/// A step of a zoom: the user turns the wheel with the Control key held.
public struct Zoom: Hashable, Sendable {
  /// The turned distance in notches, or in fractions of one on a trackpad; positive to enlarge.
  public let amount: Double
  /// The whole notches that are complete with this step; positive to enlarge.
  public let steps: Int
  /// The position of the pointer in the list's coordinates, in logical pixels.
  public let location: Point
  /// The item under the pointer, or else the nearest one; `nil` in an empty list. The next update keeps it in place.
  public let item: ElementPath?
}

/// A zoom that the user is making.
struct ZoomGesture {
  /// The part of the turned distance that does not yet make a whole notch.
  var rest = 0.0
  /// The time of the last step.
  var last: Instant

  /// Seconds without a step after which the zoom has ended.
  private static let pause = 0.3

  /// The time at which the zoom ends, if no step follows.
  var end: Instant { last.advanced(bySeconds: Self.pause) }

  /// Adds a step.
  /// - Returns: The whole notches that this step completes; positive to enlarge.
  mutating func turn(by amount: Double, at now: Instant) -> Int {
    guard amount.isFinite else { return 0 }
    rest += amount
    let steps = Int(min(max(rest, -100), 100))
    rest -= Double(steps)
    last = now
    return steps
  }
}

extension List {
  /// Returns a copy of the list that calls `handler` when the user begins to zoom.
  public func willBeginZooming(_ handler: @escaping @MainActor (CollectionView) -> Void) -> List {
    modified { $0.willBeginZooming = handler }
  }

  /// Returns a copy of the list that calls `handler` for each step by which the user zooms: a turn of the wheel with
  /// the Control key held. The program shows its items larger or smaller; the item under the pointer stays in place.
  ///
  /// Without this handler such a turn scrolls.
  public func didZoom(_ handler: @escaping @MainActor (CollectionView, Zoom) -> Void) -> List {
    modified { $0.didZoom = handler }
  }

  /// Returns a copy of the list that calls `handler` when the user has stopped zooming: no step follows for a moment.
  public func didEndZooming(_ handler: @escaping @MainActor (CollectionView) -> Void) -> List {
    modified { $0.didEndZooming = handler }
  }
}
