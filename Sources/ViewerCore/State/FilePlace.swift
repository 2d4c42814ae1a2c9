import Scrollwork
import ScrollworkContentViews
import ScrollworkGeometry

/// A scroll position, focus and selection in a file, as byte offsets in the file. These are the same for each form and
/// encoding in which the file is shown.
struct FilePlace {
  /// An item that is kept in place, and its position in the viewport.
  struct Anchor: Hashable {
    var offset: Int
    /// The share of the item before the start of the view; negative if the item begins after it.
    var fraction: Double
  }

  /// An item whose bytes tell whether the file still has the same content.
  struct Witness: Hashable {
    /// The form of the items: lines, or rows of a table, which may consist of several lines.
    enum Form: Hashable {
      case line, row
    }

    var form: Form
    var offset: Int
    var checksum: UInt32
  }

  /// The generation of the items, if the same screen restores the place; `nil` if another screen does.
  var generation: Int?
  /// The items to keep in place, the most important one first.
  var anchors: [Anchor] = []
  /// Whether the list was scrolled to its start.
  var isAtStart = false
  /// Whether the list was scrolled to its end, with the items in the order of the file.
  var isAtEnd = false
  /// The offset of the focused item; `nil` without one.
  var focused: Int?
  /// The selected parts of the file, ascending.
  var selected: [Range<Int>] = []
  /// Whether more was selected than can be recorded.
  var hasLostSelection = false
  /// The focused item, or else the first selected one; `nil` if there is neither.
  var witness: Witness?
  /// Whether the list scrolls to the place with its next frame.
  var isOnItsWay = false
  /// The scroll position to save until the place is restored.
  var position: ScrollPosition?

  /// The largest number of recorded ranges, and of selected items that are not in the order of the file.
  private static let (maximumParts, maximumItems) = (10_000, 1_000_000)
  /// The number of items to keep in place: enough that a filter is likely to show one of them.
  private static let maximumAnchors = 12

  init() {}

  /// Records the place in a list with one section.
  /// - Parameters:
  ///   - isInOrder: Whether the items are in the order of the file.
  ///   - offset: Returns the file offset of the item at a position; `nil` for an item that is not part of the file.
  @MainActor
  init(in list: CollectionView, isInOrder: Bool, offset: (Int) -> Int?) {
    anchors = list.shownPlaces.prefix(Self.maximumAnchors).compactMap { place in
      offset(place.path.item).map { Anchor(offset: $0, fraction: place.fraction) }
    }
    isAtStart = list.isAtStart
    isAtEnd = isInOrder && list.isAtEnd && list.contentSize.height > list.bounds.height
    focused = list.focusedItem.flatMap { offset($0.item) }
    position = list.scrollPosition
  }

  /// Records the selected items.
  /// - Parameters:
  ///   - positions: The positions of the items.
  ///   - isWhole: Whether each position is also the number of the item in the file.
  ///   - item: Returns the number in the file of the item at a position; `nil` for an item that is not part of the
  ///     file.
  ///   - range: Returns the range in bytes of consecutive items of the file.
  mutating func select(
    _ positions: [Range<Int>], isWhole: Bool, item: (Int) -> Int?, range: (Range<Int>) -> Range<Int>?
  ) {
    var parts = positions
    if !isWhole {
      hasLostSelection = positions.reduce(0) { $0 + $1.count } > Self.maximumItems
      if hasLostSelection { return }
      parts = []
      for item in positions.joined().compactMap(item).sorted() {
        if let last = parts.last, last.upperBound == item {
          parts[parts.count - 1] = last.lowerBound..<item + 1
        } else {
          parts.append(item..<item + 1)
        }
      }
    }
    hasLostSelection = parts.count > Self.maximumParts
    if hasLostSelection { return }
    selected = parts.compactMap(range)
  }

  /// The largest offset that must be indexed to restore the place.
  var lastOffset: Int {
    max(anchors.map(\.offset).max() ?? 0, focused ?? 0, (selected.last?.upperBound ?? 1) - 1)
  }

  /// Returns a copy for the items that replace those of `generation`; `nil` stands for another screen.
  func awaiting(_ generation: Int?) -> FilePlace {
    var place = self
    (place.generation, place.isOnItsWay) = (generation, false)
    return place
  }

  /// The place in the same text after a conversion from another encoding, in which all offsets are others; `nil` except
  /// for the end.
  var converted: FilePlace? {
    guard isAtEnd else { return nil }
    var place = FilePlace()
    (place.isAtEnd, place.generation) = (true, generation)
    return place
  }

  /// Removes the focused and the selected items.
  mutating func deselect() { (focused, selected) = (nil, []) }

  /// Returns the position of the first anchor that is shown, and its share before the start of the viewport; `nil` if
  /// none is shown.
  /// - Parameter position: Returns the position of the item at an offset; `nil` if it is not shown.
  func firstShown(_ position: (Int) -> Int?) -> (position: Int, fraction: Double)? {
    for anchor in anchors {
      if let found = position(anchor.offset) { return (found, anchor.fraction) }
    }
    return nil
  }

  /// Whether to scroll to the start to show an item: the list was there, and less than two items precede the viewport.
  func isStart(_ position: Int, _ fraction: Double) -> Bool { isAtStart && Double(position) + fraction < 2 }
}

extension CollectionView {
  /// The visible items with the share of each before the start of the viewport: the focused item first if it is
  /// visible, then the others in their order.
  var shownPlaces: [(path: ElementPath, fraction: Double)] {
    var places: [(path: ElementPath, fraction: Double)] = []
    for cell in visibleCells {
      guard let view = cell.content, view.bounds.height > 0 else { continue }
      let top = convertFromRoot(view.convertToRoot(view.bounds).origin).y - contentInsets.top
      // An item that is nearly out of sight is not the one that the user reads.
      guard top > -view.bounds.height + 0.5, top < bounds.height else { continue }
      places.append((cell.path, -top / view.bounds.height))
    }
    if let place = places.firstIndex(where: { $0.path == focusedItem && $0.fraction <= 0 }) {
      places.insert(places.remove(at: place), at: 0)
    }
    return places
  }

  /// Scrolls so that the share `fraction` of the item at `path` is before the start of the viewport.
  func restore(_ path: ElementPath, _ fraction: Double) {
    let list = snapshot()
    guard list.contains(path) else { return }
    let place = ScrollPosition.Place(
      section: list.sections[path.section].id.description, item: id(at: path).description,
      path: [path.section, path.item], fraction: fraction)
    restore(ScrollPosition(places: [place], isAtEnd: false))
  }
}
