import Scrollwork

/// A list with one section for each kind of layout: rows, grids, mosaics, columns, tags, and sections that scroll
/// horizontally.
final class LayoutScreen: DemoScreen {
  let list = CollectionView()
  var onChange: (() -> Void)?
  var onOpen: ((String) -> Void)?

  private let pictures: [GalleryPicture]
  /// The current layout of the section that switches between layouts.
  private var shape = LetterShape.grid

  init(pictures: [GalleryPicture] = GalleryPicture.samples) {
    self.pictures = pictures
    refresh()
  }

  let title = "Layouts"
  var view: View { list }
  var status: Status {
    Status(
      items: [.init(strong: Formats.count(list.snapshot().sections.count), text: "sections")],
      trailing: ["Shift and wheel, drag or arrow keys move a row aside"], keepsLast: false)
  }
  let isBusy = false

  func reload() { refresh() }
  func stop() {}

  /// Applies the list, with the section `switching` in its current layout.
  private func refresh() {
    list.apply(
      List(sections: [opening] + orthogonalSections + [switching] + gridSections + flowingSections + [sides, rows])
        .withSupplementary(GalleryLayout.backdrop, GalleryBackdrop(color: .surface))
        .withSupplementary(GalleryLayout.panel, GalleryBackdrop(color: .well)))
  }

  // MARK: Sections

  /// The headline, as the header of an empty section.
  private var opening: Section {
    Section(id: "title", cells: [])
      .withHeader(Headline(title: "Layouts", detail: "One list, every section laid out in another way."))
  }

  /// The sections that scroll horizontally, one for each kind of snapping.
  private var orthogonalSections: [Section] {
    let cards: [(String, String, OrthogonalScrolling)] = [
      ("Freely", "Comes to rest where it is let go", .continuous),
      ("From card to card", "Comes to rest at a leading edge", .continuousGroupLeadingBoundary),
      ("Page by page", "A width of the window at a time", .paging),
    ]
    let large = cards.map { title, detail, behavior in
      picturesSection(title, detail) { .card($0) }
        .withSectionLayout { GalleryLayout.cards(behavior, in: $0) }
    }
    let columns = picturesSection("Group by group", "Three rows at a time") { .row($0) }
      .withSectionLayout { GalleryLayout.columns(in: $0) }
    let centred = picturesSection("In the middle", "What is off the middle stands back") { .card($0) }
      .withSectionLayout { GalleryLayout.centred(in: $0) }
    return [large[0], columns, large[1], centred, large[2]]
  }

  /// The sections with grids.
  private var gridSections: [Section] {
    [
      picturesSection("Mosaic", "Groups in groups", limit: 12) { .plain($0) }.withSectionLayout {
        GalleryLayout.mosaic(in: $0)
      },
      Section(id: "badges", data: Array(counted.prefix(12)), id: \.picture.path) { Self.tile($0, .plain) }
        .withHeader(header("Adaptive grid", "As many as fit, with badges"))
        .withSectionLayout { GalleryLayout.adaptive(in: $0) },
      picturesSection("Grid", "Four in a row, whatever the width") { .plain($0) }
        .withSectionLayout { GalleryLayout.grid(in: $0) },
    ]
  }

  /// The sections with items of different sizes.
  private var flowingSections: [Section] {
    [
      Section(id: "tags", data: GalleryTag.all) { GalleryChip(text: $0.text) }
        .withHeader(header("Tags", "As wide as their words"))
        .withSectionLayout { GalleryLayout.tags(in: $0) },
      picturesSection("Waterfall", "Each in the shortest column") { .plain($0) }
        .withSectionLayout { GalleryLayout.waterfall(in: $0) },
    ]
  }

  /// Subsections, each with a header and a card of its own, on a common panel. The last one scrolls horizontally.
  private var sides: Section {
    var left = counted[...]
    let sections = [("Two", 2), ("Four", 4), ("Three", 3)].map { title, count in
      let own = Array(left.prefix(count))
      left = left.dropFirst(count)
      let last = own.last?.picture.path
      return Section(id: title, data: own, id: \.picture.path) { item in
        Self.tile(item, .line).withSupplementary(.separator, item.picture.path == last ? NoLine() : nil)
      }
      .withHeader(SectionTitle(title: title, count: "", padding: GalleryLayout.linePadding))
      .withHighlight(.tile)
      .withSectionLayout(GalleryLayout.side)
    }
    let shelf = Section(id: "Aside", data: pictures, id: \.path) { GalleryTile(.plain($0)) }
      .withHeader(SectionTitle(title: "Aside", count: "", padding: 0))
      .withHighlight(.none)
      .withSectionLayout(GalleryLayout.shelf)
    let cards = (sections + [shelf]).map { Section(id: $0.id, sections: [$0]).withSectionLayout(GalleryLayout.card) }
    return Section(id: "sides", sections: cards)
      .withHeader(header("Side by side", "Sections in a section, one of which scrolls"))
      .withSectionLayout { GalleryLayout.sides(in: $0) }
  }

  /// The section of rows with separators.
  private var rows: Section {
    let last = pictures.last?.path
    return Section(id: "rows", data: pictures, id: \.path) { picture in
      GalleryTile(picture: picture, style: .line)
        .withSupplementary(.separator, picture.path == last ? NoLine() : nil)
    }
    .withHeader(header("Rows", "With separators, on a background"))
    .withHighlight(.tile)
    .withSectionLayout { GalleryLayout.rows(in: $0) }
  }

  /// The section that switches between layouts.
  private var switching: Section {
    Section(id: "switch", data: Letter.program) { LetterTile(letter: $0) }
      .withHeader(
        ActionTitle(title: "Another layout", action: shape.next.title) { [weak self] in self?.switchLayout() }
      )
      .withHighlight(.tile)
      .withSectionLayout { [shape] in GalleryLayout.letters(shape, in: $0) }
  }

  private func switchLayout() {
    shape = shape.next
    refresh()
  }

  /// Makes a section of pictures in one style.
  private func picturesSection(
    _ title: String, _ detail: String, limit: Int = .max, _ style: @escaping (GalleryPicture) -> GalleryTile.Shown
  ) -> Section {
    // Sections begin with different pictures, so that they look different.
    let start = pictures.isEmpty ? 0 : title.utf8.count * 5 % pictures.count
    return Section(id: title, data: Array((pictures[start...] + pictures[..<start]).prefix(limit)), id: \.path) {
      GalleryTile(style($0))
    }
    .withHeader(header(title, detail))
    .withHighlight(.none)
  }

  /// The pictures with invented counts, some of them 0.
  private var counted: [Counted] {
    pictures.enumerated().map { Counted(picture: $1, count: $0 % 5 == 2 ? 0 : ($0 * 7 + 3) % 23) }
  }

  private static func tile(_ item: Counted, _ style: GalleryTile.Style) -> Row {
    GalleryTile(picture: item.picture, style: style)
      .withSupplementary(GalleryLayout.badge, item.count > 0 ? CountBadge(count: item.count) : nil)
  }

  private func header(_ title: String, _ detail: String) -> SectionTitle {
    SectionTitle(title: title, count: "", detail: detail)
  }
}

/// A picture with the number on its badge.
private struct Counted {
  var picture: GalleryPicture
  var count: Int
}
