import ScrollworkDiffing
import ScrollworkGeometry

/// The arrangement of a layout modifier, which wraps the arrangement of its base layout. If the base layout has
/// subsections, their items are placed, but not their other elements.
struct WrappedArrangement: NestingArrangement {
  private(set) var base: any NestingArrangement
  private let modifier: LayoutModifier
  /// The insets of the base layout in its container; zero unless the modifier insets the container.
  private var insets = Insets.zero
  /// The insets of the query rect; nil unless the modifier insets the visible frame.
  private var queryInsets: Insets?
  private var isTransposed = false
  private var sticky: StickyItems?

  init(_ layout: ModifiedLayout, _ items: LayoutItems) {
    modifier = layout.modifier
    base = layout.base.arrangement(of: modifier.inner(items))
    apply(to: items)
  }

  /// Resolves the modifier for the given items.
  private mutating func apply(to items: LayoutItems) {
    switch modifier {
    case .inset(let declared): insets = declared.resolved(in: items.container)
    case .transposed: isTransposed = true
    case .visibleFrame(let insets): queryInsets = insets
    case .sticky(let rule): sticky = StickyItems(items, rule.value)
    }
  }

  var contentSize: Size {
    let size = base.contentSize
    if isTransposed { return size.transposed }
    return Size(width: size.width + insets.horizontal, height: size.height + insets.vertical)
  }

  var keepsInvisibleItems: Bool { queryInsets != nil || base.keepsInvisibleItems }

  /// Maps a frame from the base layout's coordinates to those of this arrangement.
  private func mapped(_ frame: Rect) -> Rect {
    isTransposed ? frame.transposed : frame.offset(x: insets.leading, y: insets.top)
  }

  /// Maps a query rect to the base layout's coordinates.
  private func unmapped(_ rect: Rect) -> Rect {
    let rect = unmapped(viewport: rect)
    return queryInsets.map { rect.inset(by: $0) } ?? rect
  }

  /// Maps the viewport to the base layout's coordinates. Insets of the query rect are left out, because they must not
  /// move pinned elements.
  private func unmapped(viewport: Rect) -> Rect {
    isTransposed ? viewport.transposed : viewport.offset(x: -insets.leading, y: -insets.top)
  }

  func frame(of item: Int) -> Rect { mapped(base.frame(of: item)) }

  func forEachItem(in rect: Rect, _ body: (Int, Rect) -> Void) {
    base.forEachItem(in: unmapped(rect)) { body($0, mapped($1)) }
  }

  func forEachPinnedItem(in viewport: Rect, _ body: (Int, Rect) -> Void) {
    base.forEachPinnedItem(in: unmapped(viewport: viewport)) { body($0, mapped($1)) }
    if let (kept, frame) = keptItem(in: viewport) { body(kept, frame) }
  }

  /// Returns the sticky item that is pinned while `viewport` is visible, with its pinned frame.
  private func keptItem(in viewport: Rect) -> (item: Int, frame: Rect)? {
    guard let sticky, case (let kept?, let next) = stickyItems(sticky, in: viewport) else {
      return nil
    }
    var frame = self.frame(of: kept)
    let limit = next.map { self.frame(of: $0).minY } ?? viewport.maxY
    frame.origin.y = min(viewport.minY, limit - frame.height)
    return (kept, frame)
  }

  /// Returns the sticky item to pin, which is the last one that begins above the viewport, and the next sticky item if
  /// that may push the pinned one out.
  private func stickyItems(_ sticky: StickyItems, in viewport: Rect) -> (kept: Int?, next: Int?) {
    let last = lastItem(of: sticky.count, in: viewport)
    var (kept, next) = (sticky.last(upTo: last), Int?.none)
    while let item = kept, frame(of: item).minY >= viewport.minY {
      (kept, next) = (sticky.last(upTo: item - 1), item)
    }
    // A sticky item below the viewport affects the pinned one only if that is taller than the viewport.
    if let kept, next == nil, frame(of: kept).height > viewport.height { next = sticky.first(from: last + 1) }
    return (kept, next)
  }

  /// Returns the last item that is visible or begins above the end of the viewport; -1 if there is none.
  private func lastItem(of count: Int, in viewport: Rect) -> Int {
    let below = (0..<count).partitioningIndex { frame(of: $0).minY >= viewport.maxY }
    return max(below, base.items(in: unmapped(viewport: viewport)).upperBound) - 1
  }

  func queryRect(_ rect: Rect) -> Rect { mapped(base.queryRect(unmapped(rect))) }

  func pinnedExtents(of item: Int) -> (start: Double, end: Double) {
    guard !isTransposed else { return (0, 0) }
    let inner = base.pinnedExtents(of: item)
    return (inner.start + (sticky?.last(upTo: item - 1).map { frame(of: $0).height } ?? 0), inner.end)
  }

  func intrinsicAxes(of item: Int) -> (width: Bool, height: Bool) {
    let (width, height) = base.intrinsicAxes(of: item)
    return isTransposed ? (height, width) : (width, height)
  }

  func isMeasured(_ item: Int) -> Bool { base.isMeasured(item) }

  mutating func setMeasured(_ size: Size?, of item: Int) -> Bool {
    base.setMeasured(isTransposed ? size?.transposed : size, of: item)
  }

  mutating func setSize(_ size: Size, of item: Int) -> Bool {
    base.setSize(isTransposed ? size.transposed : size, of: item)
  }

  mutating func adoptMeanEstimate(tolerance: Double, minimumCount: Int) -> Bool {
    base.adoptMeanEstimate(tolerance: tolerance, minimumCount: minimumCount)
  }

  mutating func resolve(in rect: Rect) -> Bool {
    let isMoved = base.resolve(in: unmapped(rect))
    if let sticky {
      let range = (stickyItems(sticky, in: rect).kept ?? 0)..<lastItem(of: sticky.count, in: rect) + 1
      self.sticky?.record(range)
    }
    return isMoved
  }

  var overflow: Double { base.overflow }

  var placesInColumns: Bool { !isTransposed && base.placesInColumns }

  mutating func update(to items: LayoutItems, _ mapping: PositionMapping) -> Bool {
    apply(to: items)
    return base.update(to: modifier.inner(items), mapping)
  }
}
