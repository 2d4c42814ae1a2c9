import Scrollwork
import ScrollworkPlatform

/// Files that are selected once they are listed, even if the list reaches them by symbolic links.
struct AwaitedEntries {
  /// The paths with links resolved.
  private var paths: Set<ExactText> = []
  private var realPaths = RealPaths()
  /// The hashes of the names, which are quicker to compare than paths.
  private let hashes: Set<UInt64>

  init(_ paths: [String]) {
    hashes = Set(paths.map { EntryName.hash(PathBytes.encode(FilePath.lastComponent(of: $0))) })
    for path in paths { self.paths.insert(ExactText(realPaths.path(of: path))) }
  }

  /// The number of different files.
  var count: Int { paths.count }

  /// Returns the positions of the awaited files in a part of a list.
  /// - Complexity: O(*n*) in the number of entries.
  mutating func places(in entries: EntryPart) -> PositionSet {
    var places = PositionSet()
    for (place, entry) in entries.enumerated()
    where hashes.contains(entry.label.hash) && paths.contains(ExactText(realPaths.path(of: entry.path))) {
      places.insert(place..<(place + 1))
    }
    return places
  }
}
