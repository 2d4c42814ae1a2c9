import Scrollwork

/// The bar with the marked terms below the lines. Each chip has the colour of its term and the number of its lines; a
/// click or Enter goes to the next line with the term.
final class TermBar: ChipBar<TermChip> {
  init() {
    super.init(
      Form(
        name: "Marks", chipHeight: TermChip.height, padding: 4, gap: 4, widest: 280, outset: TermChip.tagInset,
        isAbove: false, leavingKeys: [.up, .escape]))
  }

  /// Shows a chip for each term.
  func show(_ terms: [LineTerm]) {
    let isSame = terms.map(\.text) == chips.map(\.text)
    if !isSame { show(terms.map { TermChip($0.text) }) }
    for (chip, term) in zip(chips, terms) { chip.show(term) }
    chipsDidChange()
  }
}
