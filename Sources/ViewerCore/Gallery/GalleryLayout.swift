import Scrollwork

/// The section layouts of the gallery, for the available width.
enum GalleryLayout {
  /// The kind of the count badges in the gallery.
  static let badge: LayoutKind = "count"
  static let backdrop: LayoutKind = "backdrop"
  static let panel: LayoutKind = "panel"

  /// Returns the margin between the edges of the list and the content of a section.
  private static func margin(_ context: SectionLayoutContext) -> Double {
    WindowWidth.margin(in: context.environment.container.width)
  }

  /// Returns the width inside the margins.
  private static func width(_ context: SectionLayoutContext) -> Double {
    max(1, context.environment.container.width - 2 * margin(context))
  }

  /// Adds the insets and the pinned header that all sections of the gallery have.
  private static func finished(_ layout: SectionLayout, in context: SectionLayoutContext) -> SectionLayout {
    let margin = margin(context)
    return layout.insets(Insets(top: 4, leading: margin, bottom: 20, trailing: margin)).headerPinToVisibleBounds()
      .supplementaryContentInsetsReference(.none)
  }

  /// Returns a row of cards that scrolls horizontally.
  static func cards(_ behavior: OrthogonalScrolling, in context: SectionLayoutContext) -> SectionLayout {
    let isPage = behavior == .paging
    let width = isPage ? self.width(context) : min(264, self.width(context))
    let size = LayoutSize(width: .absolute(width), height: .absolute(isPage ? 344 : 208))
    let layout = SectionLayout(
      group: .horizontal(size, once: [LayoutItem(size: .full)]), interGroupSpacing: isPage ? 2 * margin(context) : 12)
    return finished(layout.orthogonalScrolling(behavior), in: context)
  }

  /// Returns columns of three rows, narrow enough that a part of the next column is visible.
  static func columns(in context: SectionLayoutContext) -> SectionLayout {
    let size = LayoutSize(width: .absolute(min(340, width(context) * 0.93)), height: .absolute(3 * 56 + 2 * 4))
    let row = LayoutItem(width: .fractionalWidth(1), height: .absolute(56))
    let column = LayoutGroup.vertical(size, repeating: row, count: 3, interItemSpacing: .fixed(4))
    return finished(SectionLayout(group: column, interGroupSpacing: 12).orthogonalScrolling(.groupPaging), in: context)
  }

  /// Returns cards that shrink and fade with their distance from the middle.
  static func centred(in context: SectionLayoutContext) -> SectionLayout {
    let size = LayoutSize(width: .absolute(min(300, width(context) * 0.8)), height: .absolute(216))
    let layout = SectionLayout(
      group: .horizontal(size, once: [LayoutItem(size: .full)]), interGroupSpacing: 4
    )
    .orthogonalScrolling(.groupPagingCentered)
    .visibleItemsHandler(key: "stand back") { items, _, environment in
      let middle = environment.container.width / 2
      for index in items.indices where items[index].category == .cell {
        let away = min(1, abs(items[index].frame.midX - middle) / max(1, items[index].frame.width))
        items[index].scale = 1 - 0.1 * away
        items[index].alpha = 1 - 0.35 * away
      }
    }
    return finished(layout, in: context)
  }

  /// Returns a large item with two small ones beside it, alternating sides.
  static func mosaic(in context: SectionLayoutContext) -> SectionLayout {
    let gap = 8.0
    let height = min(320, width(context) * 0.45).rounded()
    let large = LayoutItem(width: .absolute((width(context) - gap) * 2 / 3), height: .fractionalHeight(1))
    let pair = LayoutGroup.vertical(
      LayoutSize(width: .absolute((width(context) - gap) / 3), height: .fractionalHeight(1)),
      equally: LayoutItem(size: .full), count: 2, interItemSpacing: .fixed(gap))
    let row = LayoutSize(width: .fractionalWidth(1), height: .absolute(height))
    let both = LayoutGroup.vertical(
      LayoutSize(width: .fractionalWidth(1), height: .absolute(2 * height + gap)),
      subitems: [
        LayoutGroup.horizontal(row, once: [large, pair], interItemSpacing: .fixed(gap)),
        LayoutGroup.horizontal(row, once: [pair, large], interItemSpacing: .fixed(gap)),
      ], interItemSpacing: .fixed(gap))
    return finished(SectionLayout(group: both, interGroupSpacing: gap), in: context)
  }

  /// Returns tiles with a count badge at their corner.
  static func adaptive(in context: SectionLayoutContext) -> SectionLayout {
    let (gap, width) = (12.0, width(context))
    let columns = max(1, Int((width + gap) / (152 + gap)))
    let badge = LayoutSupplementary(
      kind: Self.badge, size: LayoutSize(width: .estimated(28), height: .absolute(20)),
      containerAnchor: LayoutAnchor([.top, .trailing], absoluteOffset: Point(x: 6, y: -6)))
    let tile = LayoutItem(size: .full, supplementaries: [badge])
    let row = LayoutSize(
      width: .fractionalWidth(1), height: .absolute((width - gap * Double(columns - 1)) / Double(columns) * 0.75))
    let group = LayoutGroup.horizontal(row, equally: tile, count: columns, interItemSpacing: .fixed(gap))
    return finished(SectionLayout(group: group, interGroupSpacing: gap), in: context)
  }

  /// Returns a grid of four items in a row.
  static func grid(in context: SectionLayoutContext) -> SectionLayout {
    let row = LayoutSize(width: .fractionalWidth(1), height: .fractionalWidth(0.16))
    let group = LayoutGroup.horizontal(
      row, equally: LayoutItem(size: .full), count: 4, interItemSpacing: .fixed(8))
    return finished(SectionLayout(group: group, interGroupSpacing: 8), in: context)
  }

  /// Returns tags in lines, each as wide as its text.
  static func tags(in context: SectionLayoutContext) -> SectionLayout {
    finished(
      .flow(sizes: .estimated(Size(width: 90, height: 28)), lineSpacing: 8, interitemSpacing: 8), in: context)
  }

  /// Returns pictures of different heights in columns.
  static func waterfall(in context: SectionLayoutContext) -> SectionLayout {
    let columns = max(2, Int(width(context) / 220))
    let sizes = LayoutItemSizes.provided(key: "waterfall") { item, container in
      Size(width: container.width, height: 120 + Double(item * 53 % 130))
    }
    return finished(.waterfall(columns: columns, spacing: 8, sizes: sizes), in: context)
  }

  /// Returns subsections in two columns, each as high as its content, on a panel.
  static func sides(in context: SectionLayoutContext) -> SectionLayout {
    let (margin, beside) = (margin(context), max(0, margin(context) - 8))
    return finished(.waterfall(columns: 2, spacing: 8, sizes: .estimated(.zero)), in: context)
      .insets(Insets(top: 8, leading: margin, bottom: 20, trailing: margin))
      .background(panel, insets: Insets(top: 36, leading: beside, bottom: 12, trailing: beside))
  }

  /// The layout of a subsection on a card. Pinned and clipped content stays inside the border of the card.
  static let card = SectionLayout.list(estimatedRowHeight: 160)
    .insets(Insets(leading: 4, bottom: 8, trailing: 4)).background(backdrop)

  /// The padding between the highlight of a row and its content.
  static let linePadding = 6.0

  /// Returns rows with a separator line.
  private static func lines(_ badges: [LayoutSupplementary] = []) -> SectionLayout {
    let size = LayoutSize(width: .fractionalWidth(1), height: .absolute(48))
    let line = LayoutSupplementary(
      kind: .separator, size: LayoutSize(width: .fractionalWidth(1), height: .absolute(1)),
      containerAnchor: LayoutAnchor([.bottom]),
      contentInsets: Insets(leading: linePadding + 52, trailing: linePadding))
    let row = LayoutItem(size: size, supplementaries: [line] + badges)
    return SectionLayout(group: .vertical(size, repeating: row, count: 1))
  }

  /// Rows with a count badge at their picture, and a pinned header.
  static let side: SectionLayout = {
    let count = LayoutSupplementary(
      kind: badge, size: LayoutSize(width: .estimated(24), height: .absolute(18)),
      containerAnchor: LayoutAnchor([.top, .leading], absoluteOffset: Point(x: linePadding + 26, y: 1)))
    return lines([count]).insets(Insets(top: 4)).headerPinToVisibleBounds()
  }()

  /// A row of pictures that scrolls horizontally inside its card.
  static let shelf: SectionLayout = {
    let size = LayoutSize(width: .absolute(140), height: .absolute(98))
    return SectionLayout(group: .horizontal(size, once: [LayoutItem(size: .full)]), interGroupSpacing: 8)
      .insets(Insets(top: 8, leading: 4, trailing: 4))
      .orthogonalScrolling(.continuousGroupLeadingBoundary)
  }()

  /// Returns rows on a background.
  static func rows(in context: SectionLayoutContext) -> SectionLayout {
    let (beside, aside) = (margin(context) - 8, margin(context) - linePadding)
    return finished(lines(), in: context).insets(Insets(top: 4, leading: aside, bottom: 20, trailing: aside))
      .background(backdrop, insets: Insets(top: 36, leading: beside, bottom: 8, trailing: beside))
  }

  /// Returns the layout of the section that switches between layouts.
  static func letters(_ shape: LetterShape, in context: SectionLayoutContext) -> SectionLayout {
    let square = LayoutSize.square(64)
    let layout: SectionLayout =
      switch shape {
      case .grid: .grid(minimumItemWidth: 64, itemHeight: 64, spacing: 8)
      case .list: .list(rowHeight: 40).interGroupSpacing(4)
      case .flow:
        .flow(
          sizes: .provided(key: "letters") { item, _ in Size(width: 48 + Double(item * 37 % 90), height: 48) },
          lineSpacing: 8, interitemSpacing: 8)
      case .aside:
        SectionLayout(group: .horizontal(square, once: [LayoutItem(size: .full)]), interGroupSpacing: 8)
          .orthogonalScrolling(.continuous)
      }
    return finished(layout, in: context).supplementaryContentInsetsReference(.automatic)
  }
}
