/// Where one was, and the screens of the places one left last: who goes back finds them as they were.
@MainActor
struct History {
  /// Where one can go back to.
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

  /// So many screens that one left stay as they are: each goes on watching its files.
  private static let kept = 6

  var canGoBack: Bool { position > 0 }
  var canGoForward: Bool { position < stops.count - 1 }

  /// Enters a place after the present one; what came after that is forgotten.
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

  /// Takes the place of the present one: one picture after another is one place.
  mutating func replace(by place: Place, showing screen: any ViewerScreen) {
    guard position >= 0 else { return enter(place, showing: screen) }
    stops[position] = Stop(place: place, screen: screen)
  }

  /// - Returns: The place, and its screen if it was kept; `nil` if there is none so far away.
  mutating func go(by step: Int) -> (place: Place, screen: (any ViewerScreen)?)? {
    guard stops.indices.contains(position + step) else { return nil }
    position += step
    letGoOfFar()
    return (stops[position].place, stops[position].screen)
  }

  private mutating func letGoOfFar() {
    for index in stops.indices where abs(index - position) > Self.kept && stops[index].place != .input {
      stops[index].screen?.stop()
      stops[index].screen = nil
    }
  }
}
