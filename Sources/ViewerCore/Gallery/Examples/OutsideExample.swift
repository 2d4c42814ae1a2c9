import Scrollwork

/// A component outside a list: the view above the list is made and updated by the same component as the rows.
final class OutsideExample: Example {
  let list = CollectionView()
  let view: View
  private let pictures = GalleryPicture.samples
  private var shown: Photo?
  private let stage: PhotoView

  init() {
    // A component makes its content view anywhere, not only in a list.
    let first = pictures.first.map { Photo($0, caption: $0.title, cornerRadius: 0) }
    stage = first?.renderContent() ?? PhotoView()
    view = Stack(.vertical, items: [.flexible(stage, weight: 2), .flexible(list, weight: 3)])
    if let first { show(first) }
    list.selectionMode = .single
    list.render {
      Section(id: "pictures", data: pictures, id: \.path) { [weak self] picture in
        Photo(picture).didTap { _ in self?.show(Photo(picture, caption: picture.title, cornerRadius: 0)) }
      }
      .withHeader(Heading("Click a picture", "The view above is a component too, but no cell"))
      .withSectionLayout { context in
        .grid(minimumItemWidth: 120, aspectRatio: 1.4, spacing: 8, insets: .window(context, vertical: 8))
          .supplementaryContentInsetsReference(.none)
      }
      .withHighlight(.none)
    }
  }

  private func show(_ photo: Photo) {
    shown = photo
    photo.render(in: stage)
  }
}
