public import ScrollworkGeometry

extension SectionLayout {
  /// This layout with other insets around its groups.
  public consuming func insets(_ insets: Insets) -> SectionLayout { modified { $0.contentInsets = insets } }

  /// This layout inset from something else than the configuration says.
  public consuming func contentInsetsReference(_ reference: ContentInsetsReference) -> SectionLayout {
    modified { $0.contentInsetsReference = reference }
  }

  /// This layout with boundary items inset from something else than its content.
  public consuming func supplementaryContentInsetsReference(_ reference: ContentInsetsReference) -> SectionLayout {
    modified { $0.supplementaryContentInsetsReference = reference }
  }

  /// This layout with a header that stays in sight while any part of its section is, or does not.
  public consuming func headerPinToVisibleBounds(_ pins: Bool = true) -> SectionLayout {
    modified { $0.header.pinToVisibleBounds = pins }
  }

  /// This layout with a footer that stays in sight while any part of its section is, or does not.
  public consuming func footerPinToVisibleBounds(_ pins: Bool = true) -> SectionLayout {
    modified { $0.footer.pinToVisibleBounds = pins }
  }

  /// This layout with another distance between its groups, in logical pixels.
  public consuming func interGroupSpacing(_ spacing: Double) -> SectionLayout {
    modified { $0.interGroupSpacing = spacing }
  }

  /// This layout with a header of another size.
  public consuming func headerSize(_ size: LayoutSize) -> SectionLayout { modified { $0.header.size = size } }

  /// This layout with a footer of another size.
  public consuming func footerSize(_ size: LayoutSize) -> SectionLayout { modified { $0.footer.size = size } }

  /// This layout with one more boundary item, or another one of the same kind.
  public consuming func boundaryItem(_ item: LayoutBoundaryItem) -> SectionLayout {
    modified { $0.setBoundaryItem(item) }
  }

  /// This layout with something drawn behind it.
  public consuming func background(_ kind: LayoutKind, insets: Insets = .zero) -> SectionLayout {
    modified { $0.decorations.append(.background(kind, contentInsets: insets)) }
  }

  /// This layout scrolling by itself across the direction of the list, or not; in a section in a section across the room
  /// that it gets there. Of a layout that holds sections, these follow each other across. See ``OrthogonalScrolling``.
  public consuming func orthogonalScrolling(_ behavior: OrthogonalScrolling) -> SectionLayout {
    modified { $0.orthogonalScrolling = behavior }
  }

  /// This layout with a say in how what is visible of it looks.
  /// - Parameter key: Another one for another closure.
  public consuming func visibleItemsHandler(
    key: some Hashable & Sendable, _ body: @escaping VisibleItemsHandler.Body
  ) -> SectionLayout {
    modified { $0.visibleItemsHandler = VisibleItemsHandler(key: key, body: body) }
  }

  /// In its place, if nobody else has it.
  private consuming func modified(_ change: (inout SectionLayout) -> Void) -> SectionLayout {
    var copy = consume self
    change(&copy)
    return copy
  }
}
