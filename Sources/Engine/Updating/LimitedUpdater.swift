public import ScrollworkContentViews

/// An updater with the same options as the updater of Carbon, a list library for UIKit: names, meanings and defaults
/// agree.
///
/// The updater of Carbon reloads everything if a change is above the limit. This one only drops the motion of the
/// change. The change is still diffed, so selection, focus and measured sizes stay with their items.
@MainActor
open class LimitedUpdater: Updater {
  /// Whether changes are animated.
  open var isAnimationEnabled = true
  /// Whether changes are animated while the content scrolls.
  open var isAnimationEnabledWhileScrolling = false
  /// The largest number of deletions, insertions and moves that one update animates.
  open var animatableChangeCount = 300
  /// Whether an update keeps the distance from the content's start instead of an anchor, as far as the content's bounds
  /// allow. An update during scrolling keeps the anchor in any case.
  open var keepsContentOffset = true
  /// Whether each update renders all visible components, changed or not.
  open var alwaysRenderVisibleComponents = true
  /// Whether changed components are skipped. Their items then keep their content views, and are rendered only if
  /// `alwaysRenderVisibleComponents` is true.
  open var skipReloadComponents = false
  /// Whether items that changed keep their content views; `false` to give them new ones, unless `skipReloadComponents`
  /// is true.
  open var reconfiguresItems = true

  /// The style in which rows are inserted.
  open var insertRowsAnimation = RowAnimator.Style.fade
  /// The style in which rows are deleted.
  open var deleteRowsAnimation = RowAnimator.Style.fade
  /// The style in which the rows of new sections are inserted.
  open var insertSectionsAnimation = RowAnimator.Style.fade
  /// The style in which the rows of deleted sections are deleted.
  open var deleteSectionsAnimation = RowAnimator.Style.fade
  /// The style in which a changed row's new content view replaces the old one, if `reconfiguresItems` is false.
  open var reloadRowsAnimation = RowAnimator.Style.fade
  /// The style in which new content views of headers and footers replace the old ones.
  open var reloadSectionsAnimation = RowAnimator.Style.fade

  /// Makes an updater with Carbon's defaults.
  public init() {}

  /// Sets the style of all insertions, deletions and replacements.
  open func set(allAnimation style: RowAnimator.Style) {
    (insertRowsAnimation, deleteRowsAnimation) = (style, style)
    (insertSectionsAnimation, deleteSectionsAnimation) = (style, style)
    (reloadRowsAnimation, reloadSectionsAnimation) = (style, style)
  }

  /// The animator with the styles for rows and sections.
  private var animator: RowAnimator {
    var animator = RowAnimator()
    (animator.insertRows, animator.deleteRows) = (insertRowsAnimation, deleteRowsAnimation)
    (animator.insertSections, animator.deleteSections) = (insertSectionsAnimation, deleteSectionsAnimation)
    return animator
  }

  /// Returns the plan that the updater's properties describe.
  /// - Complexity: O(*n*) in the number of items if much has moved, because the changes are counted.
  open func plan(for change: ListChange) -> UpdatePlan {
    var plan = UpdatePlan(strategy: change.strategy)
    plan.animator = animator
    plan.keepsContentOffset = keepsContentOffset && !change.isScrolling
    plan.replacesChangedContents = !reconfiguresItems && !skipReloadComponents
    plan.cellReplacement = reloadRowsAnimation
    plan.supplementaryReplacement = reloadSectionsAnimation
    plan.rendering = alwaysRenderVisibleComponents ? .all : skipReloadComponents ? .none : .changed
    guard change.strategy == .animatedBatchUpdates else { return plan }
    // The number of changes is tested last, because only that takes time.
    let isStill = !isAnimationEnabled || change.isScrolling && !isAnimationEnabledWhileScrolling
    if isStill || change.changeCount > animatableChangeCount { plan.strategy = .nonanimatedBatchUpdates }
    return plan
  }
}
