public import ScrollworkContentViews

/// The facts of a change, on which an updater bases its plan.
public struct ListChange {
  /// The strategy that the program passed to ``CollectionView/apply(_:updateStrategy:reason:completion:)``.
  public let strategy: UpdateStrategy
  /// The cause of the change.
  public let reason: UpdateReason
  /// Whether the content scrolls, by the user's hand or by a fling or animation.
  public let isScrolling: Bool
  /// Counts the deletions, insertions and moves. A closure, because only updaters with a limit need the number.
  let countChanges: () -> Int

  /// The number of deletions, insertions and moves of sections and items together.
  /// - Complexity: O(*n*) in the number of items if much has moved. Computed at each access.
  public var changeCount: Int { countChanges() }
}

/// The way in which the view shows a change, as an updater decides it.
public struct UpdatePlan {
  /// The visible items that are rendered again.
  public enum Rendering: Hashable, Sendable {
    /// All items, so components need not report changes.
    case all
    /// The items whose component reports a change: ``Component/shouldContentUpdate(with:)``.
    case changed
    /// No items. Items that become visible later show the newest values.
    case none
  }

  /// The strategy. ``UpdateStrategy/reloadData`` replaces everything without a diff.
  public var strategy: UpdateStrategy
  /// The items to render again.
  public var rendering = Rendering.all
  /// Whether the update keeps the distance from the content's start instead of an anchor.
  public var keepsContentOffset = false
  /// Whether a changed item gets another content view; `false` to render into the current one.
  package var replacesChangedContents = false
  /// The style in which a cell's new content view replaces the old one: `fade` crossfades, `none` swaps the views at
  /// once.
  package var cellReplacement = RowAnimator.Style.fade
  /// The style in which new content views of headers, footers and other supplementaries replace the old ones.
  package var supplementaryReplacement = RowAnimator.Style.fade

  /// The animator of cells that have none of their own and none from their section; `nil` for the animator of the view.
  public var animator: (any Animator)?

  /// Makes a plan that renders everything again and keeps the anchor.
  public init(strategy: UpdateStrategy) {
    self.strategy = strategy
  }
}

extension UpdatePlan {
  /// The plan of an update in which items make way for a dragged item: everything else stays in its position.
  static var makingRoom: UpdatePlan {
    var plan = UpdatePlan(strategy: .animatedBatchUpdates)
    (plan.rendering, plan.keepsContentOffset) = (.none, true)
    return plan
  }
}

/// A policy that decides how each change of a list is shown.
///
/// The policy affects motion, rendering and the anchor only: in any case the frame shows the newest list.
@MainActor
public protocol Updater {
  /// Returns the plan for a change. Called once for each update while a frame is made, so calls that this method makes
  /// on the collection view take effect after the frame.
  func plan(for change: ListChange) -> UpdatePlan
}

/// An updater that shows each change as the program asked.
///
/// Changes of any size are animated, because only items near the viewport move. They are animated during scrolling too.
public struct LiveUpdater: Updater {
  /// Makes the updater.
  public init() {}

  /// Returns a plan with the program's own strategy.
  public func plan(for change: ListChange) -> UpdatePlan { UpdatePlan(strategy: change.strategy) }
}

/// An updater that never diffs: each change replaces everything.
public struct ReloadUpdater: Updater {
  /// Makes the updater.
  public init() {}

  /// Returns a plan that replaces everything.
  public func plan(for change: ListChange) -> UpdatePlan { UpdatePlan(strategy: .reloadData) }
}
