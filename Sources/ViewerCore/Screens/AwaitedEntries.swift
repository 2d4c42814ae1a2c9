import Scrollwork
import ScrollworkPlatform

/// Files that are selected as soon as they are listed.
struct AwaitedEntries {
  private let paths: Set<ExactText>
  /// The hashes of the names, which are quicker to compare than paths.
  private let hashes: Set<UInt64>

  init(_ paths: [String]) {
    self.paths = Set(paths.map { ExactText($0) })
    hashes = Set(paths.map { EntryName.hash(PathBytes.encode(FilePath.lastComponent(of: $0))) })
  }

  /// The number of different files.
  var count: Int { paths.count }

  /// Returns the positions of these files in a part of a list.
  /// - Complexity: O(*n*) in the number of entries.
  func places(in entries: EntryPart) -> PositionSet {
    var places = PositionSet()
    for (place, entry) in entries.enumerated()
    where hashes.contains(entry.label.hash) && paths.contains(ExactText(entry.path)) {
      places.insert(place..<(place + 1))
    }
    return places
  }
}
