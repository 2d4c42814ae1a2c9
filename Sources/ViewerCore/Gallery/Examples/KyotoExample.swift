import Scrollwork

/// A page of a magazine: a large picture, a text, cards in two columns, and a footer with a link.
final class KyotoExample: Example {
  let list = CollectionView()
  private let pictures = GalleryPicture.samples
  /// Whether the link was followed.
  private var showsMore = false

  init() { refresh() }

  private func refresh() {
    let rest = pictures.dropFirst()
    list.render {
      Section(id: "cover") {
        for cover in pictures.prefix(1) {
          Photo(cover, caption: "Four days between the hills and the sea", cornerRadius: 0).identified(by: "cover")
        }
      }
      .withFooter(
        Article(
          title: "The slow road",
          text: "The bus stops where the asphalt ends. From here a path follows the river, past two farms and a mill, "
            + "and in the evening the valley lies in a light that no camera wants to believe.")
      )
      .withSectionLayout { Self.cover(in: $0) }
      Section(id: "places", data: Array(rest.prefix(showsMore ? rest.count : 4)), id: \.path) {
        Photo($0, caption: $0.title)
      }
      .withHeader(Heading("Places on the way"))
      .withFooter(
        Heading(
          "", actions: [.init(title: showsMore ? "Fewer places" : "More places") { [weak self] in self?.toggle() }])
      )
      .withSectionLayout { Self.cards(in: $0) }
      .withHighlight(.none)
    }
  }

  private func toggle() {
    showsMore.toggle()
    refresh()
  }

  /// Returns a picture as wide as the list, and at most 380 tall.
  nonisolated private static func cover(in context: SectionLayoutContext) -> SectionLayout {
    .list(rowHeight: min(380, context.environment.container.width * 0.6))
  }

  /// Returns cards in as many columns as fit, one below the other in a narrow window.
  nonisolated private static func cards(in context: SectionLayoutContext) -> SectionLayout {
    .grid(
      minimumItemWidth: 240, aspectRatio: 1.5, spacing: 12, insets: .window(context, vertical: 4)
    )
    .supplementaryContentInsetsReference(.none)
  }
}

/// A title and a paragraph.
private struct Article: Component, Equatable {
  var title: String
  var text: String

  func renderContent() -> ArticleView { ArticleView() }
  func render(in content: ArticleView) {
    content.title.text = title
    content.text.text = text
  }
}

private final class ArticleView: MarginView {
  let title = Label(style: .title)
  let text = Label(color: .text2)

  init() {
    super.init(Stack(.vertical, spacing: 8, items: [.init(title), .init(text)]), vertical: 20)
    text.lineLimit = 0
  }
}
