import Scrollwork

private func wide(_ height: LayoutDimension) -> LayoutSize { wide(1, height) }

private func area(_ width: Double, _ height: Double) -> LayoutSize {
  LayoutSize(width: .fractionalWidth(width), height: .fractionalHeight(height))
}

private func tile(_ width: Double, _ height: Double) -> LayoutItem {
  LayoutItem(size: area(width, height), contentInsets: Insets(8))
}

private func column(_ width: Double, _ subitem: some LayoutSubitem, _ count: Int) -> LayoutGroup {
  .vertical(area(width, 1), equally: subitem, count: count)
}

private let sideways = LayoutConfiguration(scrollDirection: .horizontal)

/// Tiles of different sizes that fill an area together.
extension LayoutPicture {
  static let mosaics = [mosaic, mosaicRedux, mosaicReduxScrolled, bannerTileGrid, tileColumns, groupGrid, complexGroup]

  private static let mosaic: LayoutPicture = {
    let pair = column(0.25, tile(1, 0.3), 2)
    let band = wide(.fractionalHeight(0.4))
    let both = LayoutGroup.vertical(
      wide(.estimated(667 / 1.25)),
      subitems: [
        LayoutGroup.horizontal(band, subitems: [tile(0.5, 1), pair, pair]),
        LayoutGroup.horizontal(band, subitems: [pair, pair, tile(0.5, 1)]),
      ])
    return LayoutPicture(
      name: "mosaic", parts: [PicturePart("a", 100, SectionLayout(group: both))],
      frames: [
        "a0": box(8, 8, 172, 197), "a1": box(196, 8, 77, 91), "a5": box(8, 221, 78, 91), "a9": box(196, 221, 171, 198),
        "a10": box(8, 435, 172, 197),
      ])
  }()

  private static let redux: LayoutGroup = {
    let small = column(0.5, LayoutGroup.horizontal(area(1, 0.5), equally: tile(1, 1), count: 2), 2)
    let big = column(0.5, tile(1, 1), 1)
    return .vertical(
      .full,
      subitems: [
        LayoutGroup.horizontal(area(1, 0.5), subitems: [big, small]),
        LayoutGroup.horizontal(area(1, 0.5), subitems: [small, big]),
      ])
  }()

  private static let mosaicRedux = LayoutPicture(
    name: "mosaic-redux", parts: [PicturePart("a", 100, SectionLayout(group: redux))], configuration: sideways,
    length: 3_750,
    frames: ["a0": box(8, 8, 172, 318), "a1": box(196, 8, 77, 151), "a9": box(196, 342, 171, 317)])

  private static let mosaicReduxScrolled: LayoutPicture = {
    var picture = mosaicRedux
    picture.name = "mosaic-redux-scrolled"
    picture.offset = 200
    picture.frames = ["a1": box(-4, 8, 77, 151), "a10": box(183, 8, 172, 318)]
    return picture
  }()

  private static let bannerTileGrid: LayoutPicture = {
    let side = column(0.25, tile(1, 0.333), 3)
    let middle = LayoutGroup.vertical(area(0.5, 1), subitems: [tile(1, 0.333), tile(1, 0.666)])
    let group = LayoutGroup.horizontal(area(1, 0.5), subitems: [side, middle, side])
    return LayoutPicture(
      name: "banner-tile-grid", parts: [PicturePart("a", 100, SectionLayout(group: group))],
      frames: [
        "a0": box(8, 8, 78, 95), "a3": box(102, 8, 171, 95), "a4": box(102, 119, 171, 206), "a5": box(289, 8, 78, 95),
        "a8": box(8, 342, 78, 95),
      ])
  }()

  private static let tileColumns: LayoutPicture = {
    let group = LayoutGroup.horizontal(
      area(1, 0.5),
      subitems: [
        column(0.33, tile(1, 0.33), 3), LayoutGroup.vertical(area(0.33, 1), subitems: [tile(1, 0.33), tile(1, 0.66)]),
        column(0.33, tile(1, 0.33), 3),
      ])
    return LayoutPicture(
      name: "portrait-tile-grid", parts: [PicturePart("a", 100, SectionLayout(group: group))],
      // A column is 0.33 of 375 = 123.75 wide. The tiles of the middle one are 0.33 and 0.66 of 333.5 tall.
      frames: ["a0": box(8, 8, 108, 95), "a3": box(132, 8, 108, 94), "a4": box(132, 118, 108, 204)])
  }()

  private static let groupGrid: LayoutPicture = {
    let pair = LayoutGroup.horizontal(area(1, 0.25), equally: tile(1, 1), count: 2)
    let group = LayoutGroup.horizontal(
      area(1.5, 1),
      subitems: [
        column(0.33, tile(1, 0.33), 1), LayoutGroup.vertical(area(0.66, 1), subitems: [pair, tile(1, 0.5), pair]),
      ])
    return LayoutPicture(
      name: "group-grid", size: Size(width: 560, height: 667),
      parts: [PicturePart("a", 60, SectionLayout(group: group))],
      configuration: sideways,
      // 1.5 x 560 = 840, of which 0.33 are 277.2 and 0.66 are 554.4.
      frames: ["a0": box(8, 8, 261, 651), "a1": box(285, 8, 261, 151), "a3": box(285, 175, 539, 317)])
  }()

  private static let complexGroup: LayoutPicture = {
    let (narrow, broad) = (
      LayoutItem(size: area(0.25, 1)), LayoutItem(size: area(0.4, 1))
    )
    func row(_ subitems: [LayoutItem]) -> LayoutGroup {
      .horizontal(area(1, 0.3), subitems: subitems, interItemSpacing: .fixed(8))
    }
    let group = LayoutGroup.horizontal(
      area(1, 0.5),
      subitems: [
        LayoutGroup.vertical(
          area(0.75, 1),
          subitems: [row([narrow, broad, narrow]), row([broad, narrow, narrow]), row([narrow, narrow, broad])],
          interItemSpacing: .flexible(0)),
        LayoutGroup.vertical(
          area(0.25, 1), equally: LayoutItem(size: area(1, 0.3)), count: 3, interItemSpacing: .fixed(8)),
      ])
    return LayoutPicture(
      name: "complex-group", parts: [PicturePart("a", 93, SectionLayout(group: group, interGroupSpacing: 8))],
      frames: [
        "a0": box(0, 0, 70, 100), "a1": box(78, 0, 113, 100), "a2": box(199, 0, 70, 100), "a3": box(0, 117, 113, 100),
        "a9": box(281, 0, 94, 106), "a10": box(281, 114, 94, 106), "a12": box(0, 342, 70, 100),
      ])
  }()
}
