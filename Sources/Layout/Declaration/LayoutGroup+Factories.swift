public import ScrollworkGeometry

extension LayoutGroup {
  /// Creates a row that repeats the given subitems while the next one fits. At least one is placed.
  ///
  /// In the group that a section repeats, if all subitems are items of estimated width and the group's own width is not
  /// estimated, the cells form lines, as tags do: each line has as many cells as fit with their measured widths, and
  /// the next line starts with the first subitem. This requires that either all heights of the items are estimated or
  /// none. In all other groups the estimates decide the number of cells.
  public static func horizontal(
    _ size: LayoutSize, subitems: [any LayoutSubitem], interItemSpacing: LayoutSpacing = .fixed(0),
    contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .horizontal, size: size, arrangement: .fitting(subitems.map(\.node)),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }

  /// Creates a row of `count` subitems of equal width; the width that the subitem declares is ignored.
  public static func horizontal(
    _ size: LayoutSize, equally subitem: some LayoutSubitem, count: Int,
    interItemSpacing: LayoutSpacing = .fixed(0), contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .horizontal, size: size, arrangement: .equally(subitem.node, count: count),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }

  /// Creates a row of `count` subitems of their declared width, whether they fit or not.
  public static func horizontal(
    _ size: LayoutSize, repeating subitem: some LayoutSubitem, count: Int,
    interItemSpacing: LayoutSpacing = .fixed(0), contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .horizontal, size: size, arrangement: .repeating(subitem.node, count: count),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }

  /// Creates a row of the given subitems, each once, whether they fit or not.
  public static func horizontal(
    _ size: LayoutSize, once subitems: [any LayoutSubitem], interItemSpacing: LayoutSpacing = .fixed(0),
    contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .horizontal, size: size, arrangement: .once(subitems.map(\.node)),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }

  /// Creates a column that repeats the given subitems while the next one fits. At least one is placed.
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

  /// Creates a column of `count` subitems of equal height; the height that the subitem declares is ignored.
  public static func vertical(
    _ size: LayoutSize, equally subitem: some LayoutSubitem, count: Int,
    interItemSpacing: LayoutSpacing = .fixed(0), contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .vertical, size: size, arrangement: .equally(subitem.node, count: count),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }

  /// Creates a column of `count` subitems of their declared height, whether they fit or not.
  public static func vertical(
    _ size: LayoutSize, repeating subitem: some LayoutSubitem, count: Int,
    interItemSpacing: LayoutSpacing = .fixed(0), contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .vertical, size: size, arrangement: .repeating(subitem.node, count: count),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }

  /// Creates a column of the given subitems, each once, whether they fit or not.
  public static func vertical(
    _ size: LayoutSize, once subitems: [any LayoutSubitem], interItemSpacing: LayoutSpacing = .fixed(0),
    contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .vertical, size: size, arrangement: .once(subitems.map(\.node)),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }

  /// Creates a group whose cells have the places that `arrangement` returns, measured from the top leading corner of
  /// the content inside the insets. The group holds as many cells as there are places.
  public static func custom(
    _ size: LayoutSize, _ arrangement: LayoutCustomArrangement, contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(axis: .vertical, size: size, arrangement: .custom(arrangement), contentInsets: contentInsets)
  }
}
