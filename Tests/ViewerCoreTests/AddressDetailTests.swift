import Dispatch
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

@MainActor @Test func `passwords in addresses are not shown`() async throws {
  let folder = try TemporaryFolder()
  let list = try folder.write(
    "http://me:secret@host/a.png\nhttp://me:secret@host/\nhttp://host/b.png\n", to: "list.txt")
  let (viewer, harness) = try await window(on: list, count: 3)
  harness.settle()
  func allText() -> String {
    ([viewer.title, harness.frame.textSnapshot] + harness.semantics.map(\.text)).joined(separator: "\n")
  }
  viewer.focusList()
  harness.key(.right)
  harness.key("I", modifiers: .control)
  harness.settle()
  #expect(allText().contains("http://host/a.png") && allText().contains("host") && !allText().contains("secret"))
  harness.images.fail(
    .url("http://me:secret@host/a.png"), with: .refused(address: "http://me:secret@host/a.png", status: 404))
  harness.settle()
  harness.move(to: try #require(harness.tiles.first).bounds.center)
  harness.advance(by: .seconds(1))
  #expect(allText().contains("status 404") && !allText().contains("secret"))
  harness.key(.enter)
  harness.settle()
  harness.images.fail(
    .url("http://me:secret@host/a.png"), with: .refused(address: "http://me:secret@host/a.png", status: 404))
  harness.settle()
  #expect(allText().contains("Cannot show this picture") && !allText().contains("secret"))
  harness.key(.right)
  harness.settle()
  #expect(viewer.title.hasPrefix("host") && !allText().contains("secret"))
}

@MainActor @Test func `the details of an address list show its length and no size`() async throws {
  let folder = try TemporaryFolder()
  let list = try folder.write("http://host/a.png\nhttp://host/b.png\n", to: "list.txt")
  let (_, harness) = try await window(on: list, count: 2)
  harness.key("I", modifiers: .control)
  harness.settle()
  let text = harness.frame.textSnapshot
  #expect(text.contains("2 pictures") && text.contains("list.txt"))
  #expect(!text.contains("bytes") && !text.contains("Size"))
}

/// A network and decoder for which every address is a picture of one pixel.
private struct Everything: ByteLoading, ImageDecoding {
  struct Token: ByteLoadToken {
    func cancel() {}
  }

  func load(_ request: ByteRequest, receive: @escaping @Sendable (ByteEvent) -> Void) -> any ByteLoadToken {
    receive(.response(ByteResponse()))
    receive(.bytes([7]))
    receive(.end)
    return Token()
  }

  func pixelSize(of bytes: [UInt8]) throws(ImageError) -> PixelSize { PixelSize(width: 1, height: 1) }

  func decode(_ bytes: [UInt8], target: PixelSize?, mode: ContentMode) throws(ImageError) -> Bitmap {
    Bitmap(width: 1, height: 1, color: Color(hex: 0x3060C0))
  }
}

/// Opens a viewer in a small window.
@MainActor
private func window(on path: String, count: Int) async throws -> (viewer: Viewer, harness: ViewHarness) {
  let viewer = Viewer()
  try viewer.open(path)
  let harness = ViewHarness(showing: viewer, size: Size(width: 1200, height: 600))
  let isShown = await waitUntil(harness) { !viewer.isBusy && viewer.list.itemCount == count }
  try #require(isShown)
  return (viewer, harness)
}

/// Opens a viewer with the only picture of `path` selected and the side panel visible.
@MainActor
private func details(of path: String) async throws -> ViewHarness {
  let (viewer, harness) = try await window(on: path, count: 1)
  viewer.focusList()
  harness.key(.end)
  harness.key("I", modifiers: .control)
  harness.settle()
  return harness
}

extension ViewHarness {
  /// Fails every requested picture.
  fileprivate func fail(with error: ImageError) {
    for load in images.pending { images.fail(load.request.source, with: error) }
    settle()
  }
}

@MainActor @Test func `the details of a failed picture contain the reason`() async throws {
  let folder = try pictureFolder(1)
  let harness = try await details(of: folder.path)
  #expect(!harness.frame.textSnapshot.contains("Problem"))
  harness.fail(with: .corrupt("the end is missing"))
  let text = harness.frame.textSnapshot
  #expect(text.contains("Problem") && text.contains("Damaged picture") && text.contains("Copy path"), "\(text)")
}

@MainActor @Test func `the details of an address name it once, with the reason of the failure`() async throws {
  let folder = try TemporaryFolder()
  let harness = try await details(of: try folder.write("http://host/a.png\n", to: "list.txt"))
  harness.fail(with: .refused(address: "http://host/a.png", status: 404))
  let text = harness.frame.textSnapshot
  let texts = harness.semantics.map(\.text)
  #expect(texts.contains("The server answered with status 404") && text.contains("Copy address"), "\(texts)")
  #expect(!text.contains("http://host/a.png: "))
}

@MainActor @Test func `a disk cache that cannot be written is reported in the status line`() async throws {
  let folder = try TemporaryFolder()
  let list = try folder.write("http://host/a.png\nhttp://host/b.png\n", to: "list.txt")
  var configuration = ImagePipelineConfiguration()
  // The cache folder cannot be made, because a file has its name.
  configuration.diskCache = ImageDiskCacheConfiguration(folder: list + "/images")
  let pipeline = ImagePipeline(decoder: Everything(), byteLoader: Everything(), configuration: configuration)
  let viewer = Viewer()
  try viewer.open(list)
  let harness = ViewHarness(content: viewer.root, size: Size(width: 900, height: 480))
  harness.changeEnvironment { $0.images = pipeline }
  let isTold = await waitUntil(harness) {
    pipeline.deliverFinished()
    return pipeline.diskProblem != nil && pipeline.isIdle && !viewer.isBusy
  }
  try #require(isTold)
  viewer.focusList()
  harness.key(.right)
  harness.settle()
  let status = harness.semantics.last { $0.role == .group && $0.bounds.height == 28 }?.text ?? ""
  #expect(status.contains("Pictures are not kept: ") && status.contains("list.txt/images"), "\(status)")
  #expect(harness.frame.textSnapshot.contains("image 1x1"))
}
