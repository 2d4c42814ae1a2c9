/// The places that the user visited in this run, and the screens of those nearby.
///
/// A kept screen is shown again in the state in which the user left it.
@MainActor
struct History {
  /// The input behind a screen, from which the screen can be made again.
  enum Place: Hashable {
    case start
    case path(String)
    case paths([String])
    case input
  }

  private struct Stop {
    var place: Place
    var screen: (any ViewerScreen)?
  }

  private var stops: [Stop] = []
  private var position = -1

  /// The number of screens kept before and after the current one. Each keeps watching its files, which costs threads
  /// and memory.
  private static let kept = 6

  var canGoBack: Bool { position > 0 }
  var canGoForward: Bool { position < stops.count - 1 }

  /// Adds a place after the current one and drops the places that followed it.
  mutating func enter(_ place: Place, showing screen: any ViewerScreen) {
    if position >= 0, stops[position].place == place {
      if stops[position].screen !== screen { stops[position].screen?.stop() }
      stops[position].screen = screen
    } else {
      for stop in stops[(position + 1)...] { stop.screen?.stop() }
      stops.removeSubrange((position + 1)...)
      stops.append(Stop(place: place, screen: screen))
      position = stops.count - 1
    }
    letGoOfFar()
  }

  /// Replaces the current place: walking through the pictures of a folder counts as one place.
  mutating func replace(by place: Place, showing screen: any ViewerScreen) {
    guard position >= 0 else { return enter(place, showing: screen) }
    stops[position] = Stop(place: place, screen: screen)
  }

  /// Moves by `step` places: -1 goes back, 1 goes forward.
  /// - Returns: The place and its screen, which is `nil` if it was dropped; `nil` if there is no such place.
  mutating func go(by step: Int) -> (place: Place, screen: (any ViewerScreen)?)? {
    guard stops.indices.contains(position + step) else { return nil }
    position += step
    letGoOfFar()
    return (stops[position].place, stops[position].screen)
  }

  /// Stops and drops the screens that are too far away. The screen of standard input stays, because it cannot be read
  /// again.
  private mutating func letGoOfFar() {
    for index in stops.indices where abs(index - position) > Self.kept && stops[index].place != .input {
      stops[index].screen?.stop()
      stops[index].screen = nil
    }
  }
}
