import Scrollwork

/// The demos of the gallery, each of which has a screen.
enum Demo: String, CaseIterable {
  case layouts
  case shuffle
  case chat
  case reorder
  case playground

  /// The prefix of addresses that name a demo instead of a path.
  private static let prefix = "gallery:"

  /// Parses an address such as `gallery:chat`; `nil` if it is no demo.
  init?(address: String) {
    guard address.hasPrefix(Self.prefix) else { return nil }
    self.init(rawValue: String(address.dropFirst(Self.prefix.count)))
  }

  var address: String { Self.prefix + rawValue }

  var sample: Sample {
    switch self {
    case .layouts:
      Sample(title: "Layouts", detail: "Every kind of section in one list", symbol: .sliders, path: address)
    case .shuffle:
      Sample(title: "Shuffle", detail: "Two hundred dots find new places", symbol: .shuffle, path: address)
    case .reorder:
      Sample(
        title: "Reorder", detail: "Drag rows and tiles, or Alt with arrows", symbol: .sort, path: address)
    case .chat:
      Sample(title: "Chat", detail: "History arrives above, nothing jumps", symbol: .chat, path: address)
    case .playground:
      Sample(title: "Playground", detail: "Every layout with every animator", symbol: .sort, path: address)
    }
  }

  /// Makes the screen of the demo.
  @MainActor
  func makeScreen() -> any ViewerScreen {
    switch self {
    case .layouts: LayoutScreen()
    case .shuffle: ShuffleScreen()
    case .reorder: ReorderScreen()
    case .chat: ChatScreen()
    case .playground: PlaygroundScreen()
    }
  }
}

/// A screen of the gallery, which cannot be filtered, sorted or reloaded.
@MainActor
protocol DemoScreen: ViewerScreen {
  /// The name of the demo.
  var title: String { get }
}

extension DemoScreen {
  var crumbs: [CrumbBar.Crumb] { [CrumbBar.Crumb(title: title, path: "")] }
  var filterPrompt: String? { nil }
  var hasInspection: Bool { false }

  func setFilter(_ texts: [String]) throws(ExpressionError) {
    if !texts.isEmpty { throw ExpressionError("\(title) cannot be filtered") }
  }

  func setSort(_ keys: [SortKey]) throws(ExpressionError) {
    throw ExpressionError("\(title) cannot be sorted")
  }
}
