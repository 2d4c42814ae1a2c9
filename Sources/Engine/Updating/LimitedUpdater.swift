public import ScrollworkContentViews

/// An updater with the options of Carbon's, by the same names and with the same meaning and defaults.
///
/// Unlike Carbon's, it drops only the motion of a change above the limit: the change is still diffed, so selection,
/// focus and measured sizes stay with their items.
@MainActor
open class LimitedUpdater: Updater {
  /// Whether changes are animated.
  open var isAnimationEnabled = true
  /// Whether changes are animated while the content scrolls.
  open var isAnimationEnabledWhileScrolling = false
  /// The largest number of deletions, insertions and moves that one update animates.
  open var animatableChangeCount = 300
  /// Whether an update keeps the distance from the content's start, within the bounds and while nothing scrolls.
  open var keepsContentOffset = true
  /// Whether each update renders all visible components, changed or not.
  open var alwaysRenderVisibleComponents = true
  /// Whether components that changed are not rendered again.
  open var skipReloadComponents = false
  /// Whether items that changed keep their content views; `false` to give them new ones.
  open var reconfiguresItems = true

  /// The style in which rows are inserted.
  open var insertRowsAnimation = RowAnimator.Style.fade
  /// The style in which rows are deleted.
  open var deleteRowsAnimation = RowAnimator.Style.fade
  /// The style in which the rows of new sections are inserted.
  open var insertSectionsAnimation = RowAnimator.Style.fade
  /// The style in which the rows of deleted sections are deleted.
  open var deleteSectionsAnimation = RowAnimator.Style.fade
  /// The style in which a changed row's new content view replaces the old one, if content views are replaced.
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

  /// Returns a plan by the properties of the updater.
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
    // The count comes last: it is the only question with a cost.
    let isStill = !isAnimationEnabled || change.isScrolling && !isAnimationEnabledWhileScrolling
    if isStill || change.changeCount > animatableChangeCount { plan.strategy = .nonanimatedBatchUpdates }
    return plan
  }
}
