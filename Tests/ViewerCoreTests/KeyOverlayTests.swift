import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// The overview of keys: its columns, and the commands that it lists.

/// A file or folder in a window.
@MainActor
private struct Shown: ViewerStage {
  let viewer = Viewer()
  let harness: ViewHarness

  init(_ path: String, _ size: Size = Size(width: 1280, height: 800)) async throws {
    try viewer.open(path)
    harness = ViewHarness(showing: viewer, size: size)
    try await rest()
    viewer.focusList()
  }

  func rest() async throws {
    let isShown = await waitUntil(harness) {
      answer()
      return !viewer.isBusy
    }
    try #require(isShown)
    harness.settle()
  }

  func key(_ text: String) async throws {
    let shortcut = try #require(KeyShortcut(text: text))
    try await press(shortcut.key, shortcut.modifiers)
  }

  func shows(_ words: String) -> Bool { text.contains("\"\(words)\"") }
}

private let fade = "gradient"

@MainActor @Test(arguments: ["", "p100.png", "a.txt", "a.csv"])
func `all keys are in sight in a large window`(name: String) async throws {
  let folder = try pictureFolder(2)
  try folder.write("one\n", to: "a.txt")
  try folder.write("a,b\n1,2\n", to: "a.csv")
  let shown = try await Shown(folder.file(name))
  try await shown.key("F1")
  #expect(shown.shows("Keys") && shown.shows("Close all windows") && !shown.text.contains(fade))
  let before = shown.text
  try await shown.key("End")
  #expect(shown.text == before, "nothing scrolls")
}

@MainActor @Test func `the overview of keys fades where it goes on`() async throws {
  let folder = try pictureFolder(2)
  let shown = try await Shown(folder.path, Size(width: 360, height: 240))
  try #require(!shown.text.contains(fade))
  try await shown.key("F1")
  let start = shown.text.ranges(of: fade).count
  try await shown.key("PageDown")
  let middle = shown.text.ranges(of: fade).count
  try await shown.key("End")
  let end = shown.text.ranges(of: fade).count
  #expect(start == 1 && middle == 2 && end == 1)
}

@MainActor @Test func `keys without a use for a picture are not listed, and say so`() async throws {
  let folder = try pictureFolder(2)
  let shown = try await Shown(folder.file("p100.png"))
  try await shown.key("F1")
  #expect(shown.shows("Slideshow"))
  for title in ["Find…", "Filter…", "Sort…"] { #expect(!shown.shows(title), "\(title)") }
  try await shown.key("Escape")
  for key in ["Ctrl+F", "Ctrl+L", "Alt+S"] {
    try await shown.key(key)
    let words = key == "Alt+S" ? "is for folders, texts and tables" : "is not for pictures"
    #expect(shown.status.contains("\(key) \(words)"), "\(shown.status)")
  }
}

@MainActor @Test func `the keys that filter by the value of a cell are those of a folder as a table`() async throws {
  let folder = try textFiles(["a.txt", "b.txt"])
  let shown = try await Shown(folder.path)
  let title = "Only rows with this value"
  for (layout, isListed) in [("Ctrl+3", false), ("Ctrl+2", true)] {
    try await shown.key(layout)
    try await shown.key("Down")
    try await shown.key("F1")
    #expect(shown.shows(title) == isListed)
    try await shown.key("Escape")
    for key in ["=", "-"] {
      try await shown.key(key)
      let reason = isListed ? "no cell has the focus" : "only a table has cells"
      #expect(shown.status.contains("\(key) does nothing here: \(reason)"), "\(shown.status)")
    }
  }
  try await shown.key("Right")
  try await shown.key("=")
  #expect(shown.viewer.list.itemCount == 1)
}

@MainActor @Test func `sizes of pictures are keys of a grid`() async throws {
  let folder = try pictureFolder(2)
  let shown = try await Shown(folder.path)
  for (layout, isListed) in [("Ctrl+1", false), ("Ctrl+3", true)] {
    try await shown.key(layout)
    try await shown.key("F1")
    #expect(shown.shows("Larger") == isListed)
    try await shown.key("Escape")
  }
}

@MainActor @Test(arguments: [360.0, 1000.0])
func `the reason why a key does nothing is read to its end`(width: Double) async throws {
  let folder = try pictureFolder(20)
  let shown = try await Shown(folder.path, Size(width: width, height: 300))
  try await shown.key("Ctrl+3")
  for (key, reason) in [
    ("Ctrl+G", "Ctrl+G is for texts, bytes and tables"), ("=", "= does nothing here: only a table has cells"),
  ] {
    try await shown.key(key)
    #expect(shown.shows(reason), "\(shown.text)")
  }
}
