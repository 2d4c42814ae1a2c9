public import ScrollworkDiffing
public import ScrollworkGeometry

/// A layout that places cell by cell, for arrangements that no repeated group can say.
///
/// A type of your own conforms to ``SimpleCollectionLayout`` and computes all frames at once; or it conforms to this
/// protocol and returns an arrangement that answers without having computed them all. The layouts of this module are made
/// the same way.
public protocol CollectionLayout: Hashable, Sendable {
  /// Lays out the given cells from the top leading corner down and to the trailing side.
  func arrange(_ items: LayoutItems) -> any LayoutArrangement
}

/// What a ``CollectionLayout`` made of the cells of a section: answers where things are.
///
/// Coordinates are logical pixels from the top leading corner of the section's content. Frames should not depend on the
/// order in which sizes were measured.
public protocol LayoutArrangement: Sendable {
  /// The size of everything.
  var contentSize: Size { get }

  /// The place of a cell.
  func frame(of item: Int) -> Rect

  /// True if cells are to be made even where `forEachItem(in:_:)` visits some that do not meet the rectangle.
  var keepsInvisibleItems: Bool { get }

  /// Visits the cells whose frames share an area with `rect`, in any order, each once; it may visit others. Of sections
  /// in the section that scroll by themselves it need not visit what is not between their sides.
  func forEachItem(in rect: Rect, _ body: (_ item: Int, _ frame: Rect) -> Void)

  /// Visits the cells that are not drawn at their own place while `viewport` is seen, because they are kept in sight.
  func forEachPinnedItem(in viewport: Rect, _ body: (_ item: Int, _ frame: Rect) -> Void)

  /// How many sections in the section a cell is in: what is kept in sight around those is drawn over it, if that is kept in
  /// sight.
  func depth(of item: Int) -> Int

  /// How much of what is seen is covered above and below by what is kept in sight where a cell stands.
  func pinnedExtents(of item: Int) -> (start: Double, end: Double)

  /// How far what stands beside the cells sticks out of the content, above or below, in logical pixels.
  var overhang: Double { get }

  /// Visits what stands beside the cells and shares an area with `rect`, what is kept in sight while `viewport` is seen
  /// where it is then; it may visit more.
  func forEachAttachment(
    in rect: Rect, pinnedIn viewport: Rect,
    _ body: (_ attachment: LayoutAttachment, _ place: LayoutAttachmentPlace) -> Void)

  /// Where something beside the cells is, if there is such a thing.
  /// - Parameter viewport: What is seen; nil for its own place.
  func frame(of attachment: LayoutAttachment, pinnedIn viewport: Rect?) -> Rect?

  /// What something beside the cells is called, if there is such a thing.
  func kind(of attachment: LayoutAttachment) -> LayoutKind?

  /// What is called `kind` and belongs to a cell or a section in the section, if there is such a thing.
  func attachment(_ kind: LayoutKind, of host: LayoutAttachment.Host) -> LayoutAttachment?

  /// The sides of something beside the cells that its content decides.
  func isFree(_ attachment: LayoutAttachment) -> (width: Bool, height: Bool)

  /// True if its content has said how large it is.
  func isMeasured(_ attachment: LayoutAttachment) -> Bool

  /// Its content is so large, or, if nil, has changed so that its size is not known any more. Sides that the content does
  /// not decide are to be ignored.
  /// - Returns: True if anything moved or changed its size.
  mutating func setMeasured(_ size: Size?, of attachment: LayoutAttachment) -> Bool

  /// Visits the sections in the section that have a handler of visible items, those in others behind those they are in.
  func forEachHandledPart(_ body: (HandledPart) -> Void)

  /// Visits the sections in the section that scroll by themselves and share an area with `rect`, those in others behind
  /// those they are in; it may visit more.
  func forEachScrollingPart(in rect: Rect, _ body: (ScrollingPart) -> Void)

  /// Visits the sections in the section that scroll by themselves and have a cell that scrolls, the outermost first.
  func forEachScrollingPart(holding item: Int, _ body: (ScrollingPart) -> Void)

  /// Visits the sections in the section that scroll by themselves and have another one in them, the outermost first.
  /// - Parameter part: The number of that one as attachments count.
  func forEachScrollingPart(around part: Int, _ body: (ScrollingPart) -> Void)

  /// The section in the section that has a number, if it scrolls by itself.
  func scrollingPart(_ part: Int) -> ScrollingPart?

  /// Scrolls a section in the section by itself.
  /// - Parameters:
  ///   - part: Its number as attachments count.
  ///   - offset: In logical pixels from its leading end.
  /// - Returns: True if it is another place now.
  mutating func scrollPart(_ part: Int, to offset: Double) -> Bool

  /// The cell above or below another one in the same section in the section; nil where none is, or there are no sections.
  /// - Parameters:
  ///   - x: Where one comes from across.
  ///   - isPassedOver: True for cells that no key goes to.
  func neighbour(of item: Int, isDown: Bool, from x: Double, passingOver isPassedOver: (Int) -> Bool) -> Int?

  /// The cell that one comes to from above or below, in the nearest section in the section that is straight ahead; nil
  /// where none is.
  /// - Parameter x: Where one comes from across.
  func entry(isDown: Bool, from x: Double, passingOver isPassedOver: (Int) -> Bool) -> Int?

  /// The sides of a cell that its content decides.
  func isFree(_ item: Int) -> (width: Bool, height: Bool)

  /// True if the content of the cell has said how large it is.
  func isMeasured(_ item: Int) -> Bool

  /// The content of a cell is so large, or, if nil, has changed so that its size is not known any more. Sides that the
  /// content does not decide are to be ignored.
  /// - Returns: True if anything moved or changed its size.
  mutating func setMeasured(_ size: Size?, of item: Int) -> Bool

  /// From now on, what is not measured is taken to be as large as the mean of what is, on the sides that contents decide.
  /// - Parameters:
  ///   - tolerance: Part of the guess so far by which the mean may differ without anything happening.
  ///   - minimumCount: Nothing happens as long as fewer cells are measured.
  /// - Returns: True if anything moved or changed its size.
  mutating func adoptMeanEstimate(tolerance: Double, minimumCount: Int) -> Bool

  /// Finds out what it put off about the cells near `rect`.
  /// - Returns: True if anything moved or changed its size.
  mutating func resolve(in rect: Rect) -> Bool

  /// Finds out what it put off about where a cell is: somebody goes there, and what it is in may be longer than thought.
  /// - Returns: True if anything moved or changed its size.
  mutating func resolve(item: Int) -> Bool

  /// How many sections in the section have a size that is a guess, because nobody has come near them.
  var pendingCount: Int { get }

  /// Finds out the sizes of some of those.
  /// - Parameter work: How much to do; what was done is taken off, about 16 for a section.
  /// - Returns: True if anything moved or changed its size.
  mutating func resolvePending(work: inout Int) -> Bool

  /// The cells became others; measured sizes go where their cells went.
  /// - Returns: False if it cannot do that, so that everything is to be arranged again.
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

/// Any layout, so that different ones can stand in one place.
public struct AnyCollectionLayout: CollectionLayout {
  /// The layout that it is.
  public let base: any CollectionLayout

  /// Any layout; one that is erased already is not wrapped again.
  public init(_ base: some CollectionLayout) {
    self.base = (base as? AnyCollectionLayout)?.base ?? base
  }

  public static func == (a: AnyCollectionLayout, b: AnyCollectionLayout) -> Bool {
    equals(a.base, b.base)
  }

  /// Sections ask this of their neighbours as they come in sight: to wrap both for it takes many times as long.
  private static func equals<Base: CollectionLayout>(_ a: Base, _ b: any CollectionLayout) -> Bool {
    (b as? Base).map { $0 == a } ?? false
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(base)) }

  public func arrange(_ items: LayoutItems) -> any LayoutArrangement { base.arrange(items) }
}
