import Scrollwork

/// A screen from which pictures are opened, and in whose order the picture screen walks.
@MainActor
protocol PictureNeighbours: ViewerScreen {
  /// The pictures in their order on screen.
  var neighbours: PictureSequence { get }
  /// Whether all pictures are known.
  var isListed: Bool { get }
  /// Whether pictures may still be added or removed by background work.
  var isReading: Bool { get }
  /// Called when the pictures changed, even while the screen is not visible.
  var onEntriesChange: (() -> Void)? { get set }
  /// Returns the index of a picture among the neighbours.
  func position(of path: String) -> Int?
  /// Records that the picture screen walked to a picture.
  func didWalk(to index: Int)
  /// Records that the picture screen went back to a picture that was shown before.
  func didReturn(to path: String)
  /// Returns the visible cell of a picture; `nil` if there is none.
  func holder(of path: String) -> (any PictureProviding)?
  /// Selects the item of a picture and scrolls to it.
  func reveal(_ path: String)
}

/// Pictures in an order, read one at a time.
@MainActor
struct PictureSequence {
  /// The number of places. A place is without a picture if its file has gone, or if a table has too many rows to look at
  /// all of them.
  let count: Int
  /// The noun for a place.
  let noun: String
  /// The identities of the places: those of the files, or the numbers of the rows of a table.
  let identities: IdentityColumn
  private let entry: (Int) -> FolderEntry?
  /// The pictures of a folder; `nil` for those of a table.
  private let entries: EntryPart?

  /// The number of places without a picture that are skipped.
  private static let maximumSkipped = 10_000

  init(_ entries: EntryPart) {
    (count, noun, self.entries) = (entries.count, "picture", entries)
    identities = IdentityColumn(entries, id: \.id)
    entry = { entries[$0] }
  }

  /// Creates a sequence of rows of a table.
  /// - Parameter entry: Returns the picture of a row; `nil` if there is none.
  init(rows: PictureRows.Numbers, noun: String, entry: @escaping (Int) -> FolderEntry?) {
    (count, self.noun, entries) = (rows.count, noun, nil)
    identities =
      switch rows {
      case .all(let count): IdentityColumn(0..<count, id: \.self)
      case .listed(let numbers): IdentityColumn(numbers, id: \.self)
      }
    self.entry = { entry(rows[$0]) }
  }

  /// Returns the picture at a place; `nil` if there is none.
  func entry(at place: Int) -> FolderEntry? { place < count ? entry(place) : nil }

  /// Whether there is a place one step away.
  func canStep(from place: Int, by step: Int) -> Bool { place + step >= 0 && place + step < count }

  /// Returns the picture at a place, or else the next one in the direction of a walk, or else in the other direction.
  func picture(near place: Int, walking steps: Int) -> (index: Int, entry: FolderEntry)? {
    let start = min(max(place, 0), count - 1)
    let step = steps < 0 ? -1 : 1
    return picture(from: start, by: step) ?? picture(from: start, by: -step)
  }

  private func picture(from start: Int, by step: Int) -> (index: Int, entry: FolderEntry)? {
    var index = start
    for _ in 0..<Self.maximumSkipped where index >= 0 && index < count {
      if let entry = entry(index) { return (index, entry) }
      index += step
    }
    return nil
  }

  /// Returns the index in `next` of the first picture that followed a deleted one and still exists, even if other
  /// pictures were added or deleted too.
  func place(after index: Int, in next: PictureSequence) -> Int {
    guard let entries, let others = next.entries else { return min(index, next.count) }
    var places: [EntryName: Int] = [:]
    for (index, picture) in others.enumerated() { places[picture.label] = index }
    return entries[index...].lazy.compactMap { places[$0.label] }.first ?? next.count
  }
}

extension FolderScreen: PictureNeighbours {
  var neighbours: PictureSequence { PictureSequence(shown.pictures) }

  func position(of path: String) -> Int? { shown.pictures.firstIndex(path: path) }

  func didWalk(to index: Int) {}
  func didReturn(to path: String) {}
}
