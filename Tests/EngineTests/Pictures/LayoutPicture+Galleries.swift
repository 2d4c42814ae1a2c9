import Scrollwork

private func wide(_ height: LayoutDimension) -> LayoutSize { wide(1, height) }

private func area(_ width: Double, _ height: Double) -> LayoutSize {
  LayoutSize(width: .fractionalWidth(width), height: .fractionalHeight(height))
}

private let sideways = LayoutConfiguration(scrollDirection: .horizontal)

/// Large pictures one after the other, and irregular grids.
extension LayoutPicture {
  static let galleries = [
    LayoutPicture(
      name: "gallery", parts: [gallery], configuration: sideways, offset: 187, length: 3_750,
      frames: ["a0": box(-179, 8, 359, 651), "a1": box(196, 8, 359, 651)]),
    showcase("showcase", offset: 0, ["a0": box(36, 8, 303, 484), "b0": box(8, 508, 78, 118)]),
    showcase("showcase-scrolled", offset: 480, ["b0": box(8, 28, 78, 118), "b7": box(102, 162, 265, 384)]),
  ]

  private static let gallery = PicturePart(
    "a", 10, SectionLayout(group: .horizontal(.full, subitems: [full(inset: 8)])))

  private static func showcase(_ name: String, offset: Double, _ frames: [String: Rect]) -> LayoutPicture {
    let cards = SectionLayout(group: .horizontal(area(0.85, 0.75), equally: full(inset: 8), count: 1))
      .orthogonalScrolling(.groupPagingCentered)
    let shown = SectionLayout(
      group: .vertical(
        area(1, 0.8),
        subitems: [
          LayoutGroup.horizontal(area(1, 0.25), equally: full(inset: 8), count: 4),
          LayoutGroup.horizontal(
            area(1, 0.75),
            subitems: [
              LayoutGroup.vertical(area(0.25, 1), equally: full(inset: 8), count: 3),
              LayoutGroup.vertical(area(0.75, 1), equally: full(inset: 8), count: 1),
            ]),
        ]))
    return LayoutPicture(
      name: name,
      parts: ["a", "b", "c", "d"].enumerated().map { index, name in
        PicturePart(name, 8, index % 2 == 0 ? cards : shown)
      }, offset: offset, frames: frames)
  }
}

extension LayoutPicture {
  static let grids = [columnsByEdges, checkmarks, edgedList, estimatedGrid]

  /// A waterfall of three columns made of groups: the middle column is moved down.
  private static let columnsByEdges: LayoutPicture = {
    func tile(_ height: Double, top: Double? = nil, bottom: Double? = nil) -> LayoutItem {
      LayoutItem(
        size: area(1, height), contentInsets: Insets(8),
        edgeSpacing: LayoutEdgeSpacing(
          top: top.map { LayoutSpacing.fixed($0) }, bottom: bottom.map { LayoutSpacing.fixed($0) }))
    }
    func column(_ upper: LayoutItem, _ lower: LayoutItem) -> LayoutGroup {
      .vertical(area(0.33, 1), subitems: [upper, lower])
    }
    let group = LayoutGroup.horizontal(
      .full,
      subitems: [
        column(tile(0.55), tile(0.45, bottom: -24)), column(tile(0.4, top: 24), tile(0.6, bottom: -24)),
        column(tile(0.65), tile(0.35, bottom: -24)),
      ])
    return LayoutPicture(
      name: "waterfall-by-edges", parts: [PicturePart("a", 100, SectionLayout(group: group))], offset: 100,
      frames: [
        "a0": box(8, -92, 108, 351), "a1": box(8, 275, 108, 284), "a2": box(132, -68, 108, 251),
        "a3": box(132, 199, 108, 384), "a4": box(256, -92, 107, 418),
      ])
  }()

  private static let checkmarks: LayoutPicture = {
    var group = LayoutGroup.horizontal(wide(.fractionalHeight(0.2)), equally: full(inset: 8), count: 3)
    group.supplementaries = [
      LayoutSupplementary(
        kind: "check", size: LayoutSize(width: .absolute(45), height: .absolute(45)),
        containerAnchor: LayoutAnchor([.top, .trailing]))
    ]
    return LayoutPicture(
      name: "checkmark-grid", parts: [PicturePart("a", 93, SectionLayout(group: group)).badge("check")],
      frames: [
        "a0": box(8, 8, 109, 117), "0": box(330, 0, 45, 45), "3": box(330, 133, 45, 45), "a3": box(8, 141, 109, 118),
      ])
  }()

  private static let edgedList: LayoutPicture = {
    let (first, second) = (
      LayoutItem(
        size: area(0.4, 1), edgeSpacing: LayoutEdgeSpacing(leading: .flexible(0), trailing: .flexible(16))),
      LayoutItem(size: area(0.4, 1), edgeSpacing: LayoutEdgeSpacing(trailing: .flexible(0)))
    )
    return LayoutPicture(
      name: "edged-list",
      parts: [
        PicturePart(
          "a", 93,
          SectionLayout(
            group: .horizontal(wide(.absolute(60)), subitems: [first, second]), interGroupSpacing: 10))
      ],
      frames: ["a0": box(25, 0, 150, 60), "a1": box(200, 0, 150, 60), "a2": box(25, 70, 150, 60)])
  }()

  private static let estimatedGrid: LayoutPicture = {
    let item = LayoutItem(
      size: wide(0.5, .estimated(50)),
      edgeSpacing: LayoutEdgeSpacing(top: .fixed(8), trailing: .fixed(8), bottom: .fixed(8)))
    return LayoutPicture(
      name: "estimated-grid",
      parts: [
        PicturePart(
          "a", 24, SectionLayout(group: .horizontal(wide(.estimated(50)), equally: item, count: 2))
        ).heights { $0 % 2 == 0 ? 60 : 100 }
      ],
      frames: ["a0": box(0, 8, 180, 60), "a1": box(188, 8, 179, 100), "a2": box(0, 124, 180, 60)])
  }()
}
