import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// The state of a list and the frame that shows it.
///
/// The state lies in values that each have one subject. They are not copyable, so a frame cannot copy them by accident.
/// A class, so that the program may call the collection view while a frame runs.
@MainActor
package final class ListEngine {
  /// The view that shows the list: the argument of the program's handlers and the parent of content views.
  weak var view: CollectionView?
  weak var host: ViewHost?
  var settings = EngineSettings()
  let inbox = Inbox()
  let binder = Binder()
  var document = Document()
  var layout = LayoutState()
  var scroll = ScrollState()
  var nested = NestedScrolling()
  var anchors = AnchorKeeper()
  var items = ItemStore()
  var motion = UpdateMotion()
  var interaction = Interaction()
  let chrome = Chrome()
  var paint = PaintBuffers()
  var outbox = Outbox()
  /// The time of the last frame; `nil` before the first one in a window.
  var lastFrame: Instant?
  /// The work in progress, on which depends when calls of the program take effect.
  var activity = Activity.idle
  /// The answers to the program's questions while passes run.
  var published = PublishedState()
  /// Whether the next problem is written to standard error where the program does not handle problems.
  var reportsProblems = true

  init() {
    chrome.scrollBar.engine = self
    preparePaging()
  }

  /// The work that the engine does at a moment.
  enum Activity {
    case idle
    /// It handles an event of the user or a call of the program.
    case handling
    /// Passes run: the state is in their hands.
    case runningPasses
    /// The frame is made, and the program is told of it.
    case reporting
  }
}
