import Scrollwork

/// A small, complete list to play with.
enum Demo: String, CaseIterable {
  case layouts
  case shuffle
  case chat
  case playground

  /// What stands in place of a path where a screen is opened.
  private static let prefix = "gallery:"

  /// The demo that an address names; `nil` if it is none of these.
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
    case .chat:
      Sample(title: "Chat", detail: "History arrives above, nothing jumps", symbol: .chat, path: address)
    case .playground:
      Sample(title: "Playground", detail: "Every layout with every animator", symbol: .sort, path: address)
    }
  }

  @MainActor
  func makeScreen() -> any ViewerScreen {
    switch self {
    case .layouts: LayoutScreen()
    case .shuffle: ShuffleScreen()
    case .chat: ChatScreen()
    case .playground: PlaygroundScreen()
    }
  }
}

/// What screens of the gallery have in common: there is nothing to filter, to sort or to read again.
@MainActor
protocol DemoScreen: ViewerScreen {
  /// The first word of what the screen is about.
  var title: String { get }
}

extension DemoScreen {
  var crumbs: [CrumbBar.Crumb] { [CrumbBar.Crumb(title: title, path: "")] }
  var filterPrompt: String? { nil }
  var hasInspection: Bool { false }

  func setFilter(_ texts: [String]) throws(ExpressionError) {
    if !texts.isEmpty { throw ExpressionError("\(title) has nothing to filter") }
  }

  func setSort(_ keys: [SortKey]) throws(ExpressionError) {
    throw ExpressionError("\(title) has nothing to sort")
  }
}
