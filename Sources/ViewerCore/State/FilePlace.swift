import Scrollwork
import ScrollworkContentViews
import ScrollworkGeometry

/// The place of the user in a file, in terms that are the same in each form and encoding: offsets in the file, in bytes.
struct FilePlace {
  /// An item with a place in the view.
  struct Anchor: Hashable {
    var offset: Int
    /// The share of the item before the start of the view; negative if the item begins after it.
    var fraction: Double
  }

  /// An item whose bytes tell whether the file still has the same content.
  struct Witness: Hashable {
    /// The form of the items: a row of a table may have several lines.
    enum Form: Hashable {
      case line, row
    }

    var form: Form
    var offset: Int
    var checksum: UInt32
  }

  /// The generation of the items in a screen that shows them anew itself; `nil` for the place in another screen.
  var generation: Int?
  /// The items to keep in place, the most important one first.
  var anchors: [Anchor] = []
  /// Whether the view was at its start.
  var isAtStart = false
  /// Whether the view was at the end of items in the order of the file.
  var isAtEnd = false
  /// The offset of the focused item; `nil` without one.
  var focused: Int?
  /// The selected parts of the file, ascending.
  var selected: [Range<Int>] = []
  /// Whether items were selected in more parts than are kept.
  var hasLostSelection = false
  /// The focused item, or else the first selected one.
  var witness: Witness?
  /// Whether the list goes there with its next frame.
  var isOnItsWay = false
  /// The scroll position, which is saved until the place is restored.
  var position: ScrollPosition?

  /// The largest number of selected parts, and of selected items that may be in any order.
  private static let (maximumParts, maximumItems) = (10_000, 1_000_000)
  /// The number of items to keep in place: enough that a filter is likely to show one of them.
  private static let maximumAnchors = 12

  init() {}

  /// Records the place of a list with one section.
  /// - Parameters:
  ///   - isInOrder: Whether the items are in the order of the file.
  ///   - offset: Returns the offset of the item at a position; `nil` for an item that is no part of the file.
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

  /// Records selected items.
  /// - Parameters:
  ///   - positions: The positions of the items.
  ///   - isWhole: Whether a position is the number of an item in the file.
  ///   - item: Returns the number in the file of the item at a position; `nil` for an item that is no part of it.
  ///   - range: Returns the bytes of items that follow each other in the file.
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

  /// The offset up to which the file must be known to restore the place.
  var lastOffset: Int {
    max(anchors.map(\.offset).max() ?? 0, focused ?? 0, (selected.last?.upperBound ?? 1) - 1)
  }

  /// Returns the place for items that follow those of a generation; `nil` for another screen.
  func awaiting(_ generation: Int?) -> FilePlace {
    var place = self
    (place.generation, place.isOnItsWay) = (generation, false)
    return place
  }

  /// Forgets the focused and the selected items.
  mutating func deselect() { (focused, selected) = (nil, []) }

  /// Returns the first anchor that is shown, with its position.
  /// - Parameter position: Returns the position of the item at an offset; `nil` if it is not shown.
  func firstShown(_ position: (Int) -> Int?) -> (position: Int, fraction: Double)? {
    for anchor in anchors {
      if let found = position(anchor.offset) { return (found, anchor.fraction) }
    }
    return nil
  }

  /// Whether the view goes to its start to show an item at a position: it was there, and nearly nothing is before it.
  func isStart(_ position: Int, _ fraction: Double) -> Bool { isAtStart && Double(position) + fraction < 2 }
}

extension CollectionView {
  /// The visible items with the share of each before the start of the view: the focused one if it is visible, then the
  /// others in their order.
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

  /// Scrolls to an item of the list on screen so that a share of it is before the start of the view.
  func restore(_ path: ElementPath, _ fraction: Double) {
    let list = snapshot()
    guard list.contains(path) else { return }
    let place = ScrollPosition.Place(
      section: list.sections[path.section].id.description, item: id(at: path).description,
      path: [path.section, path.item], fraction: fraction)
    restore(ScrollPosition(places: [place], isAtEnd: false))
  }
}
