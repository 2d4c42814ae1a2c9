public import ScrollworkGeometry

extension LayoutGroup {
  /// Creates a row that repeats the given subitems until the next one does not fit. The row has at least one subitem.
  ///
  /// In a section's repeated group, cells can form lines like tags: each line takes as many cells as fit with their
  /// measured widths, and the next line starts again with the first subitem. This requires that all subitems are items
  /// of estimated width, that the width of the group is not estimated, and that the heights of the items are either all
  /// estimated or all not. In any other group, the estimates decide the number of cells.
  public static func horizontal(
    _ size: LayoutSize, subitems: [any LayoutSubitem], interItemSpacing: LayoutSpacing = .fixed(0),
    contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .horizontal, size: size, arrangement: .fitting(subitems.map(\.node)),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }

  /// Creates a row of `count` subitems that share its width equally; the width that the subitem declares is ignored.
  public static func horizontal(
    _ size: LayoutSize, equally subitem: some LayoutSubitem, count: Int,
    interItemSpacing: LayoutSpacing = .fixed(0), contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .horizontal, size: size, arrangement: .equally(subitem.node, count: count),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }

  /// Creates a row of `count` subitems of their declared width; they overflow the row if they do not fit.
  public static func horizontal(
    _ size: LayoutSize, repeating subitem: some LayoutSubitem, count: Int,
    interItemSpacing: LayoutSpacing = .fixed(0), contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .horizontal, size: size, arrangement: .repeating(subitem.node, count: count),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }

  /// Creates a row of the given subitems, each once; they overflow the row if they do not fit.
  public static func horizontal(
    _ size: LayoutSize, once subitems: [any LayoutSubitem], interItemSpacing: LayoutSpacing = .fixed(0),
    contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .horizontal, size: size, arrangement: .once(subitems.map(\.node)),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }

  /// Creates a column that repeats the given subitems until the next one does not fit. The column has at least one
  /// subitem.
  ///
  /// In a list that scrolls horizontally, cells of estimated height form lines, as cells of estimated width do in a
  /// vertical list; see ``horizontal(_:subitems:interItemSpacing:contentInsets:)``.
  public static func vertical(
    _ size: LayoutSize, subitems: [any LayoutSubitem], interItemSpacing: LayoutSpacing = .fixed(0),
    contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .vertical, size: size, arrangement: .fitting(subitems.map(\.node)),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }

  /// Creates a column of `count` subitems that share its height equally; the height that the subitem declares is
  /// ignored.
  public static func vertical(
    _ size: LayoutSize, equally subitem: some LayoutSubitem, count: Int,
    interItemSpacing: LayoutSpacing = .fixed(0), contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .vertical, size: size, arrangement: .equally(subitem.node, count: count),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }

  /// Creates a column of `count` subitems of their declared height; they overflow the column if they do not fit.
  public static func vertical(
    _ size: LayoutSize, repeating subitem: some LayoutSubitem, count: Int,
    interItemSpacing: LayoutSpacing = .fixed(0), contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .vertical, size: size, arrangement: .repeating(subitem.node, count: count),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }

  /// Creates a column of the given subitems, each once; they overflow the column if they do not fit.
  public static func vertical(
    _ size: LayoutSize, once subitems: [any LayoutSubitem], interItemSpacing: LayoutSpacing = .fixed(0),
    contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .vertical, size: size, arrangement: .once(subitems.map(\.node)),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }

  /// Creates a group that takes the frames of its cells from `arrangement`, relative to the top leading corner of the
  /// content inside the insets. The group holds as many cells as the arrangement has places.
  public static func custom(
    _ size: LayoutSize, _ arrangement: LayoutCustomArrangement, contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(axis: .vertical, size: size, arrangement: .custom(arrangement), contentInsets: contentInsets)
  }
}
