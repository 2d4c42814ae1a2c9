import Scrollwork
import ScrollworkHostInterface
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

/// A viewer in a window without a display, with the queries and actions that the tests of all screens share.
@MainActor
protocol ViewerStage {
  var viewer: Viewer { get }
  var harness: ViewHarness { get }

  /// Waits until the content is shown and nothing moves.
  func rest() async throws
}

extension ViewerStage {
  /// Waits for the first content, and gives it the keyboard focus.
  func begin() async throws {
    try await rest()
    viewer.focusList()
  }

  func rest() async throws { try await waitForRest(of: viewer, in: harness) }

  func press(_ keys: Key..., modifiers: Modifiers = []) async throws {
    for key in keys {
      harness.key(key, modifiers: modifiers)
      try await rest()
    }
  }

  func press(_ key: Key, _ modifiers: Modifiers) async throws { try await press(key, modifiers: modifiers) }

  /// Types into the find bar.
  func find(_ text: String) async throws {
    harness.key("F", modifiers: .control)
    harness.type(text)
    try await rest()
  }

  /// Completes every requested picture.
  func answer() {
    let bitmap = Bitmap(width: 40, height: 30, color: Color(hex: 0x3060C0))
    for load in harness.images.pending { harness.images.finish(load.request.source, with: bitmap) }
    harness.settle()
  }

  /// The texts of the headers from the left.
  var titles: [String] {
    harness.show()
    return harness.semantics.filter { $0.role == .header }.sorted { $0.bounds.minX < $1.bounds.minX }.map(\.text)
  }

  /// The texts of the visible rows from the top.
  var rows: [String] {
    harness.show()
    return harness.tiles.sorted { $0.target.minY < $1.target.minY }.map(\.text)
  }

  /// The text of the status bar.
  var status: String {
    harness.show()
    return harness.semantics.last { $0.role == .group && $0.bounds.height == 28 }?.text ?? ""
  }

  /// The words of the toast; empty without one.
  var toast: String {
    harness.show()
    return harness.semantics.last { $0.role == .group && $0.bounds.height == 44 }?.text ?? ""
  }

  /// The texts of the last frame.
  var text: String {
    harness.show()
    return harness.frame.textSnapshot
  }
}

extension ViewHarness {
  /// Creates a harness whose window shows a viewer.
  convenience init(
    showing viewer: Viewer, size: Size, motion: MotionPolicy = .full, text: (any TextShaping)? = nil
  ) {
    self.init(content: viewer.root, size: size, motion: motion, text: text)
    host.onUnhandledKey = { viewer.handleKey($0) }
  }
}
