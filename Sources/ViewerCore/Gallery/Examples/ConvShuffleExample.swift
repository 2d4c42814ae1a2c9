import Scrollwork

/// Sections that rotate, and items that change places across all of them.
final class ConvShuffleExample: Example {
  let list = CollectionView()
  private var sections = ConvShuffleExample.start
  private var random = SplitMix(seed: 3)

  private struct Row: Identifiable {
    let id: String
    var faces: [FaceTile]
  }

  private static let start = ["Morning", "Noon", "Evening", "Night"].enumerated().map { index, title in
    Row(id: title, faces: Array(FaceTile.all[index * 18..<index * 18 + 18]))
  }

  init() { refresh() }

  private func refresh() {
    list.render {
      Section(id: "title", cells: [])
        .withHeader(
          Heading(
            "Shuffle",
            actions: [
              .init(title: "Rotate sections") { [weak self] in self?.rotate() },
              .init(title: "Shuffle items") { [weak self] in self?.shuffle() },
              .init(title: "Reset") { [weak self] in self?.reload() },
            ]))
      for row in sections {
        Section(id: row.id, data: row.faces) { $0 }
          .withHeader(Heading(row.id))
          .withSectionLayout(
            .grid(minimumItemWidth: 52, itemHeight: 52, spacing: 4, insets: Insets(horizontal: 16, vertical: 4))
              .supplementaryContentInsetsReference(.none)
          )
          .withHighlight(.tile)
      }
    }
  }

  private func rotate() {
    sections.append(sections.removeFirst())
    refresh()
  }

  private func shuffle() {
    var faces = sections.flatMap(\.faces).shuffled(using: &random)[...]
    for index in sections.indices {
      sections[index].faces = Array(faces.prefix(18))
      faces = faces.dropFirst(18)
    }
    refresh()
  }

  func reload() {
    sections = Self.start
    refresh()
  }
}
