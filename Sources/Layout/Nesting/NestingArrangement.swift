import ScrollworkDiffing
import ScrollworkGeometry

/// An arrangement that may contain subsections. The defaults suit an arrangement of items alone.
///
/// An element is known by its key in section 0. Subsections are numbered in the order of declaration, each before those
/// inside it; a decoration or boundary supplementary has the number of its subsection, counted from 1, as its `item`.
/// Headers and footers of subsections are items.
protocol NestingArrangement: LayoutArrangement {
  /// Whether there is nothing but items. Then `appendElements(in:pinnedIn:to:)` is not called.
  var placesOnlyItems: Bool { get }

  /// Whether the view binds every item that a query finds, even if its frame lies outside the query rect.
  var keepsInvisibleItems: Bool { get }

  /// Whether the items are placed in columns of one width.
  var placesInColumns: Bool { get }

  /// Returns the query rect that the innermost layout uses for `rect`; layout modifiers may inset it.
  func queryRect(_ rect: Rect) -> Rect

  /// Appends the elements whose frames intersect `rect`, each once and in any order. Further elements may be appended.
  /// Pinned elements have their pinned frames for `viewport`.
  func appendElements(in rect: Rect, pinnedIn viewport: Rect, to elements: inout [LayoutElement])

  /// Returns the frame of an element without pinning, or its pinned frame; nil if there is none.
  /// - Parameter viewport: The viewport for the pinned frame; nil for the frame without pinning.
  func frame(for key: LayoutElement.Key, pinnedIn viewport: Rect?) -> Rect?

  /// Returns the kind and the intrinsic axes of an element, and whether it still has to be measured; nil if there is no
  /// such element.
  func properties(of key: LayoutElement.Key) -> ElementProperties?

  /// Returns the key of the supplementary or decoration that has the given kind and belongs to the same item or
  /// subsection as `key`; nil if there is none.
  func key(of kind: LayoutKind, beside key: LayoutElement.Key) -> LayoutElement.Key?

  /// Records the measured size of an element; nil discards it after the content changed.
  /// - Returns: Whether any frame changed.
  mutating func setMeasured(_ size: Size?, for key: LayoutElement.Key) -> Bool

  /// Replaces the estimated size of unmeasured items by the mean of the measured sizes, on intrinsic axes.
  /// - Parameters:
  ///   - tolerance: The largest difference between mean and estimate that has no effect, as a fraction of the estimate.
  ///   - minimumCount: The smallest number of measured items that has an effect.
  /// - Returns: Whether any frame changed.
  mutating func adoptMeanEstimate(tolerance: Double, minimumCount: Int) -> Bool

  /// Changes the provided size of an item.
  /// - Returns: False if the arrangement cannot do that, so that the caller has to arrange all items anew.
  mutating func setSize(_ size: Size, of item: Int) -> Bool

  /// Returns the extents that pinned elements cover at the start and the end of the viewport while an item is visible,
  /// in logical pixels.
  func pinnedExtents(of item: Int) -> (start: Double, end: Double)

  /// Visits the subsections that a query asks for, each before those inside it.
  func forEachChild(_ query: ChildScope.Query, _ body: (ChildScope) -> Void)

  /// Scrolls a subsection that is a scroll container.
  /// - Parameter offset: The offset from its leading end, in logical pixels.
  /// - Returns: Whether the offset changed.
  mutating func scrollSubsection(_ subsection: Int, to offset: Double) -> Bool

  /// Returns the nearest item above or below `item`, in the same subsection if possible, otherwise in the nearest one.
  /// If `item` is nil, returns the item that takes the focus when the focus enters the content from above or below.
  /// - Parameters:
  ///   - x: The x coordinate that the movement keeps.
  ///   - isPassedOver: Returns whether the movement skips an item because it cannot take the focus.
  /// - Returns: Nil if there is no such item, or if the arrangement has no subsections.
  func neighbour(of item: Int?, isDown: Bool, from x: Double, passingOver isPassedOver: (Int) -> Bool) -> Int?

  /// Does the work that was deferred for the frame of an item, such as laying out its subsection. Called for scroll
  /// targets, which need exact frames.
  /// - Returns: Whether any frame changed.
  mutating func resolve(item: Int) -> Bool

  /// The number of subsections whose size is still an estimate, because they were never near the viewport.
  var pendingCount: Int { get }

  /// Computes the sizes of some of the subsections that have an estimated size.
  /// - Parameter work: The work allowed, reduced by the work done; a subsection counts as `LayoutSolver.workOfLayout`.
  /// - Returns: Whether any frame changed.
  mutating func resolvePending(work: inout Int) -> Bool

  /// The groups of items or subsections that follow each other on the cross axis; nil if there are none.
  var rowsAcross: RowsGeometry? { get }

  /// Returns the index of the group in `rowsAcross` that contains an item; nil if there are no such groups.
  func groupAcross(of item: Int) -> Int?

  /// Returns the width of an item if its measured height is valid in other rows of that width, and nil otherwise; see
  /// `LayoutSolver.rowWidth(of:)`.
  func rowWidth(of item: Int) -> Double?

  /// Records the measured sizes of items that came from other sections. A size is recorded only if ``rowWidth(of:)`` of
  /// the item is the same as before.
  mutating func receive(_ crossings: [LayoutSolver.Crossing])

  /// Returns the mistakes found in the declarations of subsections since the last call; none unless `Checks.areOn`.
  mutating func takeProblems() -> Set<LayoutProblem>
}

extension NestingArrangement {
  var placesOnlyItems: Bool { true }
  var keepsInvisibleItems: Bool { false }
  var placesInColumns: Bool { false }
  func queryRect(_ rect: Rect) -> Rect { rect }
  func appendElements(in rect: Rect, pinnedIn viewport: Rect, to elements: inout [LayoutElement]) {}

  func frame(for key: LayoutElement.Key, pinnedIn viewport: Rect?) -> Rect? {
    guard key.kind == .item else { return nil }
    guard let viewport else { return frame(of: key.item) }
    var frame: Rect?
    forEachPinnedItem(in: viewport) { if $0 == key.item { frame = $1 } }
    return frame
  }

  func properties(of key: LayoutElement.Key) -> ElementProperties? {
    guard key.kind == .item else { return nil }
    let intrinsic = intrinsicAxes(of: key.item)
    return ElementProperties(
      intrinsicAxes: intrinsic, isEstimated: (intrinsic.width || intrinsic.height) && !isMeasured(key.item))
  }

  func key(of kind: LayoutKind, beside key: LayoutElement.Key) -> LayoutElement.Key? { nil }

  mutating func setMeasured(_ size: Size?, for key: LayoutElement.Key) -> Bool {
    key.kind == .item && setMeasured(size, of: key.item)
  }

  mutating func adoptMeanEstimate(tolerance: Double, minimumCount: Int) -> Bool { false }
  mutating func setSize(_ size: Size, of item: Int) -> Bool { false }
  func pinnedExtents(of item: Int) -> (start: Double, end: Double) { (0, 0) }
  func forEachChild(_ query: ChildScope.Query, _ body: (ChildScope) -> Void) {}
  mutating func scrollSubsection(_ subsection: Int, to offset: Double) -> Bool { false }

  func neighbour(of item: Int?, isDown: Bool, from x: Double, passingOver isPassedOver: (Int) -> Bool) -> Int? { nil }

  mutating func resolve(item: Int) -> Bool { false }
  var pendingCount: Int { 0 }
  mutating func resolvePending(work: inout Int) -> Bool { false }
  var rowsAcross: RowsGeometry? { nil }
  func groupAcross(of item: Int) -> Int? { nil }
  func rowWidth(of item: Int) -> Double? { nil }
  mutating func receive(_ crossings: [LayoutSolver.Crossing]) {}
  mutating func takeProblems() -> Set<LayoutProblem> { [] }

  /// Returns the scroll container with the given subsection number; nil if that subsection is not a scroll container.
  func scrollingChild(_ subsection: Int) -> ChildScope? {
    var found: ChildScope?
    forEachChild(.element(.init(kind: .boundary, section: 0, item: subsection + 1))) {
      if $0.subsection == subsection { found = $0 }
    }
    return found
  }
}

/// An arrangement of a type that the program defines; it has no subsections.
struct PlainArrangement: NestingArrangement {
  var base: any LayoutArrangement

  var contentSize: Size { base.contentSize }
  var overflow: Double { base.overflow }
  func frame(of item: Int) -> Rect { base.frame(of: item) }
  func forEachItem(in rect: Rect, _ body: (Int, Rect) -> Void) { base.forEachItem(in: rect, body) }
  func forEachPinnedItem(in viewport: Rect, _ body: (Int, Rect) -> Void) {
    base.forEachPinnedItem(in: viewport, body)
  }
  func intrinsicAxes(of item: Int) -> (width: Bool, height: Bool) { base.intrinsicAxes(of: item) }
  func isMeasured(_ item: Int) -> Bool { base.isMeasured(item) }
  mutating func setMeasured(_ size: Size?, of item: Int) -> Bool { base.setMeasured(size, of: item) }
  mutating func resolve(in rect: Rect) -> Bool { base.resolve(in: rect) }
  mutating func update(to items: LayoutItems, _ mapping: PositionMapping) -> Bool { base.update(to: items, mapping) }
}

extension CollectionLayout {
  /// Returns the arrangement of the items as one that may contain subsections.
  func arrangement(of items: LayoutItems) -> any NestingArrangement {
    let arrangement = arrange(items)
    return arrangement as? any NestingArrangement ?? PlainArrangement(base: arrangement)
  }
}

extension ListedArrangement: NestingArrangement {}

extension WaterfallArrangement: NestingArrangement {
  var placesInColumns: Bool { true }
}

extension LayoutElement.Key {
  /// Returns the key of an item in section 0.
  static func item(_ item: Int) -> Self { .item(ElementPath(section: 0, item: item)) }

  /// Whether the arrangement of a section contains the element: an item, a badge, or an element of a subsection.
  var isInArrangement: Bool { host != nil || item > 0 && (kind == .decoration || kind == .boundary) }

  /// Returns the same key in another section.
  func inSection(_ section: Int) -> Self {
    var copy = self
    copy.section = section
    return copy
  }

  /// Returns the key that this element has in an outer arrangement. The key's number of an item increases by `cells`,
  /// the number of items before the inner arrangement; its number of a subsection increases by `subsections`, the number
  /// of subsections before it.
  func shifted(cells: Int, subsections: Int) -> Self {
    var copy = self
    copy.item += host == nil ? subsections : cells
    return copy
  }
}

extension [LayoutElement] {
  /// Gives an item its pinned frame, and appends the item if it is not among the elements from index `first` on.
  /// - Parameter visible: A rectangle. If the pinned frame shares no area with it, the item is removed instead.
  mutating func pin(
    _ key: LayoutElement.Key, at frame: Rect, natural: Rect, zIndex: Int = 1, visible: Rect? = nil, from first: Int
  ) {
    if let index = self[first...].firstIndex(where: { $0.key == key }) { remove(at: index) }
    if let visible, !frame.sharesArea(with: visible) { return }
    append(LayoutElement(key: key, frame: frame, natural: natural, zIndex: zIndex, isPinned: frame != natural))
  }

  /// Changes the elements from index `first` on, and removes those for which `body` returns false.
  mutating func compact(from first: Int, _ body: (inout LayoutElement) -> Bool) {
    var end = first
    for index in first..<count where body(&self[index]) {
      if end != index { swapAt(end, index) }
      end += 1
    }
    removeLast(count - end)
  }
}

/// The properties of an element that do not depend on its frame.
struct ElementProperties {
  /// The declared kind of a supplementary or decoration; nil for items.
  var kind: LayoutKind?
  /// The intrinsic axes: those whose size the content decides.
  var intrinsicAxes: (width: Bool, height: Bool)
  /// Whether the element was not measured yet on an intrinsic axis.
  var isEstimated: Bool
}

/// A subsection that has a handler of visible items or is a scroll container.
struct ChildScope {
  /// The items of the subsection, including its header and footer, as positions in the whole arrangement.
  var cells: Range<Int>
  /// The numbers of the subsection and of all subsections inside it. The subsection's own number comes first.
  var subsections: Range<Int>
  /// Whether the first item is the header.
  let hasHeader: Bool
  /// Whether the last item is the footer.
  let hasFooter: Bool
  /// The frame of the subsection. If it is a scroll container, it clips its content at the sides of this frame.
  var frame: Rect
  /// The handler to call with the visible items of the subsection; nil if it has none.
  let handler: VisibleItemsHandler?
  /// The scroll state; nil if the subsection is not a scroll container.
  let scrolling: CrossScrollMetrics?

  /// The number of the subsection.
  var subsection: Int { subsections.lowerBound }
  /// The positions of the items without header and footer. In a scroll container, these are the items that scroll.
  var body: Range<Int> { cells.lowerBound + (hasHeader ? 1 : 0)..<cells.upperBound - (hasFooter ? 1 : 0) }

  /// The subsections that a query visits.
  enum Query {
    /// The subsections with a handler of visible items.
    case handlers
    /// The scroll containers that intersect a rectangle; others may be visited too.
    case rect(Rect)
    /// The scroll containers that contain an element. If it belongs to a subsection itself, that subsection is visited
    /// too if it is a scroll container.
    case element(LayoutElement.Key)
  }

  /// Returns a copy for an outer arrangement, in which the subsection has another frame. All numbers are increased by
  /// the `cells` items and `subsections` subsections before this one.
  func placed(at frame: Rect, cells: Int = 0, subsections: Int = 0) -> ChildScope {
    var copy = self
    copy.frame = frame
    copy.cells = self.cells.lowerBound + cells..<self.cells.upperBound + cells
    copy.subsections = self.subsections.lowerBound + subsections..<self.subsections.upperBound + subsections
    return copy
  }

  /// Returns the position and the kind of an element for the handler; nil for an element outside the subsection. The
  /// position of an item counts from the first one after the header; that of the subsection's own elements is zero. The
  /// kind is nil except for the subsection's header and footer.
  func role(of key: LayoutElement.Key) -> (item: Int, kind: LayoutKind?)? {
    switch key.kind {
    case .item where cells.contains(key.item):
      if hasHeader, key.item == cells.lowerBound { return (0, .header) }
      if hasFooter, key.item == cells.upperBound - 1 { return (0, .footer) }
      return (key.item - body.lowerBound, nil)
    case .badge where cells.contains(key.item): return (key.item - body.lowerBound, nil)
    case .decoration where subsections.contains(key.item - 1), .boundary where subsections.contains(key.item - 1):
      return (key.item - 1 - subsection, nil)
    default: return nil
    }
  }
}
