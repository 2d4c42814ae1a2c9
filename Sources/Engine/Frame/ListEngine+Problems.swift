import Glibc
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

extension ListEngine {
  /// Tells that an identity is there twice, where the diff met one.
  func reportRepetition(in mapping: ListMapping) {
    guard let repetition = mapping.repetition else { return }
    switch (repetition.first, repetition.second) {
    case (.element(let first), .element(let second)):
      report(.repeatedIdentity(id(at: first), first: first, second: second))
    case (.section(let first), .section(let second)):
      report(.repeatedSection(document.list.sections[first].id, first: first, second: second))
    default: break
    }
  }

  /// Tells that a content wants an impossible size.
  func reportSize(_ size: Size, of item: BoundItem, width: Double?, height: Double?) {
    let isValid = Self.isValid(size.width, width) && Self.isValid(size.height, height)
    if !isValid { report(.invalidSize(size, reuseIdentifier: item.row.component.reuseIdentifier)) }
  }

  /// Tells what is wrong in the layouts that were looked at.
  func reportLayoutProblems() {
    guard layout.solver.hasProblems else { return }
    for (problem, section) in layout.solver.takeProblems() { report(.layout(problem, section: section)) }
  }

  /// What the layout decides need not be right in what the content says.
  private static func isValid(_ wanted: Double, _ given: Double?) -> Bool {
    given != nil || wanted.isFinite && wanted >= 0
  }

  private func report(_ problem: Problem) {
    if let onProblem = settings.onProblem { return onProblem(problem) }
    guard reportsProblems else { return }
    reportsProblems = false
    let line = Array("scrollwork: \(problem)\n".utf8)
    _ = write(2, line, line.count)
  }
}
