public import ScrollworkGeometry

extension SectionLayout {
  /// Returns this layout with other insets around its groups, in logical pixels.
  public consuming func insets(_ insets: Insets) -> SectionLayout { modified { $0.contentInsets = insets } }

  /// Returns this layout with insets measured from another area; see ``ContentInsetsReference``.
  public consuming func contentInsetsReference(_ reference: ContentInsetsReference) -> SectionLayout {
    modified { $0.contentInsetsReference = reference }
  }

  /// Returns this layout with headers, footers and other boundary supplementaries inset from another area. With
  /// ``ContentInsetsReference/automatic``, they are inset like the content.
  public consuming func supplementaryContentInsetsReference(_ reference: ContentInsetsReference) -> SectionLayout {
    modified { $0.supplementaryContentInsetsReference = reference }
  }

  /// Returns this layout with pinning of the header turned on or off. A pinned header stays visible while any part of its
  /// section is.
  public consuming func headerPinToVisibleBounds(_ pins: Bool = true) -> SectionLayout {
    modified { $0.header.pinToVisibleBounds = pins }
  }

  /// Returns this layout with pinning of the footer turned on or off. A pinned footer stays visible while any part of its
  /// section is.
  public consuming func footerPinToVisibleBounds(_ pins: Bool = true) -> SectionLayout {
    modified { $0.footer.pinToVisibleBounds = pins }
  }

  /// Returns this layout with another gap between its groups, in logical pixels.
  public consuming func interGroupSpacing(_ spacing: Double) -> SectionLayout {
    modified { $0.interGroupSpacing = spacing }
  }

  /// Returns this layout with a header of another size.
  public consuming func headerSize(_ size: LayoutSize) -> SectionLayout { modified { $0.header.size = size } }

  /// Returns this layout with a footer of another size.
  public consuming func footerSize(_ size: LayoutSize) -> SectionLayout { modified { $0.footer.size = size } }

  /// Returns this layout with a boundary supplementary, which replaces an existing one of the same kind.
  public consuming func boundaryItem(_ item: LayoutBoundaryItem) -> SectionLayout {
    modified { $0.setBoundaryItem(item) }
  }

  /// Returns this layout with one more decoration behind the whole section, including its header and footer. The
  /// decoration is as wide as the container.
  /// - Parameters:
  ///   - insets: The insets from the bounds of the section, in logical pixels.
  ///   - zIndex: The drawing order: higher values are drawn later. All other elements of a section with a background
  ///     have a drawing order of at least 1.
  public consuming func background(_ kind: LayoutKind, insets: Insets = .zero, zIndex: Int = 0) -> SectionLayout {
    modified { $0.decorations.append(.background(kind, contentInsets: insets, zIndex: zIndex)) }
  }

  /// Returns this layout with another scrolling behaviour on the cross axis: that of the list or, for a subsection,
  /// that of the enclosing section. With every behaviour except ``OrthogonalScrolling/none``, the groups or subsections
  /// follow each other on that axis.
  public consuming func orthogonalScrolling(_ behavior: OrthogonalScrolling) -> SectionLayout {
    modified { $0.orthogonalScrolling = behavior }
  }

  /// Returns this layout with a handler that may change how the section's visible elements are drawn. It is called when
  /// the section is first displayed, and whenever the section moves, is resized or animates.
  ///
  /// The changes apply to one frame and do not affect the layout.
  /// - Parameters:
  ///   - key: A key that differs for each closure.
  ///   - body: Changes the visible cells, supplementaries and decorations, which it gets in reading order. The offset is
  ///     that of the section if it scrolls on its own, otherwise that of the list, in logical pixels.
  public consuming func visibleItemsHandler(
    key: some Hashable & Sendable,
    _ body: @escaping @Sendable (_ items: inout [LayoutVisibleItem], _ offset: Point, LayoutEnvironment) -> Void
  ) -> SectionLayout {
    modified { $0.visibleItemsHandler = VisibleItemsHandler(key, body) }
  }

  /// Returns this layout with a change applied. Other copies of the layout keep their values.
  private consuming func modified(_ change: (inout SectionLayout) -> Void) -> SectionLayout {
    var copy = consume self
    change(&copy)
    return copy
  }
}

/// The behaviour of a section that scrolls on the cross axis of its list.
///
/// A subsection scrolls in the same way. For a subsection, "the list" below means its container. A ``CollectionLayout``
/// has no groups to snap to: it scrolls by pages in place of groups, and freely in place of
/// ``continuousGroupLeadingBoundary``.
public enum OrthogonalScrolling: Hashable, Sendable, CaseIterable {
  /// No scrolling: the groups follow each other along the main axis of the list.
  case none
  /// Free scrolling.
  case continuous
  /// Free scrolling that comes to rest with the leading edge of a group at the leading edge of the list, or at the end
  /// of the content.
  case continuousGroupLeadingBoundary
  /// Scrolling by the width of the list at a time.
  case paging
  /// Scrolling by one group at a time.
  case groupPaging
  /// Scrolling by one group at a time, which comes to rest in the middle of the list.
  case groupPagingCentered
}
