import Scrollwork

/// The start screen: samples, the gallery, and a small list that moves.
final class HelloScreen: ViewerScreen {
  let list = CollectionView()
  var onChange: (() -> Void)?
  var onOpen: ((String) -> Void)?

  private let samples: [Sample]
  private var letters = Array("SCROLLWORK").enumerated().map { Letter(id: $0.offset, text: String($0.element)) }
  /// Whether the letters are sorted instead of spelling the name.
  private var isSorted = false

  init() {
    samples = Sample.all
    refresh()
  }

  let title = "Scrollwork"
  var view: View { list }
  var crumbs: [CrumbBar.Crumb] { [CrumbBar.Crumb(title: "Scrollwork", path: "")] }
  var status: Status {
    Status(items: [.init(text: "Open a folder, a text file or a log: scrollwork PATH")])
  }
  let isBusy = false
  let filterPrompt: String? = nil
  let hasInspection = false

  func setFilter(_ texts: [String]) throws(ExpressionError) {
    if !texts.isEmpty { throw ExpressionError("The start screen cannot be filtered") }
  }

  func setSort(_ keys: [SortKey]) throws(ExpressionError) {
    throw ExpressionError("The start screen cannot be sorted")
  }

  func reload() { refresh() }
  func stop() {}

  /// Applies the list with the letters in their current order.
  private func refresh() {
    list.apply(
      List {
        // The title is a header, so that it cannot be selected.
        Section(id: "title", cells: [])
          .withHeader(Headline(title: "Scrollwork", detail: "Lists that keep their place."))
        Section(id: "samples", data: samples) { [weak self] sample in
          SampleCard(sample: sample).didActivate { [weak self] _ in self?.onOpen?(sample.path) }
        }
        .withHeader(
          SectionTitle(
            title: "Samples", count: Formats.count(samples.count), detail: "Double click to open", padding: 0)
        )
        .withSectionLayout { Self.cards(minimumWidth: 240, in: $0) }
        .withHighlight(.tile)
        Section(id: "gallery", data: Demo.allCases.map(\.sample)) { [weak self] sample in
          SampleCard(sample: sample).didActivate { [weak self] _ in self?.onOpen?(sample.path) }
        }
        .withHeader(
          SectionTitle(
            title: "Lists to play with", count: Formats.count(Demo.allCases.count), detail: "", padding: 0)
        )
        .withSectionLayout { Self.cards(minimumWidth: 264, in: $0) }
        .withHighlight(.tile)
        Section(id: "letters", data: letters) { LetterTile(letter: $0) }
          .withHeader(
            ActionTitle(title: "Moving letters", action: isSorted ? "Spell" : "Sort") { [weak self] in self?.shuffle() }
          )
          .withSectionLayout { context in
            .grid(
              minimumItemWidth: 64, itemHeight: 64, spacing: 8,
              insets: Insets(horizontal: WindowWidth.margin(in: context.environment.container.width), vertical: 4))
          }
          .withHighlight(.tile)
      })
  }

  /// Returns a grid of cards.
  nonisolated private static func cards(minimumWidth: Double, in context: SectionLayoutContext) -> SectionLayout {
    let margin = WindowWidth.margin(in: context.environment.container.width)
    return .grid(
      minimumItemWidth: minimumWidth, itemHeight: 84, spacing: 12,
      insets: Insets(top: 4, leading: margin, bottom: 20, trailing: margin))
  }

  private func shuffle() {
    isSorted.toggle()
    letters.sort { isSorted ? ($0.text, $0.id) < ($1.text, $1.id) : $0.id < $1.id }
    refresh()
  }
}

/// A sample or demo that can be opened.
struct Sample: Identifiable, Hashable {
  var title: String
  var detail: String
  var symbol: Symbol
  var path: String
  var id: String { path }

  /// The samples whose files exist.
  static var all: [Sample] {
    let known = [
      ("pictures", "Pictures", "A folder of small landscapes", Symbol.grid),
      ("harbour.log", "Log", "Levels, sources, 400 lines", Symbol.pipe),
      ("notes.txt", "Text", "What this program is for", Symbol.fileText),
      ("torture.txt", "Writing systems", "Text that is hard to show", Symbol.code),
    ]
    return known.compactMap { name, title, detail, symbol in
      AssetDirectory.path(of: "samples/" + name).map { Sample(title: title, detail: detail, symbol: symbol, path: $0) }
    }
  }
}

/// A letter with an identity, because some letters occur twice.
struct Letter: Identifiable, Hashable {
  var id: Int
  var text: String
}
