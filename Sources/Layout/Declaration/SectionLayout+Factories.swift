public import ScrollworkGeometry

extension SectionLayout {
  /// Rows across the whole width, each as tall as its content asks for.
  ///
  /// In a list that scrolls horizontally the rows are as wide and as tall as in any other, and stand side by side.
  /// - Parameter spacing: Between the rows, in logical pixels.
  public static func vertical(spacing: Double = 0) -> SectionLayout {
    rows(height: .estimated(44), spacing: spacing)
  }

  /// Rows across the whole width, all equally tall. The cheapest layout there is: any number of rows takes no memory.
  ///
  /// In a list that scrolls horizontally the rows are as wide and as tall as in any other, and stand side by side.
  /// - Parameter rowHeight: In logical pixels.
  public static func list(rowHeight: Double) -> SectionLayout {
    rows(height: .absolute(rowHeight))
  }

  /// Rows across the whole width, each as tall as its content asks for.
  ///
  /// In a list that scrolls horizontally the rows are as wide and as tall as in any other, and stand side by side.
  /// - Parameter estimatedRowHeight: The height of a row that was not seen yet, in logical pixels.
  public static func list(estimatedRowHeight: Double) -> SectionLayout {
    rows(height: .estimated(estimatedRowHeight))
  }

  /// Tiles of equal size, as many in a row as fit.
  ///
  /// In a list that scrolls horizontally it turns with the list: tiles stand in columns that follow each other to the
  /// side, and what is said here of widths holds of heights.
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
  ///
  /// In a list that scrolls horizontally it turns with the list: tiles stand in columns that follow each other to the
  /// side, and what is said here of widths holds of heights.
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
  ///
  /// In a list that scrolls horizontally the rows are as wide and as tall as in any other, and stand side by side.
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
  ///
  /// In a list that scrolls horizontally the rows are as wide and as tall as in any other, and stand side by side.
  /// - Parameters:
  ///   - rowHeight: Absolute, or estimated where rows are as tall as their content asks for.
  public static func list(rowHeight: LayoutDimension, separator: LayoutSeparator) -> SectionLayout {
    let size = LayoutSize(width: .fractionalWidth(1), height: rowHeight)
    let item = LayoutItem(size: size, supplementaries: [separator.supplementary])
    return SectionLayout(group: .vertical(size, repeating: item, count: 1))
  }

  /// Rows of cells under each other: every so many cells are a row.
  ///
  /// In a list that scrolls horizontally it turns with the list: the rows become columns that follow each other to the
  /// side, `rowHeight` is how wide these are, and the widths of `columns` are heights.
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
  ///
  /// Unlike in a `UICollectionViewFlowLayout`, the cells of a line are not spread over the width: they begin at its
  /// leading end with `interitemSpacing` between them, neither more nor less. Nor are they centred in a line that is
  /// taller: they stand at its upper edge. A ``FlowLayout`` of your own may say otherwise.
  ///
  /// In a list that scrolls horizontally it turns with the list: the lines run down and follow each other to the side;
  /// the cells keep their widths and heights.
  /// - Parameters:
  ///   - sizes: What is known of the sizes of the cells.
  ///   - lineSpacing: Between lines, in logical pixels.
  ///   - interitemSpacing: Between the cells of a line, in logical pixels.
  ///   - insets: Around all lines.
  public static func flow(
    sizes: LayoutItemSizes, lineSpacing: Double = 0, interitemSpacing: Double = 0, insets: Insets = .zero
  ) -> SectionLayout {
    SectionLayout(
      FlowLayout(lineSpacing: lineSpacing, interitemSpacing: interitemSpacing), sizes: sizes, contentInsets: insets)
  }

  /// Cells in columns of equal width, each in the column that is shortest.
  ///
  /// In a list that scrolls horizontally it turns with the list: the columns become rows of equal height, and each cell
  /// goes to the row that is shortest.
  /// - Parameters:
  ///   - spacing: Between columns and between the cells of one, in logical pixels.
  ///   - sizes: What is known of the sizes of the cells; only what they say along the columns counts.
  ///   - insets: Around all columns.
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
