import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// The entries of a folder in groups, and the numbers of items in its folders.

extension FileStage {
  /// The texts of the last frame, in the order of the views that draw them: from the top, and from the left.
  fileprivate var words: [String] {
    harness.show()
    var groups: [(y: Double, x: Double, words: [String])] = []
    for line in harness.frame.textSnapshot.split(separator: "\n").map({ $0.drop { $0 == " " } }) {
      if line.hasPrefix("group "), let start = line.firstIndex(of: "[") {
        let numbers = line[start...].dropFirst().split(separator: " ").prefix(2).compactMap { Double($0) }
        if numbers.count == 2 { groups.append((numbers[1], numbers[0], [])) }
      } else if line.hasPrefix("text \""), let end = line.lastIndex(of: "\""), !groups.isEmpty {
        groups[groups.count - 1].words.append(String(line[..<end].dropFirst(6)))
      }
    }
    return groups.sorted { ($0.y, $0.x) < ($1.y, $1.x) }.flatMap { $0.words }
  }

  /// Whether these words are shown, each below the one before.
  fileprivate func shows(_ words: [String]) -> Bool {
    var rest = self.words[...]
    for word in words {
      guard let place = rest.firstIndex(of: word) else { return false }
      rest = rest[(place + 1)...]
    }
    return true
  }
}

private func age(_ path: String, by days: Int) {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  time.tv_sec -= days * 86_400
  #expect(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
}

@MainActor @Test func `a folder is grouped by day, from the newest, with the number of files of each`() async throws {
  let folder = try textFiles(["a.txt", "b.txt", "c.txt", "d.txt"])
  age(folder.file("a.txt"), by: 1)
  for name in ["b.txt", "d.txt"] { age(folder.file(name), by: 8_000) }
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+Shift+1")
  #expect(shown.shows(["Today", "1", "c.txt", "Yesterday", "1", "a.txt"]), "\(shown.words)")
  #expect(shown.shows(["Yesterday", "2", "b.txt", "d.txt"]), "\(shown.words)")
  #expect(shown.viewer.list.itemCount == 4)
  try shown.viewer.setSort("date")
  try await shown.rest()
  #expect(shown.shows(["2", "b.txt", "d.txt", "Yesterday", "a.txt", "Today", "c.txt"]), "\(shown.words)")
  try await shown.key("Ctrl+Shift+1")
  #expect(!shown.text.contains("Today\"") && shown.viewer.list.itemCount == 4)
}

@MainActor @Test func `a folder is grouped by kind and by initial, and follows its changes`() async throws {
  let folder = try textFiles(["öl.txt", "Oma.log", "7.txt", "x.zip"])
  try folder.makeFolder("old")
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+1")
  try await shown.key("Ctrl+Shift+2")
  #expect(
    shown.shows(["Folders", "1", "old", "Texts and sources", "2", "7.txt", "öl.txt", "Logs", "Oma.log", "Archives"]),
    "\(shown.words)")
  try await shown.key("Ctrl+Shift+3")
  #expect(
    shown.shows(["Digits and signs", "7.txt", "O", "3", "old", "öl.txt", "Oma.log", "X", "x.zip"]), "\(shown.words)")
  try folder.write("x", to: "b.txt")
  try await shown.wait(forCount: 6)
  #expect(shown.shows(["7.txt", "B", "1", "b.txt", "O"]), "\(shown.words)")
  shown.select(0...0)
  #expect(shown.selected == ["7.txt"])
  try await shown.key("Delete")
  try await shown.wait(forCount: 5)
  #expect(!shown.text.contains("Digits and signs") && shown.selected == ["b.txt"])
}

@MainActor @Test func `in the grid the pictures of a group come before its files, and folders before all groups`()
  async throws
{
  let folder = try pictureFolder(2)
  try folder.write("x", to: "notes.txt")
  try folder.makeFolder("more")
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+Shift+1")
  #expect(shown.shows(["Folders", "more", "Today", "3", "p100.png", "p101.png", "notes.txt"]), "\(shown.words)")
  shown.viewer.list.select(ElementPath(section: 2, item: 0))
  #expect(shown.selected == ["notes.txt"])
  try await shown.key("Ctrl+2")
  #expect(shown.shows(["Today", "4", "more", "notes.txt", "p100.png"]), "\(shown.words)")
}

@MainActor @Test func `the title of a group stays at the top while its files scroll`() async throws {
  let folder = try textFiles((100..<160).map { "a\($0).txt" })
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+Shift+3")
  shown.viewer.list.scroll(to: .offset(600), animated: false)
  shown.harness.settle()
  #expect(shown.shows(["A", "60"]) && !shown.shows(["a100.txt"]), "\(shown.words)")
}

@MainActor @Test func `the groups of a folder are kept for the next time`() async throws {
  let (folder, other) = (try textFiles(["a.txt"]), try textFiles(["z.txt"]))
  let shown = try await FileStage(folder.path)
  shown.viewer.places = SavedPositions()
  try await shown.key("Ctrl+Shift+2")
  try shown.viewer.open(other.path)
  try await shown.wait(forCount: 1)
  #expect(!shown.text.contains("Texts and sources"), "each folder has its own")
  let text = try #require(shown.viewer.places?.text)
  shown.viewer.places = try SavedPositions(text: text)
  try shown.viewer.open(folder.path)
  try await shown.wait(forCount: 1)
  #expect(shown.shows(["Texts and sources", "1", "a.txt"]), "\(shown.words)")
}

@MainActor @Test func `folders tell how many items they have, in each layout`() async throws {
  let folder = try TemporaryFolder()
  for (name, count) in [("empty", 0), ("one", 1), ("many", 120)] {
    try folder.makeFolder(name)
    for item in 0..<count { try folder.write("", to: "\(name)/\(item)") }
  }
  try folder.write("", to: "one/.hidden")
  let shown = try await FileStage(folder.path)
  for key in ["1", "2", "3"] {
    try await shown.key("Ctrl+" + key)
    for words in ["0 items", "1 item", "120 items"] { #expect(shown.shows([words]), "\(key): \(shown.words)") }
  }
}

@MainActor @Test(arguments: ["1", "2", "3"])
func `the number of items of a folder follows what is added to it and removed from it`(key: String) async throws {
  let folder = try TemporaryFolder()
  for name in ["one", "other"] { try folder.makeFolder(name) }
  try folder.write("", to: "one/a")
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+" + key)
  for count in 2...4 {
    try folder.write("", to: "one/\(count)")
    #expect(await waitUntil(shown.harness) { shown.shows(["\(count) items"]) }, "\(shown.words)")
  }
  for name in ["2", "3"] { try folder.remove("one/" + name) }
  #expect(await waitUntil(shown.harness) { shown.shows(["2 items"]) }, "\(shown.words)")
  #expect(rename(folder.file("one/a"), folder.file("other/a")) == 0)
  let areBoth = await waitUntil(shown.harness) { shown.words.count { $0 == "1 item" } == 2 }
  #expect(areBoth, "\(shown.words)")
  try await shown.rest()
  #expect(shown.words.count { $0 == "1 item" } == 2)
}

@MainActor @Test(arguments: ["Ctrl+1", "Ctrl+2", "Ctrl+3"])
func `the title of a group is nearer to its own entries than to those before it`(layout: String) async throws {
  let folder = try textFiles(["a.png", "b.png", "c.txt", "d.txt"])
  let shown = try await FileStage(folder.path, size: Size(width: 1000, height: 1400))
  try await shown.key(layout)
  try await shown.key("Ctrl+Shift+3")
  shown.harness.show()
  let titles = shown.harness.semantics.filter {
    $0.role == .header && ["B", "C", "D"].contains($0.text.split(separator: " ").first)
  }
  #expect(titles.count == 3, "\(shown.harness.semantics.map { "\($0.role) \($0.text)" })")
  let entries = shown.harness.tiles.map(\.target)
  for title in titles.map(\.bounds) {
    let before = entries.map(\.maxY).filter { $0 <= title.minY }.max() ?? 0
    let after = entries.map(\.minY).filter { $0 >= title.maxY }.min() ?? .infinity
    #expect(title.midY - before >= 1.4 * (after - title.midY), "\(before) \(title) \(after)")
  }
}
