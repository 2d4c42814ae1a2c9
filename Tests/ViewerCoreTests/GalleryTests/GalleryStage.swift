import Scrollwork
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

/// A window with the start screen or with a screen of the gallery.
@MainActor
struct GalleryStage {
  let viewer = Viewer()
  let harness: ViewHarness
  /// The problems that the list reported.
  let problems = ProblemLog()

  /// Opens the screen with an address such as `todo`; the start screen without one.
  init(_ id: String = "", width: Double = 1000, height: Double = 700) throws {
    if !id.isEmpty { try viewer.open(id.hasPrefix("gallery:") ? id : "gallery:" + id) }
    let (viewer, problems) = (viewer, problems)
    viewer.list.onProblem = { problems.texts.append("\($0)") }
    harness = ViewHarness(content: viewer.root, size: Size(width: width, height: height))
    harness.host.onUnhandledKey = { viewer.handleKey($0) }
    harness.settle()
    viewer.focusList()
  }

  var list: CollectionView { viewer.list }
  var cells: [SemanticsNode] { harness.semantics.filter { $0.role == .cell } }
  var texts: [String] { cells.map(\.text) }
  var allTexts: [String] { harness.semantics.map(\.text) }

  func cell(_ text: String) throws -> SemanticsNode {
    try #require(cells.first { $0.text.hasPrefix(text) }, "no cell \(text) in \(texts)")
  }

  /// Clicks a node by its text, for example a button.
  func press(_ text: String, role: SemanticsNode.Role = .button, settles: Bool = true) throws {
    let node = try #require(harness.semantics.last { $0.role == role && $0.text == text }, "no \(text) in \(allTexts)")
    harness.click(at: node.bounds.center)
    if settles { harness.settle() }
  }

  func click(_ text: String) throws {
    harness.click(at: try cell(text).bounds.center)
    harness.settle()
  }

  /// Scrolls the list by notches of the wheel.
  func wheel(_ notches: Double, modifiers: Modifiers = []) {
    let list = list.convertToRoot(list.bounds)
    harness.wheel(notches, at: list.center, modifiers: modifiers)
    harness.settle()
  }

  /// Whether some node shows a text that begins so.
  func shows(_ text: String) -> Bool { allTexts.contains { $0.contains(text) } }
}

@MainActor
final class ProblemLog {
  var texts: [String] = []
}
