import Scrollwork

/// Returns a frame in whole pixels.
func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect {
  Rect(x: x, y: y, width: width, height: height)
}

func wide(_ fraction: Double = 1, _ height: LayoutDimension) -> LayoutSize {
  LayoutSize(width: .fractionalWidth(fraction), height: height)
}

/// Returns a cell that fills its group, smaller by `inset` at every edge.
func full(inset: Double = 0) -> LayoutItem { LayoutItem(size: .full, contentInsets: Insets(inset)) }

/// Returns a layout with tiles in columns of equal width.
func columns(_ count: Int, height: LayoutDimension, inset: Double = 0, insets: Insets = .zero) -> SectionLayout {
  SectionLayout(
    group: .horizontal(wide(height), equally: full(inset: inset), count: count), contentInsets: insets)
}

private func wide(_ height: LayoutDimension) -> LayoutSize { wide(1, height) }

private let row44 = LayoutGroup.horizontal(wide(.absolute(44)), subitems: [full()])
private let fifth = LayoutGroup.horizontal(
  wide(.fractionalWidth(0.2)), subitems: [LayoutItem(width: .fractionalWidth(0.2), height: .fractionalHeight(1))])
private let titled = SectionLayout(
  group: row44, contentInsets: Insets(leading: 10, trailing: 10), interGroupSpacing: 5
).headerSize(wide(.estimated(44))).footerSize(wide(.estimated(44)))

/// Lists and grids, with headers, footers, badges and backgrounds.
extension LayoutPicture {
  static let basics = [
    LayoutPicture(
      name: "list", size: Size(width: 320, height: 480),
      parts: [PicturePart("a", 94, SectionLayout(group: row44))], length: 4_136,
      frames: ["a0": box(0, 0, 320, 44), "a5": box(0, 220, 320, 44), "a10": box(0, 440, 320, 44)]),
    LayoutPicture(
      name: "grid", parts: [PicturePart("a", 94, SectionLayout(group: fifth))], length: 1_425,
      frames: ["a0": box(0, 0, 75, 75), "a7": box(150, 75, 75, 75)]),
    insetGrid, twoColumns, distinctSections, badges, headersAndFooters, backgrounds,
    pinned("pinned-header", offset: 100, ["A": box(10, 0, 300, 44), "a1": box(10, -7, 300, 44)]),
    pinned("pinned-header-pushed", offset: 160, ["A": box(10, -18, 300, 44), "B": box(10, 90, 300, 44)]),
    pinned(
      "pinned-footer", size: Size(width: 320, height: 120), offset: 0,
      ["A": box(10, 0, 300, 44), "Fa": box(10, 76, 300, 44), "a0": box(10, 44, 300, 44)]),
  ]

  private static let insetGrid = LayoutPicture(
    name: "inset-items-grid",
    parts: [
      PicturePart(
        "a", 94,
        SectionLayout(
          group: .horizontal(
            wide(.fractionalWidth(0.2)),
            subitems: [
              LayoutItem(width: .fractionalWidth(0.2), height: .fractionalHeight(1), contentInsets: Insets(5))
            ])))
    ],
    frames: ["a0": box(5, 5, 65, 65), "a7": box(155, 80, 65, 65)])

  private static let twoColumns = LayoutPicture(
    name: "two-columns", size: Size(width: 320, height: 480),
    parts: [
      PicturePart(
        "a", 94,
        SectionLayout(
          group: .horizontal(wide(.absolute(44)), equally: full(), count: 2, interItemSpacing: .fixed(10)),
          contentInsets: Insets(leading: 10, trailing: 10), interGroupSpacing: 10))
    ],
    length: 2_528,
    frames: ["a0": box(10, 0, 145, 44), "a1": box(165, 0, 145, 44), "a5": box(165, 108, 145, 44)])

  private static let distinctSections = LayoutPicture(
    name: "distinct-sections", size: Size(width: 375, height: 962),
    parts: [
      PicturePart("a", 10, columns(1, height: .absolute(44), inset: 2, insets: Insets(20))),
      PicturePart("b", 10, columns(3, height: .fractionalWidth(0.2), inset: 2, insets: Insets(20))),
      PicturePart("c", 10, columns(5, height: .fractionalWidth(0.2), inset: 2, insets: Insets(20))),
    ],
    length: 962,
    frames: [
      "a0": box(22, 22, 331, 40), "b0": box(22, 502, 108, 63), "b1": box(134, 502, 107, 63),
      "c0": box(22, 810, 63, 63),
    ])

  private static let badges = LayoutPicture(
    name: "item-badge",
    parts: [
      PicturePart(
        "a", 40,
        SectionLayout(
          group: .horizontal(
            wide(.fractionalWidth(0.2)),
            subitems: [
              LayoutItem(
                size: LayoutSize(width: .fractionalWidth(0.25), height: .fractionalHeight(1)), contentInsets: Insets(5),
                supplementaries: [
                  LayoutSupplementary(
                    kind: "badge", size: LayoutSize(width: .absolute(20), height: .absolute(20)),
                    containerAnchor: LayoutAnchor([.top, .trailing], fractionalOffset: Point(x: 0.3, y: -0.3)))
                ])
            ]), contentInsets: Insets(20))
      ).badge("badge")
    ],
    frames: ["a0": box(25, 25, 74, 57), "0": box(85, 19, 20, 20), "a4": box(25, 92, 74, 57), "4": box(85, 86, 20, 20)])

  private static let headersAndFooters = LayoutPicture(
    name: "section-headers-footers", size: Size(width: 320, height: 480),
    parts: [
      PicturePart("a", 3, titled).titled("A", footer: "Fa"), PicturePart("b", 3, titled).titled("B", footer: "Fb"),
      PicturePart("c", 0, titled).titled("C", footer: "Fc"), PicturePart("d", 9, titled).titled("D", footer: "Fd"),
    ],
    frames: [
      "A": box(10, 0, 300, 44), "a0": box(10, 44, 300, 44), "a1": box(10, 93, 300, 44), "a2": box(10, 142, 300, 44),
      "Fa": box(10, 186, 300, 44), "B": box(10, 230, 300, 44), "Fb": box(10, 416, 300, 44),
      "C": box(10, 460, 300, 44),
    ])

  private static func pinned(
    _ name: String, size: Size = Size(width: 320, height: 240), offset: Double, _ frames: [String: Rect]
  ) -> LayoutPicture {
    let layout = titled.headerPinToVisibleBounds().footerPinToVisibleBounds(size.height < 200)
    return LayoutPicture(
      name: name, size: size,
      parts: ["a", "b", "c", "d"].map {
        PicturePart($0, 3, layout).titled($0.uppercased(), footer: "F" + $0)
      },
      configuration: LayoutConfiguration(interSectionSpacing: 20), offset: offset, length: 980, frames: frames)
  }

  private static let backgrounds: LayoutPicture = {
    let layout = SectionLayout(group: row44, contentInsets: Insets(10), interGroupSpacing: 5)
      .background("plate", insets: Insets(5))
    return LayoutPicture(
      name: "section-decoration", size: Size(width: 320, height: 480),
      parts: ["a", "b", "c"].map { PicturePart($0, 3, layout).background("plate") }, length: 486,
      frames: ["a0": box(10, 10, 300, 44), "a2": box(10, 108, 300, 44), "b0": box(10, 172, 300, 44)])
  }()
}
