public import ScrollworkGeometry

extension SectionLayout {
  /// Returns this layout with other insets around its groups, in logical pixels.
  public consuming func insets(_ insets: Insets) -> SectionLayout { modified { $0.contentInsets = insets } }

  /// Returns this layout with another reference for its insets than the configuration's.
  public consuming func contentInsetsReference(_ reference: ContentInsetsReference) -> SectionLayout {
    modified { $0.contentInsetsReference = reference }
  }

  /// Returns this layout with another reference for its boundary supplementaries than its content.
  public consuming func supplementaryContentInsetsReference(_ reference: ContentInsetsReference) -> SectionLayout {
    modified { $0.supplementaryContentInsetsReference = reference }
  }

  /// Returns this layout with a header that stays visible while any part of its section is, or not.
  public consuming func headerPinToVisibleBounds(_ pins: Bool = true) -> SectionLayout {
    modified { $0.header.pinToVisibleBounds = pins }
  }

  /// Returns this layout with a footer that stays visible while any part of its section is, or not.
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

  /// Returns this layout with a boundary supplementary added, or replaced if it has one of that kind.
  public consuming func boundaryItem(_ item: LayoutBoundaryItem) -> SectionLayout {
    modified { $0.setBoundaryItem(item) }
  }

  /// Returns this layout with a decoration added behind it.
  public consuming func background(_ kind: LayoutKind, insets: Insets = .zero) -> SectionLayout {
    modified { $0.decorations.append(.background(kind, contentInsets: insets)) }
  }

  /// Returns this layout with another way of scrolling across the scroll direction of the list; in a subsection, across
  /// the room that it gets from its surroundings. In a layout with subsections, these follow each other across. See
  /// ``OrthogonalScrolling``.
  public consuming func orthogonalScrolling(_ behavior: OrthogonalScrolling) -> SectionLayout {
    modified { $0.orthogonalScrolling = behavior }
  }

  /// Returns this layout with a handler that may change how its visible elements look.
  /// - Parameters:
  ///   - key: A key that differs for each closure.
  ///   - body: Changes how the visible elements are drawn in a frame.
  public consuming func visibleItemsHandler(
    key: some Hashable & Sendable, _ body: @escaping VisibleItemsHandler.Body
  ) -> SectionLayout {
    modified { $0.visibleItemsHandler = VisibleItemsHandler(key: key, body: body) }
  }

  /// Applies a change in place if this is the only reference, otherwise to a copy.
  private consuming func modified(_ change: (inout SectionLayout) -> Void) -> SectionLayout {
    var copy = consume self
    change(&copy)
    return copy
  }
}
