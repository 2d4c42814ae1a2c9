import Scrollwork

extension BytesScreen: FindableScreen {}

/// Rows are numbered from 0, and none is ever hidden.
extension BytesScreen: FindSource {
  var shownCount: Int { rowCount }
  func rowNumber(at position: Int) -> Int? { position < rowCount ? position : nil }
  func position(ofRow number: Int) -> Int? { number < rowCount ? number : nil }
  func nearestPosition(toRow number: Int) -> Int? { rowCount > 0 ? min(number, rowCount - 1) : nil }
  var rowNoun: String { "byte" }
  var rowTotal: (count: Int, isExact: Bool) { (rowCount, true) }
  func redrawMarks() { marks.update() }
  func revealMatch(_ pattern: FindPattern, inRow number: Int) {}

  func find(_ pattern: FindPattern, _ report: @escaping @MainActor @Sendable (FoundRows) -> Void) -> any FindWork {
    let search = BytesSearch(BytePattern(pattern.expression.source), width: width, report)
    search.update(reader.file, size: reader.size)
    self.search = search
    return search
  }

  func probe(
    _ pattern: FindPattern, from position: Int, forward: Bool, _ report: @escaping @MainActor @Sendable (Int?) -> Void
  ) -> (any FindWork)? {
    let (sought, file, width) = (BytePattern(pattern.expression.source), reader.file, width)
    let search: @Sendable (() -> Bool) -> Int? = { isCancelled in
      guard forward else {
        return sought.lastPlace(in: file, before: position * width, isCancelled: isCancelled).map { $0 / width }
      }
      var found: Int?
      sought.visit(file, from: position * width, isCancelled: isCancelled) { place in
        found = place / width
        return false
      }
      return found
    }
    return FindTask(search, report)
  }
}
