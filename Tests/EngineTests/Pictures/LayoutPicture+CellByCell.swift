import Scrollwork

/// The sizes of tags, which are 24 tall. The first ones are 40, 77, 114, 61, 98, 45, 82, 119 and 66 wide.
private let tags = LayoutItemSizes.provided(key: "tags") { item, _ in
  Size(width: Double(40 + item * 37 % 90), height: 24)
}

/// The sizes of tiles, which are 50 wide and in turn 30, 50 and 70 tall.
private let tiles = laterTiles(from: 0)

/// Returns the sizes of tiles without the first ones.
private func laterTiles(from first: Int) -> LayoutItemSizes {
  .provided(key: "tiles \(first)") { item, _ in Size(width: 50, height: Double(30 + (first + item) % 3 * 20)) }
}

private func lengths(_ item: Int) -> Double { [100, 50, 80, 60, 30][item % 5] }

/// Layouts that give each cell a frame of its own.
extension LayoutPicture {
  static let cellByCell = [
    one(
      "flow-of-tags", FlowLayout(lineSpacing: 8, interitemSpacing: 8), tags, 80,
      [
        "a0": box(0, 0, 40, 24), "a1": box(48, 0, 77, 24), "a3": box(255, 0, 61, 24), "a4": box(0, 32, 98, 24),
        "a7": box(249, 32, 119, 24), "a8": box(0, 64, 66, 24),
      ]),
    one(
      "flow-justified", FlowLayout(lineSpacing: 8, interitemSpacing: 8, justifyContent: .spaceBetween), tags, 80,
      ["a0": box(0, 0, 40, 24), "a1": box(68, 0, 77, 24), "a3": box(314, 0, 61, 24)]),
    one(
      "flow-stretched", FlowLayout(lineSpacing: 5, interitemSpacing: 5, alignItems: .stretch), tiles, 40,
      ["a0": box(0, 0, 50, 70), "a5": box(275, 0, 50, 70), "a6": box(0, 75, 50, 70)]),
    one(
      "flow-inset", FlowLayout(lineSpacing: 5, interitemSpacing: 5, alignItems: .end).inset(by: Insets(20)), tiles, 40,
      // Six tiles fit on a line of 335: they take 50 x 6 and five gaps of 5.
      ["a0": box(20, 60, 50, 30), "a1": box(75, 40, 50, 50), "a6": box(20, 135, 50, 30)]),
    rowWithFill, measuredTags, waterfall, waterfallSideways, overlay, closure, nested, sticky,
  ]

  private static func one(
    _ name: String, _ layout: some CollectionLayout, _ sizes: LayoutItemSizes, _ count: Int, _ frames: [String: Rect]
  ) -> LayoutPicture {
    LayoutPicture(name: name, parts: [PicturePart("a", count, SectionLayout(layout, sizes: sizes))], frames: frames)
  }

  private static let rowWithFill = LayoutPicture(
    name: "row-with-fill", size: Size(width: 375, height: 200),
    parts: ["a", "b"].map { name in
      PicturePart(
        name, 3,
        SectionLayout(
          RowLayout(fillIdentifiers: ["1"], spacing: 10, alignItems: .start),
          sizes: .estimated(Size(width: 30, height: 30)), contentInsets: Insets(bottom: 10))
      ).wanting { Size(width: 60, height: Double(40 + $0 * 10)) }
    },
    frames: [
      "a0": box(0, 0, 60, 40), "a1": box(70, 0, 235, 50), "a2": box(315, 0, 60, 60), "b1": box(70, 70, 235, 50),
    ])

  private static let measuredTags = LayoutPicture(
    name: "flow-measured",
    parts: [
      PicturePart(
        "a", 80,
        .flow(sizes: .estimated(Size(width: 70, height: 24)), lineSpacing: 8, interitemSpacing: 8, insets: Insets(10))
      ).wanting { Size(width: Double(40 + $0 * 37 % 90), height: 24) }
    ],
    // A line is 355 wide. The fifth tag would end at 422, so it starts the next line.
    frames: ["a0": box(10, 10, 40, 24), "a3": box(265, 10, 61, 24), "a4": box(10, 42, 98, 24)])

  private static let waterfall = LayoutPicture(
    name: "waterfall", size: Size(width: 310, height: 400),
    parts: [
      PicturePart(
        "a", 40,
        .waterfall(
          columns: 3, spacing: 5, sizes: .provided(key: "heights") { Size(width: $1.width, height: lengths($0)) }))
    ],
    frames: [
      "a0": box(0, 0, 100, 100), "a1": box(105, 0, 100, 50), "a2": box(210, 0, 100, 80), "a3": box(105, 55, 100, 60),
      "a4": box(210, 85, 100, 30),
    ])

  private static let waterfallSideways = LayoutPicture(
    name: "waterfall-sideways", size: Size(width: 400, height: 310),
    parts: [
      PicturePart(
        "a", 40,
        .waterfall(
          columns: 3, spacing: 5, sizes: .provided(key: "widths") { Size(width: lengths($0), height: $1.height) }))
    ],
    configuration: LayoutConfiguration(scrollDirection: .horizontal),
    frames: [
      "a0": box(0, 0, 100, 100), "a1": box(0, 105, 50, 100), "a2": box(0, 210, 80, 100), "a3": box(55, 105, 60, 100),
      "a4": box(85, 210, 30, 100),
    ])

  private static let overlay = LayoutPicture(
    name: "overlay", size: Size(width: 375, height: 200),
    parts: [
      PicturePart(
        "a", 3,
        SectionLayout(
          OverlayLayout(),
          sizes: .provided(key: "steps") { item, _ in
            Size(width: Double(200 - item * 60), height: Double(160 - item * 50))
          }))
    ],
    overlaps: true, length: 160,
    frames: ["a0": box(0, 0, 200, 160), "a1": box(0, 0, 140, 110), "a2": box(0, 0, 80, 60)])

  private static let closure = one(
    "closure",
    ClosureLayout(key: "stairs") { item, room in
      Rect(x: Double(item * 24 % Int(room.width - 75)), y: Double(item * 44), width: 75, height: 40)
    }, .uniform(LayoutSize(width: .absolute(0), height: .absolute(0))), 40,
    ["a0": box(0, 0, 75, 40), "a3": box(72, 132, 75, 40), "a13": box(12, 572, 75, 40)])

  private static func part(_ layout: some CollectionLayout, from first: Int, _ count: Int) -> NestedLayout.Child {
    .init(ChildSection(SectionLayout(layout, sizes: laterTiles(from: first))), count: count)
  }

  /// A waterfall, a flow and a row, one below the other in one section.
  private static let nested = one(
    "nested",
    NestedLayout(
      FlowLayout(lineSpacing: 10),
      subsections: [
        part(WaterfallLayout(columns: 2, spacing: 5), from: 0, 6),
        part(FlowLayout(lineSpacing: 5, interitemSpacing: 5), from: 6, 8), part(RowLayout(spacing: 5), from: 14, 3),
      ]), tiles, 17,
    [
      "a0": box(0, 0, 185, 30), "a1": box(190, 0, 185, 50), "a2": box(0, 35, 185, 70), "a5": box(0, 110, 185, 70),
      "a6": box(0, 190, 50, 30), "a12": box(0, 265, 50, 30), "a13": box(55, 265, 50, 50), "a14": box(0, 325, 50, 70),
    ])

  private static let sticky: LayoutPicture = {
    var picture = one(
      "sticky", FlowLayout().sticky(key: 5) { $0 % 5 == 0 },
      .provided(key: "rows") { Size(width: $1.width, height: $0 % 5 == 0 ? 30 : 40) }, 40,
      ["a0": box(0, 0, 375, 30), "a2": box(0, 10, 375, 40), "a5": box(0, 130, 375, 30)])
    picture.offset = 60
    picture.overlaps = true
    return picture
  }()
}
