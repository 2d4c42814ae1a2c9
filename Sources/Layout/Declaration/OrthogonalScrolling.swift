/// How a section scrolls across the direction in which the list scrolls.
///
/// A section in a section scrolls as one of the list does, and is as wide as the room that it gets there: of that is said
/// here what is said of the list. Where the layout has no groups, because it places cell by cell, there is nothing to come
/// to rest at: what goes by groups goes by pages.
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
