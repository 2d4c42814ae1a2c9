import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry

/// The settings of a collection view. See the properties of ``CollectionView`` with the same names.
///
/// The settings exist twice: the program changes the copy in the inbox at any moment, and the engine adopts it between
/// frames.
@MainActor
struct EngineSettings {
  var contentInsets = Insets.zero
  /// Whether the newest content insets are reached by animation.
  var animatesInsets = false
  var selectionMode = SelectionMode.multiple
  var anchorPolicy = AnchorPolicy.item
  var anchorItem: (@MainActor (CollectionView) -> ElementPath?)?
  var updater: any Updater = LiveUpdater()
  var animator: (any Animator)?
  var backgroundDiffThreshold: Int?
  var wheelNotch = 96.0
  var reusePool = ReusePool()
  var unseenPillNumber: (@MainActor (Int) -> Int)? = { $0 }
  var thumbLabel: (@MainActor (ElementPath) -> String?)?
  var onSelectionChange: ((CollectionView) -> Void)?
  var onFocusChange: ((CollectionView) -> Void)?
  var onProblem: ((Problem) -> Void)?
  var neighbourhoodObserver: (any NeighbourhoodObserving)?
}
