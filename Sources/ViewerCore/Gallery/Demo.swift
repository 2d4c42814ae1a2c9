import Scrollwork

/// A screen of the gallery: its names, its content, and the request that it answers.
package struct Demo: Identifiable {
  /// The library whose example it is.
  enum Library: String, CaseIterable {
    case scrollwork = "Scrollwork"
    case carbon = "Carbon"
    case karrotListKit = "KarrotListKit"
    case conv = "Conv"
    case collectionKit = "CollectionKit"
  }

  /// A wish or question of a user of another library, with its thread on GitHub.
  struct Wish: Hashable {
    var text: String
    /// The thread, in the form `owner/repository#number`.
    var thread: String

    /// The name of the repository without its owner, and the number of the thread.
    var shortThread: Substring {
      thread[(thread.firstIndex(of: "/").map(thread.index(after:)) ?? thread.startIndex)...]
    }

    /// The address of the thread.
    var address: String { "https://github.com/" + thread.replacing("#", with: "/issues/") }
  }

  /// The name in addresses: `gallery:` and the id.
  package let id: String
  let title: String
  /// The content of the screen, in one line.
  let detail: String
  let library: Library
  let symbol: Symbol
  let wish: Wish
  /// Other names that a search finds: those of the same screen in other libraries.
  let otherNames: [String]
  /// Makes the screen.
  let makeScreen: @MainActor () -> any DemoScreen

  /// The addresses of all screens.
  package static var addresses: [String] { all.map(\.address) }

  /// The prefix of demo addresses; alone, it is the address of the gallery.
  static let gallery = "gallery:"

  /// Finds the demo of an address such as `gallery:chat`; `nil` if it is no demo.
  init?(address: String) {
    guard address.hasPrefix(Self.gallery) else { return nil }
    let id = address.dropFirst(Self.gallery.count)
    guard let demo = Self.all.first(where: { $0.id == id }) else { return nil }
    self = demo
  }

  /// Declares a demo whose screen is an example.
  init(
    _ id: String, _ example: any Example.Type, _ title: String, of library: Library, _ detail: String,
    _ symbol: Symbol, also names: [String] = [], wish: String, _ thread: String
  ) {
    let (file, wish) = ("Examples/\(example).swift", Wish(text: wish, thread: thread))
    self.init(
      id: id, title: title, detail: detail, library: library, symbol: symbol, wish: wish, otherNames: names
    ) { ExampleScreen(example: example.init(), title: title, detail: detail, wish: wish, file: file) }
  }

  /// Declares a demo with a screen of its own.
  init(
    _ id: String, _ title: String, _ detail: String, _ symbol: Symbol, also names: [String] = [],
    wish: String, _ thread: String, make: @escaping @MainActor () -> any DemoScreen
  ) {
    self.init(
      id: id, title: title, detail: detail, library: .scrollwork, symbol: symbol,
      wish: Wish(text: wish, thread: thread), otherNames: names, makeScreen: make)
  }

  private init(
    id: String, title: String, detail: String, library: Library, symbol: Symbol, wish: Wish, otherNames: [String],
    makeScreen: @escaping @MainActor () -> any DemoScreen
  ) {
    (self.id, self.title, self.detail, self.library) = (id, title, detail, library)
    (self.symbol, self.wish, self.otherNames) = (symbol, wish, otherNames)
    self.makeScreen = makeScreen
  }

  var address: String { Self.gallery + id }

  /// The card on the start screen.
  var card: Sample {
    Sample(
      title: title, detail: detail, symbol: symbol, path: address, note: "\(wish.text) (\(wish.shortThread))",
      alsoFound: otherNames + [library.rawValue, wish.thread])
  }

  /// Returns the path of a source of the gallery; `nil` if the assets are missing.
  static func sourcePath(of file: String) -> String? { AssetDirectory.path(of: "gallery/" + file) }
}

/// A screen of the gallery, which cannot be filtered, sorted or reloaded.
@MainActor
protocol DemoScreen: ViewerScreen {
  /// The name of the source file of the screen in `assets/gallery`.
  var file: String { get }
}

extension DemoScreen {
  var file: String { "\(type(of: self)).swift" }
  var crumbs: [CrumbBar.Crumb] {
    [CrumbBar.Crumb(title: "Scrollwork", path: Demo.gallery), CrumbBar.Crumb(title: title, path: "")]
  }
  var filterPrompt: String? { nil }
  var hasInspection: Bool { false }
  var sourcePath: String? { Demo.sourcePath(of: file) }

  func setFilter(_ texts: [String]) throws(ExpressionError) {
    if !texts.isEmpty { throw ExpressionError("\(title) cannot be filtered") }
  }

  func setSort(_ keys: [SortKey]) throws(ExpressionError) {
    throw ExpressionError("\(title) cannot be sorted")
  }
}
