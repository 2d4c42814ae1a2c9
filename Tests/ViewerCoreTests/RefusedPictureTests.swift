import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Rows of a table whose pictures are not opened.

@MainActor @Test(arguments: [false, true]) func `Return says why the picture of a row is not opened`(isGrid: Bool)
  async throws
{
  let folder = try TemporaryFolder()
  for index in 0..<9 { try folder.write("\0not looked at", to: "p\(index).png") }
  let names = (0..<9).map { "p\($0).png" } + ["../out.png", ""]
  let path = try folder.write("file,id\n" + names.map { "\($0),1\n" }.joined(), to: "a.csv")
  let viewer = Viewer()
  try viewer.open(path)
  let harness = ViewHarness(showing: viewer, size: Size(width: 800, height: 600))
  try await waitForRest(of: viewer, in: harness)
  viewer.focusList()
  if isGrid { harness.key("G") }
  harness.settle()
  for (item, words) in [
    (9, "The picture is not shown: it is not below the folder of the table"), (10, "This row names no picture"),
  ] {
    viewer.list.select(ElementPath(section: 0, item: item))
    harness.key(.enter)
    harness.settle()
    harness.show()
    #expect(harness.frame.textSnapshot.contains(words), "\(harness.frame.textSnapshot)")
  }
}
