import Scrollwork

private func wide(_ height: LayoutDimension) -> LayoutSize { wide(1, height) }

/// Layouts that follow the width of the window.
extension LayoutPicture {
  static let adaptive = [
    sections(
      "adaptive-sections", Size(width: 375, height: 900),
      ["a0": box(22, 22, 331, 40), "b0": box(22, 502, 63, 63), "c0": box(22, 676, 108, 63)]),
    sections(
      "adaptive-sections-wide", Size(width: 900, height: 960),
      [
        "a0": box(22, 22, 426, 40), "a1": box(452, 22, 426, 40), "b0": box(22, 282, 82, 168),
        "c0": box(22, 494, 139, 168),
      ]),
    insertionSort,
    mountains("mountains", width: 375, ["a0": box(10, 10, 173, 32), "a1": box(193, 10, 172, 32)]),
    mountains(
      "mountains-wide", width: 900,
      ["a0": box(10, 10, 287, 32), "a1": box(307, 10, 286, 32), "a2": box(603, 10, 287, 32)]),
    adaptiveGrid,
  ]

  private static func sections(_ name: String, _ size: Size, _ frames: [String: Rect]) -> LayoutPicture {
    let counts = [(1, 2), (5, 10), (3, 6)]
    let parts = zip(["a", "b", "c"], counts.enumerated()).map { name, entry in
      let (index, count) = (entry.offset, entry.element)
      let provider = SectionProvider(key: "kind \(index)") { context in
        let isWide = context.environment.effectiveContentSize.width > 800
        return columns(
          isWide ? count.1 : count.0, height: index == 0 ? .absolute(44) : .fractionalWidth(0.2), inset: 2,
          insets: Insets(20))
      }
      return PicturePart(name, 10, provider: provider)
    }
    return LayoutPicture(name: name, size: size, parts: parts, frames: frames)
  }

  /// Sections of one line of cells each. There are as many columns as fit at a width of 16.
  private static let insertionSort: LayoutPicture = {
    let provider = SectionProvider(key: "nodes") { context in
      columns(Int(context.environment.effectiveContentSize.width / 16), height: .absolute(34))
    }
    return LayoutPicture(
      name: "insertion-sort", parts: (0..<19).map { PicturePart("\($0):", 23, provider: provider) },
      frames: ["0:0": box(0, 0, 16, 34), "0:1": box(16, 0, 17, 34), "1:22": box(359, 34, 16, 34)])
  }()

  private static func mountains(_ name: String, width: Double, _ frames: [String: Rect]) -> LayoutPicture {
    let provider = SectionProvider(key: "mountains") { context in
      SectionLayout(
        group: .horizontal(
          wide(.absolute(32)), equally: full(),
          count: context.environment.effectiveContentSize.width > 800 ? 3 : 2, interItemSpacing: .fixed(10)),
        contentInsets: Insets(10), interGroupSpacing: 10)
    }
    return LayoutPicture(
      name: name, size: Size(width: width, height: 667), parts: [PicturePart("a", 60, provider: provider)],
      frames: frames)
  }

  private static let adaptiveGrid = LayoutPicture(
    name: "grid-of-minimum-width", size: Size(width: 400, height: 400),
    parts: [PicturePart("a", 30, .grid(minimumItemWidth: 90, itemHeight: 60, spacing: 8, insets: Insets(12)))],
    // Three tiles fit: 376 less two gaps of 8 leave 120 for each. Four would be only 88 wide.
    frames: ["a0": box(12, 12, 120, 60), "a1": box(140, 12, 120, 60)])
}
