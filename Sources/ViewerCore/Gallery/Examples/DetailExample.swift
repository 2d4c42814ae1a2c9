import Scrollwork

/// A picture with a long text. The bar at the top follows the scroll position.
final class DetailExample: Example {
  let list = CollectionView()
  let view: View
  private let progress = ProgressBar(value: 0)

  private static let paragraphs = [
    "The picture was taken a quarter of an hour before the sun went down, from the dike that keeps the fields dry.",
    "What looks like mist is dust: the last cart of the day had just passed, and no wind moved it. The photographer "
      + "waited for it to settle, gave up, and released the shutter out of politeness. It is the only picture of the "
      + "evening that anybody ever asked for.",
    "The negative is lost. Prints exist in three sizes, of which the smallest is the sharpest.",
    "Later the same place was photographed again and again, by him and by others, in better light and with better "
      + "lenses. The dike is higher now, and there is a bench. Nobody has found the exact spot, because the two "
      + "poplars by which one could tell were felled in the following winter.",
  ]

  init() {
    view = Stack(.vertical, items: [.init(progress), .flexible(list)])
    refresh()
  }

  private func refresh() {
    list.apply(
      List {
        Section(id: "picture") {
          for picture in GalleryPicture.samples.dropFirst(6).prefix(1) {
            Photo(picture, caption: picture.title, cornerRadius: 0).identified(by: "picture")
          }
        }
        .withSectionLayout { context in
          // In a large window too, the text reaches below the lower edge.
          let container = context.environment.container
          return .list(rowHeight: min(container.width * 0.6, max(420, container.height * 0.8)))
        }
        .withHighlight(.none)
        Section(id: "text", data: Self.paragraphs, id: \.self) { TextRow($0) }
          .withHeader(Heading("The last cart", "Scroll: the bar above says how far you are"))
          .withSectionLayout { context in
            // Longer lines are hard to read.
            .vertical().insets(Insets(trailing: max(0, context.environment.container.width - 720)))
          }
          .withHighlight(.none)
      }
      .didScroll { [weak self] in self?.show($0) })
  }

  private func show(_ list: CollectionView) {
    let room = list.contentSize.height - list.bounds.height
    progress.value = room > 0 ? min(1, max(0, list.contentOffset.y / room)) : 0
  }
}
