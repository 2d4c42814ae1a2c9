import Scrollwork

/// Letters that regroup: all in one section in the order of the alphabet, or one section for each word of a sentence.
/// Each letter keeps its tile while it moves to another section.
final class PangramExample: Example {
  let list = CollectionView()
  private var isSorted = true
  private static let words = ["The", "five", "boxing", "wizards", "jump", "quickly"]

  /// The letters of each word. A letter that occurs again has a number of its own.
  private let letters: [[Letter]] = {
    var count = 0
    return words.map { word in
      word.uppercased().map { character in
        count += 1
        return Letter(id: count, text: String(character))
      }
    }
  }()

  init() { refresh() }

  private func refresh() {
    let sections: [(name: String, letters: [Letter])] =
      isSorted
      ? [("alphabet", letters.joined().sorted { ($0.text, $0.id) < ($1.text, $1.id) })]
      : zip(Self.words, letters).map { ($0, $1) }
    list.render {
      Section(id: "title", cells: [])
        .withHeader(
          Heading(
            "Pangram", "A sentence with every letter of the alphabet",
            actions: [.init(title: isSorted ? "Sentence" : "Alphabet") { [weak self] in self?.toggle() }]))
      for (name, letters) in sections {
        Section(id: name, data: letters) { LetterTile(letter: $0) }
          .withSectionLayout { context in
            .grid(minimumItemWidth: 48, itemHeight: 48, spacing: 8, insets: .window(context, vertical: 6))
          }
          .withHighlight(.tile)
      }
    }
  }

  private func toggle() {
    isSorted.toggle()
    refresh()
  }

  func reload() { toggle() }
}
