import Scrollwork

/// Three sections of the same 72 faces. A drag, or Alt with the arrows, moves a face inside its section.
final class InteractionExample: Example {
  let list = CollectionView()
  private var sections = [FaceTile.all, FaceTile.all, FaceTile.all]
  private static let titles = ["First", "Second", "Third"]

  init() { refresh() }

  private func refresh() {
    list.apply(
      List {
        for (title, faces) in zip(Self.titles, sections) {
          Section(id: title, data: faces) { $0 }
            .withHeader(Heading(title, "Drag a face: it stays in this section"))
            .withSectionLayout(
              .grid(minimumItemWidth: 52, itemHeight: 52, spacing: 4, insets: Insets(horizontal: 16, vertical: 8))
                .headerPinToVisibleBounds().supplementaryContentInsetsReference(.none)
            )
            .withHighlight(.tile)
        }
      }
      .targetForReorder { proposal in
        let isOwn = proposal.sources.allSatisfy { $0.section == proposal.destination.section }
        return isOwn ? proposal.destination : nil
      }
      .onReorder { [weak self] _, reorder in
        guard let self else { return }
        reorder.apply(to: &sections)
        refresh()
      })
  }

  func reload() {
    sections = [FaceTile.all, FaceTile.all, FaceTile.all]
    refresh()
  }
}
