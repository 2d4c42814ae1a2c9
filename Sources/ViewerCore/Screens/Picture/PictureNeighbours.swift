import Scrollwork

/// A screen from which pictures are opened. The picture screen steps through pictures in its order.
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
  /// Returns the index of a picture among the neighbours; `nil` if it is not among them.
  func position(of path: String) -> Int?
  /// Called after the picture screen stepped to the picture at an index.
  func didWalk(to index: Int)
  /// Called after the picture screen returned to a picture that was shown before.
  func didReturn(to path: String)
  /// Returns the visible cell of a picture; `nil` if there is none.
  func holder(of path: String) -> (any PictureProviding)?
  /// Selects the item of a picture and scrolls to it.
  func reveal(_ path: String)
  /// The tag of the row whose picture is open; `nil` if not rows but files are tagged.
  var tagOfOpenRow: UInt8? { get }
}

extension PictureNeighbours {
  var tagOfOpenRow: UInt8? { nil }
}

/// A sequence of pictures, each of which is looked up on demand.
@MainActor
struct PictureSequence {
  /// The number of positions. A position has no picture if its file is gone, or if a table has too many rows to check
  /// all of them.
  let count: Int
  /// The noun for a position, such as "picture".
  let noun: String
  /// The identities of the positions: those of the files, or the numbers of the rows of a table.
  let identities: IdentityColumn
  private let entry: (Int) -> FolderEntry?
  /// The pictures of a folder; `nil` for those of a table.
  private let entries: EntryPart?

  /// The largest number of positions without a picture that are skipped.
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

  /// Returns the picture at a position; `nil` if there is none.
  func entry(at place: Int) -> FolderEntry? { place < count ? entry(place) : nil }

  /// Returns whether there is a position `step` positions further.
  func canStep(from place: Int, by step: Int) -> Bool { place + step >= 0 && place + step < count }

  /// Returns the picture at a position, or else the next one in the direction of `steps`, or else in the other
  /// direction; `nil` if there is none.
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

  /// Returns the index in `next` of the first picture at or after `index` that still exists there, even if other
  /// pictures were added or deleted; the count of `next` if there is none.
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
