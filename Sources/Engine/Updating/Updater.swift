public import ScrollworkContentViews

/// What an updater is told of a change before it is shown.
public struct ListChange {
  /// What the caller of ``CollectionView/apply(_:updateStrategy:reason:completion:)`` asked for.
  public let strategy: UpdateStrategy
  public let reason: UpdateReason
  /// True while the content scrolls, under a finger or by itself.
  public let isScrolling: Bool
  /// Counts the deletions, insertions and moves of sections and items, all of the change together.
  let countChanges: () -> Int

  /// Deletions, insertions and moves of sections and items, all of the change together.
  /// - Complexity: O(*n*) where much has moved; only asked for by updaters with a limit.
  public var changeCount: Int { countChanges() }
}

/// How a change is shown.
public struct UpdatePlan {
  /// Which of the visible contents are rendered again.
  public enum Rendering: Hashable, Sendable {
    /// All of them: no component need say what of it has changed.
    case all
    /// Those whose component says that it has changed: ``Component/shouldContentUpdate(with:)``.
    case changed
    /// None; what comes in sight shows the newest values.
    case none
  }

  public var strategy: UpdateStrategy
  public var rendering = Rendering.all
  /// True to keep the distance from the start of the content instead of what is seen.
  public var keepsContentOffset = false
  /// True to replace the content of an item that has changed, instead of rendering into it.
  public var replacesChangedContents = false
  /// How the new content of a cell takes the place of the one that goes: by `fade` with a cross-fade, by `none` at once.
  public var cellReplacement = RowAnimator.Style.fade
  /// As ``cellReplacement``, for headers, footers and what else stands beside the cells.
  public var supplementaryReplacement = RowAnimator.Style.fade

  /// How cells come and go by this change, where neither they nor their section say so; `nil` leaves it to the list.
  public var animator: (any Animator)?

  public init(strategy: UpdateStrategy) {
    self.strategy = strategy
  }
}

/// Decides how each change of a list is shown. Whatever it decides, the newest list is what is there after the frame.
@MainActor
public protocol Updater {
  func plan(for change: ListChange) -> UpdatePlan
}

/// Shows each change as its caller asked: without a limit, for only what is near the window moves, and while scrolling too.
public struct LiveUpdater: Updater {
  public init() {}

  public func plan(for change: ListChange) -> UpdatePlan { UpdatePlan(strategy: change.strategy) }
}

/// Never looks for what survives: every change takes the place of everything.
public struct ReloadUpdater: Updater {
  public init() {}

  public func plan(for change: ListChange) -> UpdatePlan { UpdatePlan(strategy: .reloadData) }
}
