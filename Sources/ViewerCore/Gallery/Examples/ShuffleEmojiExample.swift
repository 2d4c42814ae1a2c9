import Scrollwork

/// Seventy-two faces: a click removes one, buttons shuffle those that are left or bring all of them back.
final class ShuffleEmojiExample: Example {
  let list = CollectionView()
  private var faces = FaceTile.all
  private var random = SplitMix(seed: 72)

  init() {
    list.selectionMode = .single
    refresh()
  }

  private func refresh() {
    list.render {
      Section(id: "faces", data: faces) { [weak self] face in
        face.didTap { _ in self?.remove(face) }
      }
      .withHeader(
        Heading(
          "\(faces.count) faces", "A click removes one",
          actions: [
            .init(title: "Shuffle") { [weak self] in self?.shuffle() },
            .init(title: "Reset", isEnabled: faces != FaceTile.all) { [weak self] in self?.reset() },
          ])
      )
      .withSectionLayout(
        .grid(minimumItemWidth: 56, itemHeight: 56, spacing: 4, insets: Insets(horizontal: 16, vertical: 8))
          .headerPinToVisibleBounds().supplementaryContentInsetsReference(.none)
      )
      .withHighlight(.tile)
    }
  }

  private func remove(_ face: FaceTile) {
    faces.removeAll { $0 == face }
    refresh()
  }

  private func shuffle() {
    faces.shuffle(using: &random)
    refresh()
  }

  private func reset() {
    faces = FaceTile.all
    refresh()
  }

  func reload() { shuffle() }
}
