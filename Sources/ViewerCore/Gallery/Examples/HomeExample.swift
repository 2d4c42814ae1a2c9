import Scrollwork

/// A page composed of providers: labels, spaces, cards, and previews that are lists themselves.
final class HomeExample: Example {
  let list = CollectionView()
  private let previews: [(title: String, example: any Example)] = [
    ("Animators", AnimatorsExample()), ("Reload", ReloadExample()), ("Header", HeaderExample()),
  ]

  init() {
    var sections: [any Provider] = [
      SpaceProvider(sizeStrategy: (.fill, .absolute(20))),
      Self.label("Home", .display),
      Self.label("A page of labels, spaces and living lists. Each preview can be used where it stands.", .body),
      SpaceProvider(sizeStrategy: (.fill, .absolute(12))),
      photos, SpaceProvider(sizeStrategy: (.fill, .absolute(12))),
    ]
    for (title, example) in previews {
      let frame = Shape(border: .edge)
      frame.cornerRadius = 10
      // Inside the arcs of the corners, which a header would cover.
      frame.padding = Insets(4)
      frame.content = example.view
      sections.append(Self.label(title, .heading))
      sections.append(
        SimpleViewProvider(
          views: [frame], sizeStrategy: (.fill, .absolute(260)),
          layout: FlowLayout().insetFromWindow(vertical: 4)))
      sections.append(SpaceProvider(sizeStrategy: (.fill, .absolute(12))))
    }
    list.provider = ComposedProvider(sections: sections)
  }

  /// A row of photos.
  private var photos: any Provider {
    BasicProvider(
      dataSource: ArrayDataSource(data: Array(GalleryPicture.samples.prefix(6))),
      viewSource: ClosureViewSource(
        viewGenerator: { (_: GalleryPicture, _: Int) in PhotoView() },
        viewUpdater: { view, picture, _ in view.show(Photo(picture)) }),
      sizeSource: { _, _, container in
        let columns = container.width < 500 ? 3.0 : 6.0
        return Size(width: ((container.width - 8 * (columns - 1)) / columns).rounded(.down), height: 90)
      },
      layout: FlowLayout(spacing: 8).insetFromWindow(vertical: 4))
  }

  private static func label(_ text: String, _ style: TextStyle) -> any Provider {
    let label = Label(text, style: style)
    label.lineLimit = 0
    return SimpleViewProvider(
      views: [label], sizeStrategy: (.fill, .fit), layout: FlowLayout().insetFromWindow(vertical: 4))
  }
}
