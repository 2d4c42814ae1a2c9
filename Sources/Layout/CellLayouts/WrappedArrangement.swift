import ScrollworkDiffing
import ScrollworkGeometry

/// The arrangement of a layout modifier, which wraps the arrangement of its base layout.
struct WrappedArrangement: KeyedArrangement {
  private(set) var base: any NestingArrangement
  private let modifier: LayoutModifier
  /// The insets of the base layout in its container; zero for any other modifier.
  private var insets = Insets.zero
  /// The insets of the query rect; nil for any other modifier.
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

  /// Returns the sticky item to pin, which is the last that begins above the viewport, and the next sticky item if it
  /// may push the pinned one out.
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

  func neighbour(of item: Int?, isDown: Bool, from x: Double, passingOver isPassedOver: (Int) -> Bool) -> Int? {
    isTransposed
      ? nil
      : base.neighbour(
        of: item, isDown: isDown, from: unmapped(viewport: Rect(x: x, y: 0, width: 0, height: 0)).minX,
        passingOver: isPassedOver)
  }

  func properties(of key: LayoutElement.Key) -> ElementProperties? {
    guard isTransposed, var properties = base.properties(of: key) else { return base.properties(of: key) }
    properties.intrinsicAxes = (properties.intrinsicAxes.height, properties.intrinsicAxes.width)
    return properties
  }

  mutating func setMeasured(_ size: Size?, for key: LayoutElement.Key) -> Bool {
    base.setMeasured(isTransposed ? size?.transposed : size, for: key)
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

  mutating func resolve(item: Int) -> Bool { base.resolve(item: item) }

  var pendingCount: Int { base.pendingCount }
  mutating func resolvePending(work: inout Int) -> Bool { base.resolvePending(work: &work) }

  var overflow: Double { base.overflow }

  var placesOnlyItems: Bool { base.placesOnlyItems }

  var placesInColumns: Bool { !isTransposed && base.placesInColumns }

  func appendElements(in rect: Rect, pinnedIn viewport: Rect, to elements: inout [LayoutElement]) {
    let first = elements.count
    base.appendElements(in: unmapped(rect), pinnedIn: unmapped(viewport: viewport), to: &elements)
    for index in first..<elements.count {
      elements[index].frame = mapped(elements[index].frame)
      elements[index].natural = mapped(elements[index].natural)
      elements[index].clip = elements[index].clip.map(mapped)
    }
    if let (kept, frame) = keptItem(in: viewport) {
      elements.pin(.item(kept), at: frame, natural: self.frame(of: kept), from: first)
    }
  }

  func frame(for key: LayoutElement.Key, pinnedIn viewport: Rect?) -> Rect? {
    if key.kind == .item, let viewport, let kept = keptItem(in: viewport), kept.item == key.item { return kept.frame }
    return base.frame(for: key, pinnedIn: viewport.map { unmapped(viewport: $0) }).map(mapped)
  }

  func key(of kind: LayoutKind, beside key: LayoutElement.Key) -> LayoutElement.Key? {
    base.key(of: kind, beside: key)
  }

  func forEachChild(_ query: ChildScope.Query, _ body: (ChildScope) -> Void) {
    var query = query
    if case .rect(let rect) = query { query = .rect(unmapped(rect)) }
    base.forEachChild(query) { body($0.placed(at: mapped($0.frame))) }
  }

  mutating func scrollSubsection(_ subsection: Int, to offset: Double) -> Bool {
    base.scrollSubsection(subsection, to: offset)
  }

  mutating func update(to items: LayoutItems, _ mapping: PositionMapping) -> Bool {
    apply(to: items)
    return base.update(to: modifier.inner(items), mapping)
  }

  mutating func takeProblems() -> Set<LayoutProblem> { base.takeProblems() }
}
