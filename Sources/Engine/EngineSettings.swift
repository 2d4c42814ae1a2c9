import ScrollworkContentViews

/// Settings of a collection view.
@MainActor
struct EngineSettings {
  var selectionMode = SelectionMode.multiple
  var anchorPolicy = AnchorPolicy.item
  var updater: any Updater = LiveUpdater()
  var animator: (any Animator)?
  var backgroundDiffThreshold: Int?
  var wheelNotch = 96.0
  var showsUnseenPill = true
  var onSelectionChange: ((CollectionView) -> Void)?
  var onFocusChange: ((CollectionView) -> Void)?
  var onProblem: ((Problem) -> Void)?
  var neighbourhoodObserver: (any NeighbourhoodObserving)?
}
