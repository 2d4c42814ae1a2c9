public import ScrollworkContentViews

/// An updater with the options of Carbon's, by the same names and with the same meaning and defaults.
///
/// Unlike there, a change above the limit is still a difference: only its motion is dropped, and selection, focus and
/// measured sizes stay with their items.
@MainActor
open class LimitedUpdater: Updater {
  /// False to show all changes without motion.
  open var isAnimationEnabled = true
  /// False to show changes without motion while the content scrolls.
  open var isAnimationEnabledWhileScrolling = false
  /// With more changes than this in one transaction there is no motion.
  open var animatableChangeCount = 300
  /// True to keep the distance from the content's start, where the bounds allow it and nobody scrolls.
  open var keepsContentOffset = true
  /// True to render all visible components after every update, whether they say that they have changed or not.
  open var alwaysRenderVisibleComponents = true
  /// True not to render a component again because it has changed.
  open var skipReloadComponents = false
  /// True to render into the contents of items that have changed, false to give them new ones.
  open var reconfiguresItems = true

  /// How rows and sections come and go.
  open var insertRowsAnimation = RowAnimator.Style.fade
  open var deleteRowsAnimation = RowAnimator.Style.fade
  open var insertSectionsAnimation = RowAnimator.Style.fade
  open var deleteSectionsAnimation = RowAnimator.Style.fade
  /// How the new content of a row that has changed takes the place of the old one, where contents are replaced.
  open var reloadRowsAnimation = RowAnimator.Style.fade
  /// As ``reloadRowsAnimation``, for headers and footers.
  open var reloadSectionsAnimation = RowAnimator.Style.fade

  public init() {}

  /// Has all rows and sections come and go in one style.
  open func set(allAnimation style: RowAnimator.Style) {
    (insertRowsAnimation, deleteRowsAnimation) = (style, style)
    (insertSectionsAnimation, deleteSectionsAnimation) = (style, style)
    (reloadRowsAnimation, reloadSectionsAnimation) = (style, style)
  }

  private var animator: RowAnimator {
    var animator = RowAnimator()
    (animator.insertRows, animator.deleteRows) = (insertRowsAnimation, deleteRowsAnimation)
    (animator.insertSections, animator.deleteSections) = (insertSectionsAnimation, deleteSectionsAnimation)
    return animator
  }

  open func plan(for change: ListChange) -> UpdatePlan {
    var plan = UpdatePlan(strategy: change.strategy)
    plan.animator = animator
    plan.keepsContentOffset = keepsContentOffset && !change.isScrolling
    plan.replacesChangedContents = !reconfiguresItems && !skipReloadComponents
    plan.cellReplacement = reloadRowsAnimation
    plan.supplementaryReplacement = reloadSectionsAnimation
    plan.rendering = alwaysRenderVisibleComponents ? .all : skipReloadComponents ? .none : .changed
    guard change.strategy == .animatedBatchUpdates else { return plan }
    let isStill = !isAnimationEnabled || change.isScrolling && !isAnimationEnabledWhileScrolling
    if isStill || change.changeCount > animatableChangeCount { plan.strategy = .nonanimatedBatchUpdates }
    return plan
  }
}
