import Glibc
import ScrollworkDiffing
import ScrollworkGeometry

extension CollectionView {
  /// Tells that an identity is there twice, where the diff met one.
  func reportRepetition(in mapping: ListMapping) {
    guard let (first, second) = mapping.repetition else { return }
    report(.repeatedIdentity(id(at: first), first: first, second: second))
  }

  /// Tells that a content wants an impossible size.
  func reportSize(_ size: Size, of item: RealisedItem, width: Double?, height: Double?) {
    let isValid = Self.isValid(size.width, width) && Self.isValid(size.height, height)
    if !isValid { report(.invalidSize(size, reuseIdentifier: item.row.component.reuseIdentifier)) }
  }

  /// What the layout decides need not be right in what the content says.
  private static func isValid(_ wanted: Double, _ given: Double?) -> Bool {
    given != nil || wanted.isFinite && wanted >= 0
  }

  private func report(_ problem: Problem) {
    if let onProblem { return onProblem(problem) }
    guard reportsProblems else { return }
    reportsProblems = false
    let line = Array("scrollwork: \(problem)\n".utf8)
    _ = write(2, line, line.count)
  }
}
