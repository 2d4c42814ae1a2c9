import ScrollworkPlatform

/// The scroll positions saved between runs, newest first.
package struct SavedPositions: Sendable {
  /// The largest number of positions saved.
  package static let limit = 200
  /// The first line of the file, with the version of its format.
  private static let header = "scrollwork places 1"

  /// The positions recorded in this run, oldest first.
  private(set) var changes: [(path: String, place: SavedPosition)] = []
  private var saved: [(path: String, place: SavedPosition)] = []

  package init() {}

  /// The paths of the saved positions, newest first.
  package var paths: [String] { saved.map(\.path) }

  package subscript(path: String) -> SavedPosition? { saved.first { $0.path == path }?.place }

  /// Records a position as the newest one, and removes the oldest if there are more than `limit`. A default position is
  /// recorded too, because the path was visited.
  /// - Parameter path: An absolute path.
  /// - Complexity: O(`limit`).
  package mutating func keep(_ place: SavedPosition, for path: String) {
    saved.removeAll { $0.path == path }
    changes.removeAll { $0.path == path }
    changes.append((path, place))
    saved.insert((path, place), at: 0)
    if saved.count > Self.limit { saved.removeLast() }
  }

  /// Merges the changes of this run into `others`, the positions that other runs saved in the meantime.
  mutating func merge(into others: SavedPositions) {
    saved = others.saved
    for (path, place) in changes {
      saved.removeAll { $0.path == path }
      saved.insert((path, place), at: 0)
    }
    if saved.count > Self.limit { saved.removeLast(saved.count - Self.limit) }
  }

  // MARK: Text form

  /// The content of the file: a header, then one line for each position.
  package var text: String {
    ([Self.header]
      + saved.map { ([PathBytes.written($0.path)] + $0.place.fields).map(Self.escaped).joined(separator: "\t") })
      .map { $0 + "\n" }.joined()
  }

  /// Parses a text written by `text`.
  /// - Throws: `MalformedLine` for the first invalid line.
  package init(text: String) throws(MalformedLine) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first.map(String.init) == Self.header else { throw MalformedLine(number: 1) }
    guard lines.popLast()?.isEmpty == true else { throw MalformedLine(number: lines.count + 1) }
    var paths: Set<String> = []
    for (index, line) in lines.enumerated().dropFirst() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map { Self.unescaped($0) }
      guard let path = fields.first.map(PathBytes.canonical), path.hasPrefix("/"),
        let place = SavedPosition(fields: Array(fields.dropFirst())),
        paths.insert(path).inserted
      else { throw MalformedLine(number: index + 1) }
      if saved.count < Self.limit { saved.append((path, place)) }
    }
  }

  /// An invalid line of the file.
  package struct MalformedLine: Error, Hashable, Sendable {
    /// The line number, counted from 1.
    package var number: Int
  }

  /// Replaces tabs, newlines and backslashes by escape sequences.
  private static func escaped(_ field: String) -> String {
    var text = ""
    for scalar in field.unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "\t": text += "\\t"
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Replaces the escape sequences of `escaped`.
  private static func unescaped(_ field: Substring) -> String {
    var text = ""
    var isEscaped = false
    for scalar in field.unicodeScalars {
      if isEscaped {
        text.unicodeScalars.append(scalar == "t" ? "\t" : scalar == "n" ? "\n" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
