/// The behaviour of a section that scrolls on the cross axis of its list.
///
/// A subsection scrolls in the same way, within the width that its surroundings give it; replace "the list" below by
/// that width. A ``CollectionLayout`` has no groups to snap to: it scrolls by pages in place of groups, and freely in
/// place of ``continuousGroupLeadingBoundary``.
public enum OrthogonalScrolling: Hashable, Sendable, CaseIterable {
  /// No scrolling: the groups follow each other along the main axis of the list.
  case none
  /// Free scrolling.
  case continuous
  /// Free scrolling that comes to rest with the leading edge of a group at the leading edge of the list.
  case continuousGroupLeadingBoundary
  /// Scrolling by the width of the list at a time.
  case paging
  /// Scrolling by one group at a time.
  case groupPaging
  /// Scrolling by one group at a time, which comes to rest in the middle of the list.
  case groupPagingCentered
}
