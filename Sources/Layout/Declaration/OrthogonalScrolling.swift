/// The scrolling of a section across the scroll direction of its list.
///
/// A subsection scrolls like a section of the list, in the width that it gets from its surroundings; for it, "the list"
/// below means that width. A layout that places cell by cell has no groups to snap to: it scrolls by pages in place of
/// groups, and freely in place of ``continuousGroupLeadingBoundary``.
public enum OrthogonalScrolling: Hashable, Sendable, CaseIterable {
  /// No scrolling: the groups follow each other along the main axis of the list.
  case none
  /// Free scrolling.
  case continuous
  /// Free scrolling that snaps the leading edge of a group to the leading edge of the list.
  case continuousGroupLeadingBoundary
  /// Scrolling by one width of the list at a time.
  case paging
  /// Scrolling by one group at a time.
  case groupPaging
  /// Scrolling by one group at a time, with that group in the middle at rest.
  case groupPagingCentered
}
