public import ScrollworkGeometry

extension LayoutGroup {
  /// A row of the given subitems, over and over, as long as the next one fits. At least one is placed.
  ///
  /// Of the group that a section repeats, where all subitems are items of estimated width and the group's own is not, the
  /// cells stand in lines, as tags do: each has as many as fit with what is measured of them, and the next begins with the
  /// first subitem. For that, either all heights of the items are to be estimated or none. Everywhere else the guesses
  /// decide how many there are.
  public static func horizontal(
    _ size: LayoutSize, subitems: [any LayoutSubitem], interItemSpacing: LayoutSpacing = .fixed(0),
    contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .horizontal, size: size, arrangement: .fitting(subitems.map(\.node)),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }

  /// A row of `count` subitems of equal width; the width that the subitem declares is ignored.
  public static func horizontal(
    _ size: LayoutSize, equally subitem: some LayoutSubitem, count: Int,
    interItemSpacing: LayoutSpacing = .fixed(0), contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .horizontal, size: size, arrangement: .equally(subitem.node, count: count),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }

  /// A row of `count` subitems of the width that the subitem declares, whether they fit or not.
  public static func horizontal(
    _ size: LayoutSize, repeating subitem: some LayoutSubitem, count: Int,
    interItemSpacing: LayoutSpacing = .fixed(0), contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .horizontal, size: size, arrangement: .repeating(subitem.node, count: count),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }

  /// A row of the given subitems, each once, whether they fit or not.
  public static func horizontal(
    _ size: LayoutSize, once subitems: [any LayoutSubitem], interItemSpacing: LayoutSpacing = .fixed(0),
    contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .horizontal, size: size, arrangement: .once(subitems.map(\.node)),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }

  /// A column of the given subitems, over and over, as long as the next one fits. At least one is placed.
  ///
  /// In a list that scrolls horizontally, cells of estimated height stand in lines as those of estimated width do elsewhere;
  /// see ``horizontal(_:subitems:interItemSpacing:contentInsets:)``.
  public static func vertical(
    _ size: LayoutSize, subitems: [any LayoutSubitem], interItemSpacing: LayoutSpacing = .fixed(0),
    contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .vertical, size: size, arrangement: .fitting(subitems.map(\.node)),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }

  /// A column of `count` subitems of equal height; the height that the subitem declares is ignored.
  public static func vertical(
    _ size: LayoutSize, equally subitem: some LayoutSubitem, count: Int,
    interItemSpacing: LayoutSpacing = .fixed(0), contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .vertical, size: size, arrangement: .equally(subitem.node, count: count),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }

  /// A column of `count` subitems of the height that the subitem declares, whether they fit or not.
  public static func vertical(
    _ size: LayoutSize, repeating subitem: some LayoutSubitem, count: Int,
    interItemSpacing: LayoutSpacing = .fixed(0), contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .vertical, size: size, arrangement: .repeating(subitem.node, count: count),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }

  /// A column of the given subitems, each once, whether they fit or not.
  public static func vertical(
    _ size: LayoutSize, once subitems: [any LayoutSubitem], interItemSpacing: LayoutSpacing = .fixed(0),
    contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .vertical, size: size, arrangement: .once(subitems.map(\.node)),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }

  /// Cells wherever `arrangement` puts them in what the insets leave of the group, counted from there. The group holds as
  /// many as it returns.
  public static func custom(
    _ size: LayoutSize, _ arrangement: LayoutCustomArrangement, contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(axis: .vertical, size: size, arrangement: .custom(arrangement), contentInsets: contentInsets)
  }
}
