import Scrollwork
import ScrollworkPlatform

/// A sample picture of the program.
struct GalleryPicture: Hashable {
  var path: String
  var title: String
  var detail: String

  /// The sample pictures, sorted by name; empty if the assets are missing.
  static var samples: [GalleryPicture] {
    guard let folder = AssetDirectory.path(of: "samples/pictures") else { return [] }
    let items = (try? DirectoryReader(path: folder).next(limit: 1_000)) ?? []
    let names = items.map(\.name).filter { $0.hasSuffix(".jpg") }.sorted()
    return names.enumerated().map { index, name in
      GalleryPicture(
        path: folder + "/" + name,
        title: name.dropLast(4).split(separator: "-").joined(separator: " ").capitalizedFirst,
        detail: "\(Formats.count(index + 1)) of \(Formats.count(names.count))")
    }
  }

  var request: ImageRequest { ImageRequest(source: .file(path: path, version: 0), target: nil) }
}

/// A word shown as a tag.
struct GalleryTag: Identifiable {
  var id: Int
  var text: String

  static let all: [GalleryTag] = {
    let words = [
      "Landscape", "Sea", "Morning light", "Dunes", "Mist", "Autumn", "Night sky", "Roads", "Forest", "Clouds", "Bokeh",
      "Flowers", "Mountains", "Valley", "Facades", "Fields", "Dusk", "Hills", "Apricot", "Lilac", "Sage", "Noon",
      "Long exposure", "Black and white", "Wide angle", "Macro", "Portrait", "Still life",
    ]
    return words.enumerated().map { GalleryTag(id: $0.offset, text: $0.element) }
  }()
}

/// The layouts of the section in which a button switches from one layout to the next.
enum LetterShape: CaseIterable, Hashable {
  case grid, list, flow, aside

  var title: String {
    switch self {
    case .grid: "Grid"
    case .list: "Rows"
    case .flow: "Flow"
    case .aside: "Aside"
    }
  }

  var next: LetterShape {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}

extension Letter {
  /// The letters of the program's name.
  static let program = Array("SCROLLWORK").enumerated().map { Letter(id: $0.offset, text: String($0.element)) }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
