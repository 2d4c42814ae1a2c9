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
  var cells: [SemanticsNode] { harness.semantics.filter { $0.role == .cell || $0.role == .treeItem } }
  var texts: [String] { cells.map(\.text) }
  var allTexts: [String] { harness.semantics.map(\.text) }

  func cell(_ text: String) throws -> SemanticsNode {
    try #require(cells.first { $0.text.hasPrefix(text) }, "no cell \(text) in \(texts)")
  }

  /// Returns the views of a type that the pointer reaches, in reading order. Views in cells are no children of the list.
  func views<V: View>(_ type: V.Type = V.self) -> [V] {
    let size = harness.host.size
    var found: [V] = []
    for y in stride(from: 6.0, to: size.height, by: 12) {
      for x in stride(from: 4.0, to: size.width, by: 8) {
        guard let view = viewer.root.hitTest(Point(x: x, y: y)) as? V, !found.contains(where: { $0 === view }) else {
          continue
        }
        found.append(view)
      }
    }
    return found
  }

  /// Clicks a button or a toggle by its title, or else a described element by its text.
  func press(_ text: String, role: SemanticsNode.Role = .button, settles: Bool = true) throws {
    let controls: [Control] =
      views(Button.self).filter { $0.title == text || $0.title.isEmpty && $0.accessibleName == text }
      + views(Toggle.self).filter { $0.title == text || $0.title.isEmpty && $0.accessibleName == text }
    if role == .button, let control = controls.last {
      harness.click(control)
    } else {
      let node = try #require(
        harness.semantics.last { $0.role == role && $0.text == text }, "no \(text) in \(allTexts)")
      harness.click(at: node.bounds.center)
    }
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

  /// Whether some text in the window contains `text`.
  func shows(_ text: String) -> Bool { allTexts.contains { $0.contains(text) } }
}

@MainActor
final class ProblemLog {
  var texts: [String] = []
}
