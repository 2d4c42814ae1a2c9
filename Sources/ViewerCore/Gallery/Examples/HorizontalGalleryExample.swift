import Scrollwork

/// Pictures of different widths in two rows that scroll horizontally. They wobble as they move.
final class HorizontalGalleryExample: Example {
  let list = CollectionView()
  private let pictures = GalleryPicture.samples

  init() {
    list.animator = WobbleAnimator()
    let widths = LayoutItemSizes.provided(key: "widths") { item, container in
      Size(width: 180 + Double(item * 53 % 160), height: container.height)
    }
    list.apply(
      List {
        Section(id: "pictures", data: pictures, id: \.path) { Photo($0, caption: $0.title) }
          .withSectionLayout(.waterfall(columns: 2, spacing: 10, sizes: widths, insets: Insets(20)))
          .withHighlight(.none)
      }
      .withLayoutConfiguration(LayoutConfiguration(scrollDirection: .horizontal)))
  }
}
