import Scrollwork

/// A profile: a header as tall as its text, above a grid of photos.
final class ProfileExample: Example {
  let list = CollectionView()
  private var isLong = false
  private static let short = "Walks, waits, and sometimes releases the shutter."
  private static let long =
    short + " Born near the coast, trained as a surveyor, and for eleven years the only person who photographed the "
    + "lighthouses of the northern shore in winter. Now at home between two rivers, with a darkroom in the cellar and "
    + "a bicycle that carries a tripod."

  init() { refresh() }

  private func refresh() {
    list.render {
      Section(id: "photos", data: GalleryPicture.samples, id: \.path) { Photo($0, cornerRadius: 2) }
        .withHeader(
          Heading(
            "Ida Lindqvist", isLong ? Self.long : Self.short,
            actions: [.init(title: isLong ? "Less" : "More") { [weak self] in self?.toggle() }])
        )
        .withSectionLayout { context in
          // Three square photos in a row, whatever the width.
          let side = (context.environment.container.width - 4) / 3
          let row = LayoutSize(width: .fractionalWidth(1), height: .absolute(side))
          let group = LayoutGroup.horizontal(
            row, equally: LayoutItem(size: .full), count: 3, interItemSpacing: .fixed(2))
          return SectionLayout(group: group, interGroupSpacing: 2)
        }
        .withHighlight(.none)
    }
  }

  private func toggle() {
    isLong.toggle()
    refresh()
  }

  func reload() { toggle() }
}
