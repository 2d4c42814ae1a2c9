/// How a section scrolls across the direction in which the list scrolls.
public enum OrthogonalScrolling: Hashable, Sendable, CaseIterable {
  /// Not at all: its groups follow each other along the list.
  case none
  /// Freely.
  case continuous
  /// Freely, and comes to rest with the leading edge of a group at the leading edge of the list.
  case continuousGroupLeadingBoundary
  /// A width of the list at a time.
  case paging
  /// A group at a time.
  case groupPaging
  /// A group at a time, which comes to rest in the middle.
  case groupPagingCentered
}
