public import ScrollworkDiffing
public import ScrollworkGeometry

/// A layout that places items one by one, for arrangements that no repeating group can express.
///
/// For a type of your own, conform to ``SimpleCollectionLayout`` and compute all frames at once. If that is too slow,
/// conform to this protocol and return an arrangement that answers queries without computing all frames. The layouts of
/// this module use the same protocol.
public protocol CollectionLayout: Hashable, Sendable {
  /// Returns the arrangement of the items, whose frames start at the top leading corner of the container.
  func arrange(_ items: LayoutItems) -> any LayoutArrangement
}

/// The places of a section's items as a ``CollectionLayout`` computes them; it answers queries for frames.
///
/// Coordinates are logical pixels from the top leading corner of the section's content. Frames should not depend on the
/// order in which sizes were measured.
public protocol LayoutArrangement: Sendable {
  /// The size of the content, in logical pixels.
  var contentSize: Size { get }

  /// Returns the frame of an item.
  func frame(of item: Int) -> Rect

  /// Whether the view binds every item that `forEachItem(in:_:)` visits, even if its frame lies outside the rectangle.
  var keepsInvisibleItems: Bool { get }

  /// Visits the items whose frames intersect `rect`, each once and in any order. It may visit further items.
  ///
  /// Items of a nested scroll container that are scrolled beyond its sides may be omitted.
  func forEachItem(in rect: Rect, _ body: (_ item: Int, _ frame: Rect) -> Void)

  /// Visits the items that are pinned while `viewport` is the visible part of the content, with their pinned frames.
  func forEachPinnedItem(in viewport: Rect, _ body: (_ item: Int, _ frame: Rect) -> Void)

  /// Returns the number of subsections that contain an item. Among pinned elements, those of an outer section are drawn
  /// above those of its subsections.
  func depth(of item: Int) -> Int

  /// Returns the extents at the start and the end of the viewport that pinned elements cover over an item, in logical
  /// pixels.
  func pinnedExtents(of item: Int) -> (start: Double, end: Double)

  /// The largest overflow of any element above the content or below it, in logical pixels.
  var overhang: Double { get }

  /// Visits the supplementaries and decorations whose frames intersect `rect`; it may visit others too. Pinned ones are
  /// passed with their pinned frames for `viewport`.
  func forEachAttachment(
    in rect: Rect, pinnedIn viewport: Rect,
    _ body: (_ attachment: LayoutAttachment, _ place: LayoutAttachmentPlace) -> Void)

  /// Returns the frame of a supplementary or decoration; nil if there is none.
  /// - Parameter viewport: The viewport for pinned frames; nil for the frame without pinning.
  func frame(of attachment: LayoutAttachment, pinnedIn viewport: Rect?) -> Rect?

  /// Returns the kind of a supplementary or decoration; nil if there is none.
  func kind(of attachment: LayoutAttachment) -> LayoutKind?

  /// Returns the supplementary of a kind that is attached to an item or a subsection; nil if there is none.
  func attachment(_ kind: LayoutKind, of host: LayoutAttachment.Host) -> LayoutAttachment?

  /// Returns the intrinsic axes of a supplementary: those whose size its content decides.
  func isFree(_ attachment: LayoutAttachment) -> (width: Bool, height: Bool)

  /// Whether a measured size is recorded for a supplementary.
  func isMeasured(_ attachment: LayoutAttachment) -> Bool

  /// Records the measured size of a supplementary; nil discards it after the content changed. An implementation ignores
  /// axes that are not intrinsic.
  /// - Returns: Whether any frame changed.
  mutating func setMeasured(_ size: Size?, of attachment: LayoutAttachment) -> Bool

  /// Visits the subsections whose layout has a handler of visible items. A subsection is visited before those inside
  /// it.
  func forEachHandledPart(_ body: (HandledPart) -> Void)

  /// Visits the subsections that are scroll containers and intersect `rect`; it may visit others too. A subsection is
  /// visited before those inside it.
  func forEachScrollingPart(in rect: Rect, _ body: (ScrollingPart) -> Void)

  /// Visits the scroll containers that contain an item, the outermost first.
  func forEachScrollingPart(holding item: Int, _ body: (ScrollingPart) -> Void)

  /// Visits the scroll containers around a subsection, the outermost first.
  /// - Parameter part: The number of the subsection, as in ``LayoutAttachment/Host``.
  func forEachScrollingPart(around part: Int, _ body: (ScrollingPart) -> Void)

  /// Returns the scroll container with the given subsection number; nil if that subsection is not a scroll container.
  func scrollingPart(_ part: Int) -> ScrollingPart?

  /// Scrolls a subsection that is a scroll container.
  /// - Parameters:
  ///   - part: The number of the subsection, as in ``LayoutAttachment/Host``.
  ///   - offset: The offset from its leading end, in logical pixels.
  /// - Returns: Whether the offset changed.
  mutating func scrollPart(_ part: Int, to offset: Double) -> Bool

  /// Returns the nearest item above or below another one in the same subsection; nil if there is none, or if the
  /// arrangement has no subsections.
  /// - Parameters:
  ///   - x: The x coordinate that the movement keeps.
  ///   - isPassedOver: Returns whether the movement skips an item because it cannot take the focus.
  func neighbour(of item: Int, isDown: Bool, from x: Double, passingOver isPassedOver: (Int) -> Bool) -> Int?

  /// Returns the item that takes the focus when it enters the content from above or below, in the nearest subsection at
  /// `x`; nil if there is none.
  /// - Parameter x: The x coordinate that the movement keeps.
  func entry(isDown: Bool, from x: Double, passingOver isPassedOver: (Int) -> Bool) -> Int?

  /// Returns the intrinsic axes of an item: those whose size its content decides.
  func isFree(_ item: Int) -> (width: Bool, height: Bool)

  /// Whether a measured size is recorded for an item.
  func isMeasured(_ item: Int) -> Bool

  /// Records the measured size of an item; nil discards it after the content changed. An implementation ignores axes
  /// that are not intrinsic.
  /// - Returns: Whether any frame changed.
  mutating func setMeasured(_ size: Size?, of item: Int) -> Bool

  /// Replaces the estimated size of unmeasured items by the mean of the measured sizes, on intrinsic axes.
  /// - Parameters:
  ///   - tolerance: The largest difference between mean and estimate that has no effect, as a fraction of the estimate.
  ///   - minimumCount: The smallest number of measured items that has an effect.
  /// - Returns: Whether any frame changed.
  mutating func adoptMeanEstimate(tolerance: Double, minimumCount: Int) -> Bool

  /// Does the work that was deferred until `rect` comes near the viewport, such as laying out subsections.
  /// - Returns: Whether any frame changed.
  mutating func resolve(in rect: Rect) -> Bool

  /// Does the work that was deferred for the frame of an item, such as laying out its subsection. Called for scroll
  /// targets, which need exact frames.
  /// - Returns: Whether any frame changed.
  mutating func resolve(item: Int) -> Bool

  /// The number of subsections whose size is still an estimate, because they were never near the viewport.
  var pendingCount: Int { get }

  /// Computes the sizes of some of the subsections that have an estimated size.
  /// - Parameter work: The work allowed, reduced by the work done; a subsection takes about 16.
  /// - Returns: Whether any frame changed.
  mutating func resolvePending(work: inout Int) -> Bool

  /// Updates the arrangement to other items; measured sizes move with their items.
  /// - Returns: False if the arrangement cannot be updated, so that the caller has to arrange the items anew.
  mutating func update(to items: LayoutItems, _ mapping: PositionMapping) -> Bool
}

extension LayoutArrangement {
  public var keepsInvisibleItems: Bool { false }
  public func forEachPinnedItem(in viewport: Rect, _ body: (_ item: Int, _ frame: Rect) -> Void) {}
  public func depth(of item: Int) -> Int { 0 }
  public func pinnedExtents(of item: Int) -> (start: Double, end: Double) { (0, 0) }
  public var overhang: Double { 0 }
  public func forEachAttachment(
    in rect: Rect, pinnedIn viewport: Rect, _ body: (LayoutAttachment, LayoutAttachmentPlace) -> Void
  ) {}
  public func frame(of attachment: LayoutAttachment, pinnedIn viewport: Rect?) -> Rect? { nil }
  public func kind(of attachment: LayoutAttachment) -> LayoutKind? { nil }
  public func attachment(_ kind: LayoutKind, of host: LayoutAttachment.Host) -> LayoutAttachment? { nil }
  public func isFree(_ attachment: LayoutAttachment) -> (width: Bool, height: Bool) { (false, false) }
  public func isMeasured(_ attachment: LayoutAttachment) -> Bool { true }
  public mutating func setMeasured(_ size: Size?, of attachment: LayoutAttachment) -> Bool { false }
  public func forEachHandledPart(_ body: (HandledPart) -> Void) {}
  public func forEachScrollingPart(in rect: Rect, _ body: (ScrollingPart) -> Void) {}
  public func forEachScrollingPart(holding item: Int, _ body: (ScrollingPart) -> Void) {}
  public func forEachScrollingPart(around part: Int, _ body: (ScrollingPart) -> Void) {}
  public func scrollingPart(_ part: Int) -> ScrollingPart? { nil }
  public mutating func scrollPart(_ part: Int, to offset: Double) -> Bool { false }
  public func neighbour(of item: Int, isDown: Bool, from x: Double, passingOver isPassedOver: (Int) -> Bool) -> Int? {
    nil
  }
  public func entry(isDown: Bool, from x: Double, passingOver isPassedOver: (Int) -> Bool) -> Int? { nil }
  public func isFree(_ item: Int) -> (width: Bool, height: Bool) { (false, false) }
  public func isMeasured(_ item: Int) -> Bool { true }
  public mutating func setMeasured(_ size: Size?, of item: Int) -> Bool { false }
  public mutating func adoptMeanEstimate(tolerance: Double, minimumCount: Int) -> Bool { false }
  public mutating func resolve(in rect: Rect) -> Bool { false }
  public mutating func resolve(item: Int) -> Bool { false }
  public var pendingCount: Int { 0 }
  public mutating func resolvePending(work: inout Int) -> Bool { false }
  public mutating func update(to items: LayoutItems, _ mapping: PositionMapping) -> Bool { false }
}

/// A layout of any type, so that layouts of different types can be stored in one place.
public struct AnyCollectionLayout: CollectionLayout {
  /// The erased layout.
  public let base: any CollectionLayout

  /// Wraps a layout; an `AnyCollectionLayout` is not wrapped again.
  public init(_ base: some CollectionLayout) {
    self.base = (base as? AnyCollectionLayout)?.base ?? base
  }

  public static func == (a: AnyCollectionLayout, b: AnyCollectionLayout) -> Bool {
    equals(a.base, b.base)
  }

  /// Whether two layouts are equal. Each section compares its layout with those of its neighbours when it becomes
  /// visible, and comparing through `AnyHashable` would take many times as long.
  private static func equals<Base: CollectionLayout>(_ a: Base, _ b: any CollectionLayout) -> Bool {
    (b as? Base).map { $0 == a } ?? false
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(base)) }

  public func arrange(_ items: LayoutItems) -> any LayoutArrangement { base.arrange(items) }
}
