public import ScrollworkGeometry

extension SectionLayout {
  /// Creates full-width rows, each as tall as its content.
  ///
  /// In a list that scrolls horizontally the rows keep their widths and heights and lie side by side.
  /// - Parameter spacing: The gap between the rows, in logical pixels.
  public static func vertical(spacing: Double = 0) -> SectionLayout {
    rows(height: .estimated(44), spacing: spacing)
  }

  /// Creates full-width rows of equal height. This is the cheapest layout: any number of rows takes no memory.
  ///
  /// In a list that scrolls horizontally the rows keep their widths and heights and lie side by side.
  /// - Parameter rowHeight: The height of every row, in logical pixels.
  public static func list(rowHeight: Double) -> SectionLayout {
    rows(height: .absolute(rowHeight))
  }

  /// Creates full-width rows, each as tall as its content.
  ///
  /// In a list that scrolls horizontally the rows keep their widths and heights and lie side by side.
  /// - Parameter estimatedRowHeight: The height of a row that was not visible yet, in logical pixels.
  public static func list(estimatedRowHeight: Double) -> SectionLayout {
    rows(height: .estimated(estimatedRowHeight))
  }

  /// Creates tiles of equal size, as many in a row as fit.
  ///
  /// In a list that scrolls horizontally the grid is turned: tiles form columns that follow each other horizontally,
  /// the widths named here are heights, and the heights are widths.
  /// - Parameters:
  ///   - minimumItemWidth: The minimum width of a tile, in logical pixels; tiles are narrower only if the container is.
  ///     The remaining width of a row makes all of its tiles wider, by whole device pixels.
  ///   - itemHeight: The height of a tile, in logical pixels.
  ///   - spacing: The gap between tiles in both directions, in logical pixels.
  ///   - insets: The insets around all tiles, in logical pixels.
  public static func grid(
    minimumItemWidth: Double, itemHeight: Double, spacing: Double = 0, insets: Insets = .zero
  ) -> SectionLayout {
    let grid = AdaptiveGrid(minimumItemWidth: minimumItemWidth, height: .absolute(itemHeight), spacing: spacing)
    return SectionLayout(standard: .adaptiveGrid(grid), contentInsets: insets, interGroupSpacing: spacing)
  }

  /// Creates tiles of equal size, as many in a row as fit. Their height follows from their width.
  ///
  /// In a list that scrolls horizontally the grid is turned: tiles form columns that follow each other horizontally,
  /// the widths named here are heights, and the heights are widths.
  /// - Parameters:
  ///   - minimumItemWidth: The minimum width of a tile, in logical pixels; tiles are narrower only if the container is.
  ///   - aspectRatio: The width of a tile divided by its height, without `extraHeight`.
  ///   - extraHeight: The height of the part below the picture, in logical pixels.
  ///   - spacing: The gap between tiles in both directions, in logical pixels.
  ///   - insets: The insets around all tiles, in logical pixels.
  public static func grid(
    minimumItemWidth: Double, aspectRatio: Double, extraHeight: Double = 0, spacing: Double = 0, insets: Insets = .zero
  ) -> SectionLayout {
    let height = AdaptiveGrid.TileHeight.ratio(aspectRatio: aspectRatio, extra: extraHeight)
    let grid = AdaptiveGrid(minimumItemWidth: minimumItemWidth, height: height, spacing: spacing)
    return SectionLayout(standard: .adaptiveGrid(grid), contentInsets: insets, interGroupSpacing: spacing)
  }

  /// Creates rows of equally wide cells, each row as tall as its tallest cell.
  ///
  /// In a list that scrolls horizontally the rows keep their widths and heights and lie side by side.
  /// - Parameters:
  ///   - numberOfItemsInRow: The number of cells in a row.
  ///   - itemSpacing: The gap between the cells of a row, in logical pixels.
  ///   - lineSpacing: The gap between the rows, in logical pixels.
  public static func verticalGrid(
    numberOfItemsInRow: Int, itemSpacing: Double = 0, lineSpacing: Double = 0
  ) -> SectionLayout {
    let size = LayoutSize(width: .fractionalWidth(1), height: .estimated(44))
    let row = LayoutGroup.horizontal(
      size, equally: LayoutItem(size: size), count: numberOfItemsInRow, interItemSpacing: .fixed(itemSpacing))
    return SectionLayout(standard: .group(row), interGroupSpacing: lineSpacing)
  }

  /// Creates one row that scrolls on its own. Every cell is as large as its content, and the row is as tall as its
  /// tallest cell.
  /// - Parameters:
  ///   - spacing: The gap between the cells, in logical pixels.
  ///   - scrollingBehavior: The way in which the row scrolls and snaps.
  public static func horizontal(
    spacing: Double = 0, scrollingBehavior: OrthogonalScrolling = .continuous
  ) -> SectionLayout {
    let size = LayoutSize(width: .estimated(100), height: .estimated(44))
    return SectionLayout(
      standard: .group(.horizontal(size, once: [LayoutItem(size: size)])), interGroupSpacing: spacing
    )
    .orthogonalScrolling(scrollingBehavior)
  }

  /// Creates full-width rows with a line below each.
  ///
  /// In a list that scrolls horizontally the rows keep their widths and heights and lie side by side.
  /// - Parameters:
  ///   - rowHeight: The height of a row: absolute, or estimated for rows that are as tall as their content.
  ///   - separator: The line below each row.
  public static func list(rowHeight: LayoutDimension, separator: LayoutSeparator) -> SectionLayout {
    let size = LayoutSize(width: .fractionalWidth(1), height: rowHeight)
    let item = LayoutItem(size: size, supplementaries: [separator.supplementary])
    return SectionLayout(standard: .group(.vertical(size, repeating: item, count: 1)))
  }

  /// Creates a table, whose rows are filled one after the other with as many cells as there are columns.
  ///
  /// In a list that scrolls horizontally the table is turned: rows become columns that follow each other horizontally,
  /// `rowHeight` is their width, and the widths of `columns` are heights.
  /// - Parameters:
  ///   - columns: The widths of the columns, from leading to trailing.
  ///   - rowHeight: The height of a row: absolute, or estimated for rows that are as tall as their tallest cell.
  ///   - columnSpacing: The gap between columns, in logical pixels.
  ///   - rowSpacing: The gap between rows, in logical pixels.
  public static func table(
    columns: [LayoutTable.Column], rowHeight: LayoutDimension, columnSpacing: Double = 0, rowSpacing: Double = 0
  ) -> SectionLayout {
    SectionLayout(
      content: .table(LayoutTable(columns: columns, rowHeight: rowHeight, spacing: columnSpacing)),
      interGroupSpacing: rowSpacing)
  }

  /// Creates lines of cells; a cell that does not fit starts a new line.
  ///
  /// Unlike in a `UICollectionViewFlowLayout`, the cells of a line are not spread over the width: they start at its
  /// leading end, with exactly `interitemSpacing` between them. A cell that is shorter than its line is aligned to the
  /// top of the line, not centred. Use ``FlowLayout`` directly for other alignments.
  ///
  /// In a list that scrolls horizontally the layout is turned: lines run downwards and follow each other horizontally;
  /// the cells keep their widths and heights.
  /// - Parameters:
  ///   - sizes: The sizes of the cells.
  ///   - lineSpacing: The gap between lines, in logical pixels.
  ///   - interitemSpacing: The gap between the cells of a line, in logical pixels.
  ///   - insets: The insets around all lines, in logical pixels.
  public static func flow(
    sizes: LayoutItemSizes, lineSpacing: Double = 0, interitemSpacing: Double = 0, insets: Insets = .zero
  ) -> SectionLayout {
    SectionLayout(
      FlowLayout(lineSpacing: lineSpacing, interitemSpacing: interitemSpacing), sizes: sizes, contentInsets: insets)
  }

  /// Creates columns of equal width and places each cell in the shortest column.
  ///
  /// In a list that scrolls horizontally the layout is turned: columns become rows of equal height, and each cell goes
  /// to the shortest row.
  /// - Parameters:
  ///   - columns: The number of columns.
  ///   - spacing: The gap between columns and between the cells of a column, in logical pixels.
  ///   - sizes: The sizes of the cells; only their extent along the columns counts.
  ///   - insets: The insets around all columns, in logical pixels.
  public static func waterfall(
    columns: Int, spacing: Double = 0, sizes: LayoutItemSizes, insets: Insets = .zero
  ) -> SectionLayout {
    SectionLayout(WaterfallLayout(columns: columns, spacing: spacing), sizes: sizes, contentInsets: insets)
  }

  private static func rows(height: LayoutDimension, spacing: Double = 0) -> SectionLayout {
    let size = LayoutSize(width: .fractionalWidth(1), height: height)
    let group = LayoutGroup(
      axis: .vertical, size: size, arrangement: .repeating(.item(LayoutItem(size: size)), count: 1))
    return SectionLayout(standard: .group(group), interGroupSpacing: spacing)
  }
}
