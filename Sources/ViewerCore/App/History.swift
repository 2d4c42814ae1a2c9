/// The places that the user visited in this run, and the screens of the places near the current one.
///
/// A kept screen is shown again in the state in which the user left it. A screen that is stopped may report a change to
/// the viewer, which reads the history; so screens are stopped when a change of the history is complete.
@MainActor
final class History {
  /// The input behind a screen, from which the screen can be made again.
  enum Place: Hashable {
    /// The start screen.
    case start
    /// A file, a folder, a `gallery:` address or the address of a picture.
    case path(String)
    /// A list of paths.
    case paths([String])
    /// Standard input, which cannot be opened again.
    case input
  }

  /// A visited place with its screen, or with `nil` if the screen was dropped.
  private struct Entry {
    var place: Place
    var screen: (any ViewerScreen)?
  }

  /// The visited places, oldest first.
  private var entries: [Entry] = []
  /// The index of the current place.
  private var position = -1

  /// The number of screens kept on either side of the current one. Each keeps watching its files, which costs threads
  /// and memory.
  private static let keptScreenCount = 6

  /// Whether there is an earlier place.
  var canGoBack: Bool { position > 0 }
  /// Whether the user has gone back from a later place.
  var canGoForward: Bool { position < entries.count - 1 }

  /// The current place; `nil` before the first one.
  var current: Place? { position >= 0 ? entries[position].place : nil }

  /// The place before the current one; `nil` if there is none.
  var previous: Place? { canGoBack ? entries[position - 1].place : nil }

  /// Adds a place after the current one and drops the places that followed it. If it is the current place, only
  /// replaces the screen.
  func enter(_ place: Place, showing screen: any ViewerScreen) {
    var dropped: [any ViewerScreen]
    if position >= 0, entries[position].place == place {
      dropped = entries[position].screen.map { $0 === screen ? [] : [$0] } ?? []
      entries[position].screen = screen
    } else {
      dropped = entries[(position + 1)...].compactMap(\.screen)
      entries.removeSubrange((position + 1)...)
      entries.append(Entry(place: place, screen: screen))
      position = entries.count - 1
    }
    dropped += takeDistantScreens()
    for screen in dropped { screen.stop() }
  }

  /// Replaces the current place. Stepping through the pictures of a folder does so, so that all of them count as one
  /// place.
  func replace(by place: Place, showing screen: any ViewerScreen) {
    guard position >= 0 else { return enter(place, showing: screen) }
    entries[position] = Entry(place: place, screen: screen)
  }

  /// Moves by `step` places: -1 goes back, 1 goes forward.
  /// - Returns: `nil` if there is no such place. Otherwise the place, with its screen unless that was dropped.
  func go(by step: Int) -> (place: Place, screen: (any ViewerScreen)?)? {
    guard entries.indices.contains(position + step) else { return nil }
    position += step
    for screen in takeDistantScreens() { screen.stop() }
    return (entries[position].place, entries[position].screen)
  }

  /// Stops all screens.
  func stop() {
    for entry in entries { entry.screen?.stop() }
  }

  /// Removes and returns the screens that are too far away. The screen of standard input stays, because it cannot be
  /// read again.
  private func takeDistantScreens() -> [any ViewerScreen] {
    var taken: [any ViewerScreen] = []
    for index in entries.indices where abs(index - position) > Self.keptScreenCount && entries[index].place != .input {
      if let screen = entries[index].screen { taken.append(screen) }
      entries[index].screen = nil
    }
    return taken
  }
}
