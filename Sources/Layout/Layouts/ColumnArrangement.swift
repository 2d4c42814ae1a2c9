/// An arrangement that may consist of columns of one width.
protocol ColumnArrangement {
  var placesInColumns: Bool { get }
}

extension WaterfallArrangement: ColumnArrangement {
  var placesInColumns: Bool { true }
}

extension WrappedArrangement: ColumnArrangement {
  var placesInColumns: Bool {
    if case .transpose = map { return false }
    return (base as? any ColumnArrangement)?.placesInColumns ?? false
  }
}
