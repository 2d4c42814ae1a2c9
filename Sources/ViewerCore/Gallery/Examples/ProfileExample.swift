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
          // As Conv's example computes it: three photos in a row, whatever the width.
          let side = ((context.environment.container.width - 4) / 3).rounded(.down)
          return .flow(
            sizes: .uniform(LayoutSize(width: .absolute(side), height: .absolute(side))), lineSpacing: 2,
            interitemSpacing: 2)
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
