import ScrollworkDiffing

/// The selection and the focus at one moment, to restore them later.
struct SelectionMemory {
  var selection: Selection
  var absent: AbsentItems
  var rangeStart: ElementPath?
  var focused: ElementPath?

  /// Maps the items to those of a newer list.
  mutating func follow(_ update: UpdateTransaction) {
    selection = selection.mapped(by: update.mapping)
    rangeStart = rangeStart.flatMap { update.mapping.newPath(ofOld: $0) }
    focused = focused.flatMap { update.mapping.newPath(ofOld: $0) }
  }
}
