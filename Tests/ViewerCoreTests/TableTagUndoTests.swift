import Glibc
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Tags of rows: their undo, and what the status line says of it.

/// Makes a table of numbered rows.
@MainActor private func numbers(_ count: Int = 200) throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  try folder.write("id,score\n" + (1...count).map { "\($0),\($0 % 10)\n" }.joined(), to: "a.csv")
  return folder
}

/// Returns the lines of the file of tags without checksums, as `row tag`.
private func tags(_ folder: TemporaryFolder) -> [String] {
  TemporaryFolder.text(folder.file("a.csv.tags")).split(separator: "\n").dropFirst()
    .map { $0.split(separator: "\t").prefix(2).joined(separator: " ") }
}

extension FileStage {
  /// Whether a row with this number is visible.
  fileprivate func shows(row number: Int) -> Bool {
    rows.contains { $0 == "\(number)" || $0.hasPrefix("\(number) ") || $0.hasPrefix("\(number),") }
  }
}

@MainActor @Test func `a tag that cannot be written is told in the status line, and nothing covers the rows`()
  async throws
{
  let folder = try numbers()
  try folder.makeFolder("a.csv.tags")
  let shown = try await FileStage(folder.file("a.csv"))
  shown.select(0...0)
  let before = shown.viewer.list.bounds
  try await shown.key("3")
  #expect(shown.status.contains("The tag was not written: "), "\(shown.status)")
  #expect(shown.viewer.list.bounds == before, "no bar takes space")
  // When it can be written, the next tag is, and the sentence ends.
  #expect(rmdir(folder.file("a.csv.tags")) == 0)
  try await shown.key("3")
  #expect(tags(folder) == ["1 3"] && !shown.status.contains("not written"), "\(shown.status)")
}

@MainActor @Test func `undo and redo of tags say what they did`() async throws {
  let folder = try numbers()
  let shown = try await FileStage(folder.file("a.csv"))
  shown.select(0...0)
  try await shown.key("4")
  try await shown.key("6")
  try await shown.key("Ctrl+Z")
  #expect(shown.status.contains("Row 1 has the tag 4 again"), "\(shown.status)")
  try await shown.key("Ctrl+Z")
  #expect(shown.status.contains("Row 1 has no tag again"), "\(shown.status)")
  try await shown.key("Ctrl+Y")
  #expect(shown.status.contains("Row 1 has the tag 4 again"), "\(shown.status)")
  shown.select(0...2)
  try await shown.key("5")
  try await shown.key("Ctrl+Z")
  #expect(shown.status.contains("3 rows have their former tags again"), "\(shown.status)")
  #expect(shown.viewer.list.selectedCount == 3, "the selection stays while the rows are visible")
}

@MainActor @Test func `undo of tags brings the row into view, or says that the filter hides it`() async throws {
  let folder = try numbers()
  let shown = try await FileStage(folder.file("a.csv"))
  shown.select(0...0)
  try await shown.key("4")
  try await shown.key("End")
  #expect(!shown.shows(row: 1))
  try await shown.key("Ctrl+Z")
  #expect(shown.shows(row: 1), "\(shown.rows)")
  try await shown.key("Ctrl+Y")
  try shown.viewer.setFilter(["id>100"])
  try await shown.rest()
  try await shown.key("Ctrl+Z")
  #expect(shown.status.contains("Row 1, hidden by the filter, has no tag again"), "\(shown.status)")
  #expect(!shown.shows(row: 1) && shown.viewer.list.itemCount == 100)
}

@MainActor @Test func `a row that comes back into a filter by tags is brought into view`() async throws {
  let folder = try numbers()
  let shown = try await FileStage(folder.file("a.csv"))
  try await shown.key("Ctrl+A")
  try await shown.key("3")
  try shown.viewer.setFilter(["tag=3"])
  try await shown.rest()
  shown.select(0...0)
  try await shown.key("0")
  #expect(shown.viewer.list.itemCount == 199)
  try await shown.key("End")
  try await shown.key("Ctrl+Z")
  #expect(shown.viewer.list.itemCount == 200 && shown.shows(row: 1), "\(shown.rows)")
  #expect(shown.status.contains("Row 1 has the tag 3 again"), "\(shown.status)")
}

@MainActor @Test func `undo leaves a tag that another window gave the row since, and says so`() async throws {
  let folder = try numbers()
  let one = try await FileStage(folder.file("a.csv"))
  let other = try await FileStage(folder.file("a.csv"))
  one.select(0...0)
  try await one.key("4")
  other.select(0...0)
  try await other.key("6")
  try await one.key("Ctrl+Z")
  #expect(one.status.contains("Row 1 got another tag since, which stays"), "\(one.status)")
  #expect(tags(folder) == ["1 4", "1 6"])
  #expect(one.rows.first?.contains("6") == true, "the other tag is shown: \(one.rows)")
  try await one.key("Ctrl+Z")
  #expect(one.status.contains("nothing was tagged"), "\(one.status)")
  // The other window takes its tag back to the one that it found.
  try await other.key("Ctrl+Z")
  #expect(other.status.contains("Row 1 has the tag 4 again"), "\(other.status)")
  #expect(tags(folder) == ["1 4", "1 6", "1 4"])
}

@MainActor @Test func `a digit in the picture of a row tags the row, and the file gets no tag`() async throws {
  let folder = try TemporaryFolder()
  for name in ["a.png", "b.png"] { try folder.write("\0not looked at", to: name) }
  try folder.write("id,file\n1,a.png\n2,b.png\n", to: "a.csv")
  let shown = try await FileStage(folder.file("a.csv"))
  shown.select(1...1)
  shown.harness.key(.enter)
  shown.harness.settle()
  try #require(shown.viewer.title.hasPrefix("b.png"), "\(shown.viewer.title)")
  shown.harness.key("2")
  shown.harness.settle()
  #expect(tags(folder) == ["2 2"] && shown.status.contains("Tag 2"), "\(shown.status)")
  #expect(shown.data.names.isEmpty)
  shown.harness.key(.left)
  shown.harness.settle()
  #expect(shown.viewer.title.hasPrefix("a.png") && !shown.status.contains("Tag"), "\(shown.status)")
  shown.harness.key(.escape)
  shown.harness.settle()
  try await shown.key("Ctrl+Z")
  #expect(tags(folder).last == "2 0", "\(tags(folder))")
}
