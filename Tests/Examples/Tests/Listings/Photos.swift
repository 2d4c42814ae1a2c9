import Foundation
import Scrollwork
import ScrollworkImageNetworking
import ScrollworkTesting
import Testing

/// A picture from the network, as large as the layout makes its cell.
struct Photo: Component, Equatable, ComponentImagePrefetchable {
  let address: String

  func renderContent() -> ImageView { ImageView() }
  func render(in content: ImageView) { content.request = ImageRequest(source: .url(address), target: nil) }

  func imageRequests(at place: PrefetchPlace) -> [ImageRequest] {
    [ImageRequest(source: .url(address), target: place.pixels(of: place.cellSize))]
  }
}

@MainActor
func photos(_ addresses: [String]) -> List {
  List {
    Section(id: "photos", data: addresses, id: \.self) { Photo(address: $0) }
      .withSectionLayout(.grid(minimumItemWidth: 180, aspectRatio: 1.5, spacing: 8))
  }
}

@MainActor
func openPhotos(_ addresses: [String]) throws {
  var configuration = ImagePipelineConfiguration()
  configuration.diskCache = .standard(application: "photos")
  Application.loadImages(with: configuration, byteLoader: HTTPByteLoader())

  let list = CollectionView()
  let window = try Window(title: "Photos", content: list)
  list.prefetchingPlugins = [ImagePrefetchingPlugin(pipeline: window.images)]
  list.apply(photos(addresses))
  try Application.run(window)
}

@MainActor
func fetchAhead(_ list: CollectionView, in window: Window) {
  let prefetcher = ImagePipelinePrefetcher(pipeline: window.images)
  list.prefetchingPlugins = [RemoteImagePrefetchingPlugin(remoteImagePrefetcher: prefetcher)]
}

/// Loads pictures from memory, by addresses such as `box:cat`.
struct Box: ByteLoading {
  struct Token: ByteLoadToken {
    func cancel() {}
  }

  let pictures: [String: [UInt8]]

  func load(_ request: ByteRequest, receive: @escaping @Sendable (ByteEvent) -> Void) -> any ByteLoadToken {
    if let bytes = pictures[request.address] {
      receive(.response(ByteResponse()))
      receive(.bytes(bytes))
      receive(.end)
    } else {
      receive(.failure(.unsupported(request.address)))
    }
    return Token()
  }
}

/// A picture whose address is fetched ahead by a loader of the program.
struct RemotePhoto: Component, Equatable, ComponentRemoteImagePrefetchable {
  let address: URL
  var remoteImageURLs: [URL] { [address] }

  func renderContent() -> ImageView { ImageView() }
  func render(in content: ImageView) {
    content.request = ImageRequest(source: .url(address.absoluteString), target: nil)
  }
}

/// Fetches addresses by a function of the program, until the item leaves the prefetch window.
@MainActor
final class OwnPrefetcher: RemoteImagePrefetching {
  let fetch: @Sendable (URL) async -> Void
  private(set) var tasks: [UUID: Task<Void, Never>] = [:]

  init(fetch: @escaping @Sendable (URL) async -> Void) { self.fetch = fetch }

  func prefetchImage(url: URL) -> UUID? {
    let id = UUID()
    tasks[id] = Task { [fetch] in await fetch(url) }
    return id
  }

  func cancelTask(uuid: UUID) { tasks.removeValue(forKey: uuid)?.cancel() }
}

@MainActor
func showRemotePhotos(_ addresses: [URL], in list: CollectionView, prefetcher: OwnPrefetcher) {
  list.prefetchingPlugins = [RemoteImagePrefetchingPlugin(remoteImagePrefetcher: prefetcher)]
  list.apply(
    List {
      Section(id: "photos", data: addresses, id: \.self) { RemotePhoto(address: $0) }
        .withSectionLayout(.grid(minimumItemWidth: 180, aspectRatio: 1.5, spacing: 8))
    })
}

@MainActor
@Test func `a loader of the program fetches the photos below the visible ones`() throws {
  let list = CollectionView()
  let harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
  let addresses = try (0..<400).map { try #require(URL(string: "https://example.org/\($0).jpg")) }
  let prefetcher = OwnPrefetcher { _ in }
  showRemotePhotos(addresses, in: list, prefetcher: prefetcher)
  harness.settle()
  let count = prefetcher.tasks.count
  #expect(count > 0 && count < addresses.count)
  list.apply(List {})
  harness.settle()
  #expect(prefetcher.tasks.isEmpty)
}

@MainActor
@Test func `a photo asks for the size that is fetched ahead for it`() throws {
  let list = CollectionView()
  let harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
  let addresses = (0..<40).map { "https://example.org/\($0).jpg" }
  list.apply(photos(addresses))
  harness.settle()
  let cells = harness.semantics.filter { $0.role == .cell }
  #expect(cells.count >= 4)
  let asked = try #require(harness.images.pending.first?.request)
  let place = PrefetchPlace(ring: .picture, cellSize: try #require(cells.first).bounds.size)
  #expect(Photo(address: addresses[0]).imageRequests(at: place) == [asked])
}
