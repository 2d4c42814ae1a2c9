import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// The answers to questions that the program asks while passes run: the state before the frame bound or measured
/// anything.
///
/// The engine's own state cannot answer: passes have exclusive access to it, and parts of it may still be those of the
/// previous frame.
@MainActor
struct PublishedState {
  /// The distance of the viewport from the content's start, in logical pixels.
  private(set) var contentOffset = Point.zero
  /// The size of all content, in logical pixels.
  private(set) var contentSize = Size.zero
  /// The visible rectangle, in content coordinates.
  private(set) var viewport = Rect.zero
  /// The position of the viewport along the main axis.
  private(set) var place = ScrollPlace()
  /// The bound items. This array and the others keep their storage between frames, so that recording allocates nothing.
  private(set) var boundItems: [BoundItem] = []
  /// The ranges of the bound items along the main axis, in the order of `boundItems`.
  private(set) var ranges: [ScrollPosition.ItemRange] = []
  /// The offsets of the sections with bound items that are nested scroll containers.
  private var sectionOffsets: [(section: Int, offset: Double)] = []
  /// The offsets of the innermost scroll containers around bound items.
  private var itemOffsets: [(path: ElementPath, offset: Double)] = []

  /// The list, generation, selection and focus before an update, while the update changes the states; else `nil`.
  private(set) var held: Held?

  /// The list that is shown, with its generation, selection, focus and unseen count.
  struct Held {
    let list: List
    let generation: Int
    let selection: Selection
    let focused: ElementPath?
    let unseenCount: Int

    init(_ document: borrowing Document, _ interaction: borrowing Interaction, unseenCount: Int) {
      (list, generation, self.unseenCount) = (document.list, document.generation, unseenCount)
      (selection, focused) = (interaction.selection, interaction.focused)
    }
  }

  /// Holds answers until the next record.
  mutating func hold(_ answers: Held) { held = answers }

  /// Records the answers.
  /// - Complexity: O(*v*) in the number of bound items.
  mutating func record(_ layout: borrowing LayoutState, _ scroll: borrowing ScrollState, _ bound: [BoundItem]) {
    contentOffset = layout.contentOffset(at: scroll.presentedOffset)
    contentSize = layout.contentSize
    viewport = Rect(origin: scroll.presentedOrigin, size: layout.size)
    place = scroll.place
    removeAll()
    boundItems.append(contentsOf: bound)
    for item in bound { ranges.append(ScrollPosition.ItemRange(of: item, in: layout)) }
    recordOffsets(layout, bound)
  }

  /// Forgets the answers about bound items and `held`, but keeps the storage.
  mutating func removeAll() {
    held = nil
    boundItems.removeAll(keepingCapacity: true)
    ranges.removeAll(keepingCapacity: true)
    sectionOffsets.removeAll(keepingCapacity: true)
    itemOffsets.removeAll(keepingCapacity: true)
  }

  private mutating func recordOffsets(_ layout: borrowing LayoutState, _ bound: [BoundItem]) {
    guard layout.solver.hasOwnScrolling else { return }
    for item in bound {
      guard let path = item.key.path else { continue }
      if sectionOffsets.last?.section != path.section {
        sectionOffsets.append((path.section, layout.sectionOffset(path.section)))
      }
      itemOffsets.append((path, layout.sectionOffset(holding: path)))
    }
  }

  /// Returns the offset of a section that is a nested scroll container. A section without bound items counts as being
  /// at its leading end.
  func sectionOffset(_ section: Int) -> Double { sectionOffsets.first { $0.section == section }?.offset ?? 0 }

  /// Returns the offset of the innermost scroll container around an item. For an item that is not bound, returns the
  /// offset of its section, even if a subsection scrolls.
  func sectionOffset(holding path: ElementPath) -> Double {
    itemOffsets.first { $0.path == path }?.offset ?? sectionOffset(path.section)
  }
}
