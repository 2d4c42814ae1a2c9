import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// The end of a gesture: the velocity of the content, and the offset at which it comes to rest.
public struct ScrollEnd: Hashable, Sendable {
  /// The velocity in logical pixels a second, positive toward the end.
  public let velocity: Double
  /// The offset at which the content comes to rest, from the content's start, in logical pixels. A handler may change
  /// it.
  public var target: Double
}

extension List {
  /// Returns a copy of the list that calls `handler` when a finger begins to move the content, or when the wheel moves
  /// content at rest.
  public func willBeginDragging(_ handler: @escaping @MainActor (CollectionView) -> Void) -> List {
    modified { $0.willBeginDragging = handler }
  }

  /// Returns a copy of the list that calls `handler` when a finger lets go, and for each notch of the wheel. The
  /// handler may change the offset at which the content comes to rest, for example to the start of a row or page.
  public func willEndDragging(_ handler: @escaping @MainActor (CollectionView, inout ScrollEnd) -> Void) -> List {
    modified { $0.willEndDragging = handler }
  }

  /// Returns a copy of the list that calls `handler` after a finger has let go, and when the wheel's motion has come to
  /// rest.
  /// - Parameter handler: Its second argument tells whether the content continues to move.
  public func didEndDragging(_ handler: @escaping @MainActor (CollectionView, Bool) -> Void) -> List {
    modified { $0.didEndDragging = handler }
  }

  /// Returns a copy of the list that calls `handler` when the content continues by its momentum after a finger let go.
  public func willBeginDecelerating(_ handler: @escaping @MainActor (CollectionView) -> Void) -> List {
    modified { $0.willBeginDecelerating = handler }
  }

  /// Returns a copy of the list that calls `handler` when content that continued by its momentum has come to rest.
  public func didEndDecelerating(_ handler: @escaping @MainActor (CollectionView) -> Void) -> List {
    modified { $0.didEndDecelerating = handler }
  }

  /// Returns a copy of the list that asks `handler` whether ``CollectionView/scrollToTop(animated:)`` may scroll.
  public func shouldScrollToTop(_ handler: @escaping @MainActor (CollectionView) -> Bool) -> List {
    modified { $0.shouldScrollToTop = handler }
  }

  /// Returns a copy of the list that calls `handler` when a scroll by ``CollectionView/scrollToTop(animated:)`` has
  /// reached the start.
  public func didScrollToTop(_ handler: @escaping @MainActor (CollectionView) -> Void) -> List {
    modified { $0.didScrollToTop = handler }
  }
}

/// The cause of scrolling by the user.
enum ScrollGesture: Hashable {
  case none
  case finger
  /// Scrolling by wheel notches, until the content comes to rest.
  case wheel
  /// Motion by momentum after a finger let go.
  case decelerating
}
