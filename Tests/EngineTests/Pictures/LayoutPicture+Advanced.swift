import Scrollwork

private func part(_ width: Double, _ height: Double, inset: Double) -> LayoutItem {
  LayoutItem(width: .fractionalWidth(width), height: .fractionalHeight(height), contentInsets: Insets(inset))
}

/// Returns a group of a large tile beside two small ones.
private func oneAndTwo(width: Double) -> LayoutGroup {
  .horizontal(
    wide(width, .fractionalHeight(0.4)),
    subitems: [
      part(0.7, 1, inset: 10),
      LayoutGroup.vertical(
        LayoutSize(width: .fractionalWidth(0.3), height: .fractionalHeight(1)), equally: part(1, 0.3, inset: 10),
        count: 2),
    ])
}

private let spaced = LayoutConfiguration(interSectionSpacing: 20)

/// Nested groups, and nested scroll containers.
extension LayoutPicture {
  static let advanced = [
    LayoutPicture(
      name: "nested-groups", parts: [PicturePart("a", 30, SectionLayout(group: oneAndTwo(width: 1)))],
      frames: [
        "a0": box(10, 10, 243, 247), "a1": box(273, 10, 92, 113), "a2": box(273, 143, 92, 114),
        "a3": box(10, 277, 243, 247),
      ]),
    LayoutPicture(
      name: "orthogonal-scrolling",
      parts: ["a", "b", "c"].map {
        PicturePart($0, 30, SectionLayout(group: oneAndTwo(width: 0.85)).orthogonalScrolling(.continuous))
      },
      frames: [
        "a0": box(10, 10, 203, 247), "a1": box(233, 10, 76, 113), "a3": box(329, 10, 203, 247),
        "b0": box(10, 277, 203, 247),
      ]),
    behaviours, behavioursScrolled,
    conference("conference-video-sessions", width: 375, ["a0": box(20, 44, 285, 250), "a1": box(325, 44, 285, 250)]),
    conference(
      "conference-video-sessions-wide", width: 900, ["a0": box(20, 44, 366, 250), "a1": box(406, 44, 365, 250)]),
    newsFeed, store,
  ]

  /// Returns a picture with a row of cards for each orthogonal scrolling behaviour.
  private static func rows(offset: Double?) -> LayoutPicture {
    let kinds: [OrthogonalScrolling] = [
      .continuous, .continuousGroupLeadingBoundary, .paging, .groupPaging, .groupPagingCentered, .none,
    ]
    let layout = SectionLayout(
      group: .horizontal(wide(0.85, .absolute(60)), subitems: [full()]),
      contentInsets: Insets(leading: 20, trailing: 20),
      interGroupSpacing: 20
    ).headerSize(wide(.estimated(44)))
    let parts = zip(["a", "b", "c", "d", "e", "f"], kinds).map { name, kind in
      var part = PicturePart(name, 4, layout.orthogonalScrolling(kind)).titled("\(kind)")
      part.titleHeight = 24
      return part
    }
    return LayoutPicture(
      name: "", size: Size(width: 400, height: 860), parts: parts, configuration: spaced, sectionOffset: offset,
      length: 844, frames: [:])
  }

  private static let behaviours: LayoutPicture = {
    var picture = rows(offset: nil)
    picture.name = "orthogonal-behaviours"
    picture.frames = [
      "a0": box(20, 24, 306, 60), "a1": box(346, 24, 306, 60), "d0": box(20, 336, 306, 60), "e0": box(47, 440, 306, 60),
      "f0": box(20, 544, 306, 60), "f3": box(20, 784, 306, 60), "none": box(20, 520, 360, 24),
    ]
    return picture
  }()

  private static let behavioursScrolled: LayoutPicture = {
    var picture = rows(offset: 300)
    picture.name = "orthogonal-behaviours-scrolled"
    picture.frames = [
      "a1": box(46, 24, 306, 60), "b1": box(20, 128, 306, 60), "c1": box(-54, 232, 306, 60),
      "d1": box(20, 336, 306, 60), "e1": box(47, 440, 306, 60), "f1": box(20, 624, 306, 60),
    ]
    return picture
  }()

  /// Returns a picture of cards that take 85 % of the width or, in a wide window, less than half.
  private static func conference(_ name: String, width: Double, _ frames: [String: Rect]) -> LayoutPicture {
    let provider = SectionProvider(key: "sessions") { context in
      let part = context.environment.effectiveContentSize.width > 500 ? 0.425 : 0.85
      return SectionLayout(
        group: .horizontal(wide(part, .absolute(250)), subitems: [full()]),
        contentInsets: Insets(leading: 20, trailing: 20), interGroupSpacing: 20
      )
      .orthogonalScrolling(.continuous).headerSize(wide(.estimated(44)))
    }
    var all = frames
    all["A"] = box(20, 0, width - 40, 44)
    all["B"] = box(20, 314, width - 40, 44)
    return LayoutPicture(
      name: name, size: Size(width: width, height: 667),
      parts: ["a", "b", "c"].map { PicturePart($0, 12, provider: provider).titled($0.uppercased()) },
      configuration: spaced, frames: all)
  }

  private static let newsFeed = LayoutPicture(
    name: "conference-news-feed",
    parts: [
      PicturePart(
        "a", 40,
        SectionLayout(
          group: .vertical(wide(.estimated(100)), subitems: [LayoutItem(size: wide(.estimated(100)))]),
          contentInsets: Insets(10), interGroupSpacing: 10)
      ).heights { Double(80 + $0 % 3 * 20) }
    ],
    frames: [
      "a0": box(10, 10, 355, 80), "a1": box(10, 100, 355, 100), "a2": box(10, 210, 355, 120),
      "a3": box(10, 340, 355, 80),
    ])

  /// Columns of three rows that are paged one at a time.
  private static let store: LayoutPicture = {
    let column = LayoutGroup.vertical(
      wide(0.93, .absolute(180)), equally: full(), count: 3, interItemSpacing: .fixed(6))
    let layout = SectionLayout(
      group: column, contentInsets: Insets(leading: 12, trailing: 12), interGroupSpacing: 8
    ).orthogonalScrolling(.groupPaging).headerSize(wide(.absolute(40)))
    return LayoutPicture(
      name: "app-store",
      parts: ["a", "b", "c"].map { PicturePart($0, 11, layout).titled($0.uppercased()) }, sectionOffset: 330,
      frames: [
        // The second column is at rest at offset 334.43: a column is 0.93 x 351 = 326.43 wide, and the gap is 8.
        "A": box(12, 0, 351, 40), "a3": box(12, 40, 327, 56), "a4": box(12, 102, 327, 56), "a6": box(347, 40, 326, 56),
        "b3": box(12, 260, 327, 56),
      ])
  }()
}

private func wide(_ height: LayoutDimension) -> LayoutSize { wide(1, height) }
