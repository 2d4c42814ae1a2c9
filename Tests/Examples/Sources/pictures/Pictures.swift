// The pictures of a folder in a grid. They are fetched ahead of the scroll position and decoded in the background.
//
//   swift run pictures ~/Pictures

import Foundation
import Scrollwork

struct Thumbnail: Component, Equatable, ComponentImagePrefetchable {
  let path: String

  func renderContent() -> ImageView { ImageView() }
  func render(in content: ImageView) {
    content.request = ImageRequest(source: .file(path: path, version: 0), target: nil)
  }

  func imageRequests(at place: PrefetchPlace) -> [ImageRequest] {
    [ImageRequest(source: .file(path: path, version: 0), target: place.pixels(of: place.cellSize))]
  }
}

@main
struct Pictures {
  static func main() throws {
    let folder = CommandLine.arguments.dropFirst().first ?? "."
    let endings = [".png", ".jpg", ".jpeg", ".gif", ".webp"]
    let paths = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { name in endings.contains { name.lowercased().hasSuffix($0) } }
      .map { folder + "/" + $0 }

    let list = CollectionView()
    let window = try Window(title: "Pictures", content: list)
    list.prefetchingPlugins = [ImagePrefetchingPlugin(pipeline: window.images)]
    list.apply(
      List {
        Section(id: "pictures", data: paths, id: \.self) { Thumbnail(path: $0) }
          .withSectionLayout(.grid(minimumItemWidth: 180, aspectRatio: 1.5, spacing: 8).insets(Insets(8)))
          .withHighlight(.tile)
      })
    try Application.run(window)
  }
}
