package import ScrollworkDiffing
package import ScrollworkGeometry
import ScrollworkLayout

/// Resolving the layouts of sections when they are needed.
extension LayoutPass {
  /// Resolves the layouts of the section and subsections around an item. Call for a scroll target early, while the view
  /// is still far from it.
  /// - Returns: Whether any element moved.
  package static func resolve(_ layout: inout LayoutState, around path: ElementPath) -> Bool {
    layout.resolve(around: path)
  }

  /// Resolves the layout of a section.
  /// - Returns: Whether any element moved.
  package static func resolve(_ layout: inout LayoutState, section: Int) -> Bool { layout.resolve(section: section) }

  /// Resolves the layouts of sections near the viewport, and of the given sections, which contain an anchor or a scroll
  /// target.
  /// - Returns: Whether any element moved.
  package static func prepare(_ layout: inout LayoutState, in viewport: Rect, and sections: [Int?]) -> Bool {
    layout.prepare(in: viewport, and: sections)
  }

  /// The limit of the work in a frame at rest: a section whose layout is known costs 1, resolving a layout costs 10.
  /// The median frame spends 0.3 to 0.9 ms on it.
  private static let workAhead = 1_024

  /// Resolves some estimated extents of sections. After enough frames the content's length is exact.
  /// - Returns: Whether any element moved.
  package static func resolveAhead(_ layout: inout LayoutState) -> Bool {
    layout.resolvePending(work: workAhead)
  }
}

extension LayoutState {
  /// Returns the sections whose layouts are resolved at once when everything is laid out anew: those with bound items
  /// or moving nested containers. Empty for a list so short that all of its sections are resolved anyway.
  @MainActor
  func sectionsInUse(_ items: borrowing ItemStore, _ nested: borrowing NestedScrolling, _ list: List) -> Set<Int> {
    guard max(solver.sectionCount, list.sections.count) > LayoutSolver.eagerFirstLayouts else { return [] }
    var sections = Set(nested.motions.map(\.container.section))
    var last = -1
    for item in items.bound where item.key.section != last {
      last = item.key.section
      sections.insert(last)
    }
    return sections
  }
}
