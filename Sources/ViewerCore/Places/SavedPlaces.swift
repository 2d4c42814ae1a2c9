import ScrollworkPlatform

/// The places in folders and files that are kept from one run to the next, those that were left last first.
package struct SavedPlaces: Sendable {
  /// So many are kept.
  package static let limit = 200
  private static let header = "scrollwork places 1"

  /// Those that were left since, in that order; `nil` for what has no place of its own any more.
  private(set) var news: [(path: String, place: SavedPlace?)] = []
  private var known: [(path: String, place: SavedPlace)] = []

  package init() {}

  package var paths: [String] { known.map(\.path) }

  package subscript(path: String) -> SavedPlace? { known.first { $0.path == path }?.place }

  /// Keeps the place as the newest, and lets go of the oldest if there are too many. The usual place needs no keeping.
  /// - Parameter path: An absolute path.
  package mutating func keep(_ place: SavedPlace, for path: String) {
    known.removeAll { $0.path == path }
    news.removeAll { $0.path == path }
    news.append((path, place.isUsual ? nil : place))
    guard !place.isUsual else { return }
    known.insert((path, place), at: 0)
    if known.count > Self.limit { known.removeLast() }
  }

  /// Takes in what others have kept meanwhile: theirs holds but for what was left here since.
  mutating func merge(into others: SavedPlaces) {
    known = others.known
    for (path, place) in news {
      known.removeAll { $0.path == path }
      if let place { known.insert((path, place), at: 0) }
    }
    if known.count > Self.limit { known.removeLast(known.count - Self.limit) }
  }

  // MARK: As text

  package var text: String {
    ([Self.header]
      + known.map { ([PathBytes.written($0.path)] + $0.place.fields).map(Self.escaped).joined(separator: "\t") })
      .map { $0 + "\n" }.joined()
  }

  /// Reads what `text` has written.
  /// - Throws: The first line that is not such as is written, counted from 1.
  package init(text: String) throws(MalformedLine) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first.map(String.init) == Self.header else { throw MalformedLine(number: 1) }
    guard lines.popLast()?.isEmpty == true else { throw MalformedLine(number: lines.count + 1) }
    var paths: Set<String> = []
    for (index, line) in lines.enumerated().dropFirst() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map { Self.unescaped($0) }
      guard let path = fields.first.map(PathBytes.canonical), path.hasPrefix("/"),
        let place = SavedPlace(fields: Array(fields.dropFirst())),
        paths.insert(path).inserted
      else { throw MalformedLine(number: index + 1) }
      if known.count < Self.limit { known.append((path, place)) }
    }
  }

  package struct MalformedLine: Error, Hashable, Sendable {
    package var number: Int
  }

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
