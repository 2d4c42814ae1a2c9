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
      binder.record(.repeatedIdentity(id(at: first), first: first, second: second))
    case (.section(let first), .section(let second)):
      binder.record(.repeatedSection(document.list.sections[first].id, first: first, second: second))
    default: break
    }
  }

  /// Tells what is wrong in the layouts that were looked at.
  func reportLayoutProblems() {
    guard layout.solver.hasProblems else { return }
    for (problem, section) in layout.solver.takeProblems() {
      binder.record(.layout(problem, section: section))
    }
  }

  func report(_ problem: Problem) {
    if let onProblem = settings.onProblem { return onProblem(problem) }
    guard reportsProblems else { return }
    reportsProblems = false
    let line = Array("scrollwork: \(problem)\n".utf8)
    _ = write(2, line, line.count)
  }
}
