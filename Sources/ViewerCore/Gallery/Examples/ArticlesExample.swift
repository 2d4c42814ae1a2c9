import Scrollwork

/// Tall cards with a picture, a title and a text, in as many columns as fit.
final class ArticlesExample: Example {
  let list = CollectionView()

  private struct Article: Identifiable {
    let id: Int
    var picture: GalleryPicture
    var text: String
  }

  private static let texts = [
    "Three weeks of fog, and one morning without.", "A walk along the dikes, with the wind from behind.",
    "How to fold a map so that it opens at the place where one is. An attempt in four parts, of which the last one "
      + "needs scissors.",
    "The mill stands still on Sundays.",
  ]

  init() {
    let articles = GalleryPicture.samples.enumerated().map { index, picture in
      Article(id: index, picture: picture, text: Self.texts[index % Self.texts.count])
    }
    list.provider = BasicProvider(
      dataSource: ArrayDataSource(data: articles),
      viewSource: ClosureViewSource(
        viewGenerator: { (_: Article, _: Int) in ArticleCard() },
        viewUpdater: { card, article, _ in card.show(article.picture, article.text) }),
      sizeSource: { _, _, container in
        let columns = max(1, ((container.width + 16) / 296).rounded(.down))
        return Size(width: ((container.width - 16 * (columns - 1)) / columns).rounded(.down), height: 300)
      },
      layout: FlowLayout(spacing: 16).insetFromWindow(vertical: 20))
  }
}

/// A card with a shadow.
private final class ArticleCard: Shape, StateObserving {
  private let picture = ImageView()
  private let title = Label(style: .heading)
  private let text = Label(style: .small, color: .text2)
  private var isOutlined = false

  init() {
    super.init(fill: .raised, cornerRadius: 10, elevation: .card)
    picture.mode = .fillUpper
    picture.cornerRadius = 10
    text.lineLimit = 3
    let texts = Stack(.vertical, spacing: 4, title, text)
    texts.insets = Insets(horizontal: 14, vertical: 12)
    let column = Stack(.vertical, items: [.flexible(picture), .fixed(texts, 104)])
    content = column
  }

  func show(_ picture: GalleryPicture, _ text: String) {
    self.picture.request = picture.request
    title.text = picture.title
    self.text.text = text
  }

  func cellStateDidChange(_ state: CellState) {
    guard (state.isHovered || state.isFocused) != isOutlined else { return }
    isOutlined.toggle()
    setNeedsDisplay()
  }

  /// Draws the outline over the picture, which extends to the edge.
  override func drawOverlay(in canvas: Canvas, environment: Environment) {
    if isOutlined { canvas.border(bounds, radius: cornerRadius, width: 1, environment.color(.focus)) }
  }
}
