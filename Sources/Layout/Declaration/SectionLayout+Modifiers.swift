public import ScrollworkGeometry

extension SectionLayout {
  /// This layout with other insets around its groups.
  public func insets(_ insets: Insets) -> SectionLayout { modified { $0.contentInsets = insets } }

  /// This layout inset from something else than the configuration says.
  public func contentInsetsReference(_ reference: ContentInsetsReference) -> SectionLayout {
    modified { $0.contentInsetsReference = reference }
  }

  /// This layout with boundary items inset from something else than its content.
  public func supplementaryContentInsetsReference(_ reference: ContentInsetsReference) -> SectionLayout {
    modified { $0.supplementaryContentInsetsReference = reference }
  }

  /// This layout with a header that stays in sight while any part of its section is, or does not.
  public func headerPinToVisibleBounds(_ pins: Bool = true) -> SectionLayout {
    modified { $0.header.pinToVisibleBounds = pins }
  }

  /// This layout with a footer that stays in sight while any part of its section is, or does not.
  public func footerPinToVisibleBounds(_ pins: Bool = true) -> SectionLayout {
    modified { $0.footer.pinToVisibleBounds = pins }
  }

  /// This layout with another distance between its groups, in logical pixels.
  public func interGroupSpacing(_ spacing: Double) -> SectionLayout { modified { $0.interGroupSpacing = spacing } }

  /// This layout with a header of another size.
  public func headerSize(_ size: LayoutSize) -> SectionLayout { modified { $0.header.size = size } }

  /// This layout with a footer of another size.
  public func footerSize(_ size: LayoutSize) -> SectionLayout { modified { $0.footer.size = size } }

  /// This layout with one more boundary item, or another one of the same kind.
  public func boundaryItem(_ item: LayoutBoundaryItem) -> SectionLayout { modified { $0.setBoundaryItem(item) } }

  /// This layout with something drawn behind it.
  public func background(_ kind: LayoutKind, insets: Insets = .zero) -> SectionLayout {
    modified { $0.decorations.append(.background(kind, contentInsets: insets)) }
  }

  /// This layout scrolling by itself across the direction of the list, or not.
  public func orthogonalScrolling(_ behavior: OrthogonalScrolling) -> SectionLayout {
    modified { $0.orthogonalScrolling = behavior }
  }

  /// This layout with a say in how what is visible of it looks.
  /// - Parameter key: Another one for another closure.
  public func visibleItemsHandler(
    key: some Hashable & Sendable, _ body: @escaping VisibleItemsHandler.Body
  ) -> SectionLayout {
    modified { $0.visibleItemsHandler = VisibleItemsHandler(key: key, body: body) }
  }

  private func modified(_ change: (inout SectionLayout) -> Void) -> SectionLayout {
    var copy = self
    change(&copy)
    return copy
  }
}
