package import ScrollworkDiffing
package import ScrollworkGeometry
import ScrollworkLayout

/// Layouts of sections that are resolved when they are needed.
extension LayoutPass {
  /// Resolves the layouts around an item that the view scrolls to before they are near.
  /// - Returns: Whether any element moved.
  package static func resolve(_ layout: inout LayoutState, around path: ElementPath) -> Bool {
    layout.solver.settle(path)
  }

  /// Resolves the layout of a section.
  /// - Returns: Whether any element moved.
  package static func resolve(_ layout: inout LayoutState, section: Int) -> Bool { layout.solver.settle(section) }

  /// Resolves the layouts of sections near the viewport and of those that the frame refers to.
  /// - Returns: Whether any element moved.
  package static func prepare(_ layout: inout LayoutState, in viewport: Rect, and sections: [Int?]) -> Bool {
    layout.solver.prepare(in: viewport, and: sections)
  }

  /// The number of extents to resolve in a frame at rest. These, or a sixteenth as many layouts, take a fraction of a
  /// millisecond.
  private static let workAhead = 2_048

  /// Resolves some estimated extents of sections, so that in the end the content's length is exact.
  /// - Returns: Whether any element moved.
  package static func resolveAhead(_ layout: inout LayoutState) -> Bool {
    layout.solver.resolvePending(work: workAhead)
  }
}

extension LayoutState {
  /// Returns the sections that must keep their layouts when everything is laid out anew: those with bound items and with
  /// moving nested containers. Where there are few sections, all keep them.
  @MainActor
  func sectionsInUse(_ items: borrowing ItemStore, _ nested: borrowing NestedScrolling, _ list: List) -> Set<Int> {
    guard max(solver.sectionCount, list.sections.count) > LayoutSolver.eagerPartLayouts else { return [] }
    var sections = Set(nested.motions.map(\.site.section))
    var last = -1
    for item in items.bound where item.key.section != last {
      last = item.key.section
      sections.insert(last)
    }
    return sections
  }
}
