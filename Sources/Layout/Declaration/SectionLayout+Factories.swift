public import ScrollworkGeometry

extension SectionLayout {
  /// Rows across the whole width, each as tall as its content asks for.
  /// - Parameter spacing: Between the rows, in logical pixels.
  public static func vertical(spacing: Double = 0) -> SectionLayout {
    rows(height: .estimated(44), spacing: spacing)
  }

  /// Rows across the whole width, all equally tall. The cheapest layout there is: any number of rows takes no memory.
  /// - Parameter rowHeight: In logical pixels.
  public static func list(rowHeight: Double) -> SectionLayout {
    rows(height: .absolute(rowHeight))
  }

  /// Rows across the whole width, each as tall as its content asks for.
  /// - Parameter estimatedRowHeight: The height of a row that was not seen yet, in logical pixels.
  public static func list(estimatedRowHeight: Double) -> SectionLayout {
    rows(height: .estimated(estimatedRowHeight))
  }

  /// Tiles of equal size, as many in a row as fit.
  /// - Parameters:
  ///   - minimumItemWidth: No tile is narrower, in logical pixels, unless the container is. What the row has left over
  ///     makes all of its tiles wider, by whole device pixels.
  ///   - itemHeight: In logical pixels.
  ///   - spacing: Between tiles, in both directions.
  ///   - insets: Around all tiles.
  public static func grid(
    minimumItemWidth: Double, itemHeight: Double, spacing: Double = 0, insets: Insets = .zero
  ) -> SectionLayout {
    let grid = AdaptiveGrid(minimumItemWidth: minimumItemWidth, height: .absolute(itemHeight), spacing: spacing)
    return SectionLayout(content: .adaptiveGrid(grid), contentInsets: insets, interGroupSpacing: spacing)
  }

  /// Tiles of equal size, as many in a row as fit, whose height follows from their width.
  /// - Parameters:
  ///   - minimumItemWidth: No tile is narrower, in logical pixels, unless the container is.
  ///   - aspectRatio: Width divided by height, without `extraHeight`.
  ///   - extraHeight: For what stands below the picture, in logical pixels.
  ///   - spacing: Between tiles, in both directions.
  ///   - insets: Around all tiles.
  public static func grid(
    minimumItemWidth: Double, aspectRatio: Double, extraHeight: Double = 0, spacing: Double = 0, insets: Insets = .zero
  ) -> SectionLayout {
    let height = AdaptiveGrid.TileHeight.ratio(aspectRatio: aspectRatio, extra: extraHeight)
    let grid = AdaptiveGrid(minimumItemWidth: minimumItemWidth, height: height, spacing: spacing)
    return SectionLayout(content: .adaptiveGrid(grid), contentInsets: insets, interGroupSpacing: spacing)
  }

  /// Rows of equally wide cells, each row as tall as its tallest cell.
  /// - Parameters:
  ///   - itemSpacing: Between the cells of a row, in logical pixels.
  ///   - lineSpacing: Between the rows, in logical pixels.
  public static func verticalGrid(
    numberOfItemsInRow: Int, itemSpacing: Double = 0, lineSpacing: Double = 0
  ) -> SectionLayout {
    let size = LayoutSize(width: .fractionalWidth(1), height: .estimated(44))
    let row = LayoutGroup.horizontal(
      size, equally: LayoutItem(size: size), count: numberOfItemsInRow, interItemSpacing: .fixed(itemSpacing))
    return SectionLayout(group: row, interGroupSpacing: lineSpacing)
  }

  /// One row that scrolls by itself; every cell as large as its content asks for, the row as tall as the tallest.
  /// - Parameter spacing: Between the cells, in logical pixels.
  public static func horizontal(
    spacing: Double = 0, scrollingBehavior: OrthogonalScrolling = .continuous
  ) -> SectionLayout {
    let size = LayoutSize(width: .estimated(100), height: .estimated(44))
    return SectionLayout(group: .horizontal(size, once: [LayoutItem(size: size)]), interGroupSpacing: spacing)
      .orthogonalScrolling(scrollingBehavior)
  }

  /// Rows across the whole width with a line below each.
  /// - Parameters:
  ///   - rowHeight: Absolute, or estimated where rows are as tall as their content asks for.
  public static func list(rowHeight: LayoutDimension, separator: LayoutSeparator) -> SectionLayout {
    let size = LayoutSize(width: .fractionalWidth(1), height: rowHeight)
    let item = LayoutItem(size: size, supplementaries: [separator.supplementary])
    return SectionLayout(group: .vertical(size, repeating: item, count: 1))
  }

  /// Rows of cells under each other: every so many cells are a row.
  /// - Parameters:
  ///   - rowHeight: Absolute, or estimated where a row is as tall as its tallest cell.
  ///   - columnSpacing: In logical pixels.
  ///   - rowSpacing: In logical pixels.
  public static func table(
    columns: [LayoutTable.Column], rowHeight: LayoutDimension, columnSpacing: Double = 0, rowSpacing: Double = 0
  ) -> SectionLayout {
    SectionLayout(
      content: .table(LayoutTable(columns: columns, rowHeight: rowHeight, spacing: columnSpacing)),
      interGroupSpacing: rowSpacing)
  }

  /// Cells in lines, a new one where the next cell does not fit.
  public static func flow(
    sizes: LayoutItemSizes, lineSpacing: Double = 0, interitemSpacing: Double = 0, insets: Insets = .zero
  ) -> SectionLayout {
    SectionLayout(
      FlowLayout(lineSpacing: lineSpacing, interitemSpacing: interitemSpacing), sizes: sizes, contentInsets: insets)
  }

  /// Cells in columns of equal width, each in the column that is shortest.
  public static func waterfall(
    columns: Int, spacing: Double = 0, sizes: LayoutItemSizes, insets: Insets = .zero
  ) -> SectionLayout {
    SectionLayout(WaterfallLayout(columns: columns, spacing: spacing), sizes: sizes, contentInsets: insets)
  }

  private static func rows(height: LayoutDimension, spacing: Double = 0) -> SectionLayout {
    let size = LayoutSize(width: .fractionalWidth(1), height: height)
    let group = LayoutGroup(
      axis: .vertical, size: size, arrangement: .repeating(.item(LayoutItem(size: size)), count: 1))
    return SectionLayout(rowsOf: group, height: height, interGroupSpacing: spacing)
  }
}
