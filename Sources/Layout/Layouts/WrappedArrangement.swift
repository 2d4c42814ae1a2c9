import ScrollworkDiffing
import ScrollworkGeometry

/// The arrangement of a layout modifier, which wraps the arrangement of its base layout.
struct WrappedArrangement: LayoutArrangement {
  enum Map: Sendable {
    case inset(Insets, (@Sendable (Size) -> Insets)?)
    case transpose
    case visibleFrame(Insets)
    case sticky(StickyItems)
  }

  private(set) var base: any LayoutArrangement
  private(set) var map: Map

  init(base: any LayoutArrangement, map: Map) {
    self.base = base
    self.map = map
  }

  var contentSize: Size {
    let size = base.contentSize
    switch map {
    case .inset(let insets, _):
      return Size(width: size.width + insets.horizontal, height: size.height + insets.vertical)
    case .transpose: return size.transposed
    case .visibleFrame, .sticky: return size
    }
  }

  var keepsInvisibleItems: Bool {
    if case .visibleFrame = map { return true }
    return base.keepsInvisibleItems
  }

  /// Maps a frame from the base layout's coordinates to those of this arrangement.
  private func mapped(_ frame: Rect) -> Rect {
    switch map {
    case .inset(let insets, _): frame.offset(x: insets.leading, y: insets.top)
    case .transpose: frame.transposed
    case .visibleFrame, .sticky: frame
    }
  }

  /// Maps a query rect to the base layout's coordinates.
  private func unmapped(_ rect: Rect) -> Rect {
    switch map {
    case .inset(let insets, _): rect.offset(x: -insets.leading, y: -insets.top)
    case .transpose: rect.transposed
    case .visibleFrame(let insets): rect.inset(by: insets)
    case .sticky: rect
    }
  }

  /// Maps the viewport to the base layout's coordinates. Insets of the query rect are left out, because they must not
  /// move pinned elements.
  private func unmapped(viewport: Rect) -> Rect {
    if case .visibleFrame = map { return viewport }
    return unmapped(viewport)
  }

  func frame(of item: Int) -> Rect { mapped(base.frame(of: item)) }

  func forEachItem(in rect: Rect, _ body: (Int, Rect) -> Void) {
    base.forEachItem(in: unmapped(rect)) { body($0, mapped($1)) }
  }

  func forEachPinnedItem(in viewport: Rect, _ body: (Int, Rect) -> Void) {
    base.forEachPinnedItem(in: unmapped(viewport: viewport)) { body($0, mapped($1)) }
    guard case .sticky(let sticky) = map else { return }
    let (kept, next) = stickyItems(sticky, in: viewport)
    guard let kept else { return }
    var frame = self.frame(of: kept)
    let limit = next.map { self.frame(of: $0).minY } ?? viewport.maxY
    frame.origin.y = min(viewport.minY, limit - frame.height)
    body(kept, frame)
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

  /// Returns the query rect for `rect` after all modifiers are applied, in the coordinates of this arrangement.
  func sought(_ rect: Rect) -> Rect {
    let inner = unmapped(rect)
    return mapped((base as? WrappedArrangement)?.sought(inner) ?? inner)
  }

  /// Whether an item is sticky in this modifier or in one of the base layout.
  func mayKeepInSight(_ item: Int) -> Bool {
    if case .sticky(let sticky) = map, sticky.contains(item) { return true }
    return (base as? WrappedArrangement)?.mayKeepInSight(item) ?? false
  }

  func depth(of item: Int) -> Int { base.depth(of: item) }

  func pinnedExtents(of item: Int) -> (start: Double, end: Double) {
    let inner = base.pinnedExtents(of: item)
    switch map {
    case .sticky(let sticky):
      return (inner.start + (sticky.last(upTo: item - 1).map { frame(of: $0).height } ?? 0), inner.end)
    case .transpose: return (0, 0)
    case .inset, .visibleFrame: return inner
    }
  }

  func neighbour(of item: Int, isDown: Bool, from x: Double, passingOver isPassedOver: (Int) -> Bool) -> Int? {
    switch map {
    case .inset(let insets, _):
      base.neighbour(of: item, isDown: isDown, from: x - insets.leading, passingOver: isPassedOver)
    case .visibleFrame, .sticky: base.neighbour(of: item, isDown: isDown, from: x, passingOver: isPassedOver)
    case .transpose: nil
    }
  }

  func entry(isDown: Bool, from x: Double, passingOver isPassedOver: (Int) -> Bool) -> Int? {
    switch map {
    case .inset(let insets, _): base.entry(isDown: isDown, from: x - insets.leading, passingOver: isPassedOver)
    case .visibleFrame, .sticky: base.entry(isDown: isDown, from: x, passingOver: isPassedOver)
    case .transpose: nil
    }
  }

  func isFree(_ item: Int) -> (width: Bool, height: Bool) {
    let free = base.isFree(item)
    if case .transpose = map { return (free.height, free.width) }
    return free
  }

  func isMeasured(_ item: Int) -> Bool { base.isMeasured(item) }

  mutating func setMeasured(_ size: Size?, of item: Int) -> Bool {
    if case .transpose = map { return base.setMeasured(size?.transposed, of: item) }
    return base.setMeasured(size, of: item)
  }

  mutating func adoptMeanEstimate(tolerance: Double, minimumCount: Int) -> Bool {
    base.adoptMeanEstimate(tolerance: tolerance, minimumCount: minimumCount)
  }

  mutating func resolve(in rect: Rect) -> Bool {
    let isMoved = base.resolve(in: unmapped(rect))
    if case .sticky(var sticky) = map {
      sticky.note((stickyItems(sticky, in: rect).kept ?? 0)..<lastItem(of: sticky.count, in: rect) + 1)
      map = .sticky(sticky)
    }
    return isMoved
  }

  mutating func resolve(item: Int) -> Bool { base.resolve(item: item) }

  var pendingCount: Int { base.pendingCount }
  mutating func resolvePending(work: inout Int) -> Bool { base.resolvePending(work: &work) }

  var overhang: Double { base.overhang }

  func forEachAttachment(
    in rect: Rect, pinnedIn viewport: Rect, _ body: (LayoutAttachment, LayoutAttachmentPlace) -> Void
  ) {
    base.forEachAttachment(in: unmapped(rect), pinnedIn: unmapped(viewport: viewport)) { attachment, place in
      body(
        attachment,
        LayoutAttachmentPlace(
          frame: mapped(place.frame), natural: mapped(place.natural), zIndex: place.zIndex, depth: place.depth))
    }
  }

  func frame(of attachment: LayoutAttachment, pinnedIn viewport: Rect?) -> Rect? {
    base.frame(of: attachment, pinnedIn: viewport.map { unmapped(viewport: $0) }).map(mapped)
  }

  func kind(of attachment: LayoutAttachment) -> LayoutKind? { base.kind(of: attachment) }

  func isFree(_ attachment: LayoutAttachment) -> (width: Bool, height: Bool) {
    let free = base.isFree(attachment)
    if case .transpose = map { return (free.height, free.width) }
    return free
  }

  func isMeasured(_ attachment: LayoutAttachment) -> Bool { base.isMeasured(attachment) }

  mutating func setMeasured(_ size: Size?, of attachment: LayoutAttachment) -> Bool {
    if case .transpose = map { return base.setMeasured(size?.transposed, of: attachment) }
    return base.setMeasured(size, of: attachment)
  }

  func attachment(_ kind: LayoutKind, of host: LayoutAttachment.Host) -> LayoutAttachment? {
    base.attachment(kind, of: host)
  }

  func forEachHandledPart(_ body: (HandledPart) -> Void) { base.forEachHandledPart(body) }

  func forEachScrollingPart(in rect: Rect, _ body: (ScrollingPart) -> Void) {
    base.forEachScrollingPart(in: unmapped(rect)) { body($0.placed(at: mapped($0.frame))) }
  }

  func forEachScrollingPart(holding item: Int, _ body: (ScrollingPart) -> Void) {
    base.forEachScrollingPart(holding: item) { body($0.placed(at: mapped($0.frame))) }
  }

  func forEachScrollingPart(around part: Int, _ body: (ScrollingPart) -> Void) {
    base.forEachScrollingPart(around: part) { body($0.placed(at: mapped($0.frame))) }
  }

  func scrollingPart(_ part: Int) -> ScrollingPart? {
    base.scrollingPart(part).map { $0.placed(at: mapped($0.frame)) }
  }

  mutating func scrollPart(_ part: Int, to offset: Double) -> Bool { base.scrollPart(part, to: offset) }

  mutating func update(to items: LayoutItems, _ mapping: PositionMapping) -> Bool {
    var inner = items
    switch map {
    case .inset(var insets, let closure):
      insets = (closure?(items.container) ?? insets).sane
      map = .inset(insets, closure)
      inner.container = items.container.inset(by: insets)
    case .transpose: inner = items.transposed
    case .visibleFrame: break
    case .sticky(let sticky): map = .sticky(sticky.of(items))
    }
    return base.update(to: inner, mapping)
  }
}

extension WrappedArrangement: ResizableArrangement {
  mutating func setSize(_ size: Size, of item: Int) -> Bool {
    guard var resizable = base as? any ResizableArrangement else { return false }
    base = NoCells()
    defer { base = resizable }
    if case .transpose = map { return resizable.setSize(size.transposed, of: item) }
    return resizable.setSize(size, of: item)
  }
}

#if DEBUG
  extension WrappedArrangement: ProblemHolder {
    mutating func takeProblems() -> Set<LayoutProblem> {
      guard var holder = base as? any ProblemHolder else { return [] }
      defer { base = holder }
      return holder.takeProblems()
    }
  }
#endif
