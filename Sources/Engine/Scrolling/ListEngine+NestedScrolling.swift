import ScrollworkDiffing
import ScrollworkLayout

/// Nested scroll containers: sections that scroll by themselves, along the cross axis of the list.
extension ListEngine {
  /// Returns the offset of a section that is a nested scroll container, in logical pixels from its leading end; zero
  /// for any other section.
  /// - Precondition: The section is in the list that is shown.
  func sectionOffset(_ section: Int) -> Double { layout.solver.orthogonal(section)?.offset ?? 0 }

  /// Returns the offset of the innermost scroll container around a cell, in logical pixels; zero without one.
  /// - Precondition: The path is in the list that is shown.
  func sectionOffset(holding path: ElementPath) -> Double {
    layout.innermostContainer(around: path).map { layout.solver.orthogonalOffset($0) } ?? 0
  }

  /// Scrolls a section that is a nested scroll container to its snap point nearest to an offset. Does nothing for any
  /// other section.
  /// - Parameter offset: The distance from the section's leading end, in logical pixels.
  func scrollSection(_ section: Int, to offset: Double, animated: Bool = true) {
    guard document.list.sections.indices.contains(section) else { return }
    scroll(ScrollSite(section: section), to: offset, animated: animated)
  }

  /// Scrolls the innermost scroll container around a cell to its snap point nearest to an offset.
  /// - Parameter offset: The distance from the container's leading end, in logical pixels.
  func scrollSection(holding path: ElementPath, to offset: Double, animated: Bool = true) {
    guard contains(path), let container = layout.innermostContainer(around: path) else { return }
    scroll(container, to: offset, animated: animated)
  }

  private func scroll(_ container: ScrollSite, to offset: Double, animated: Bool) {
    guard offset.isFinite, let info = layout.solver.orthogonal(container) else { return }
    let place = info.restingOffset(projected: offset, velocity: 0, start: offset)
    nested.scroll(container, to: place, NestedScrolling.Animation(isAnimated: animated), in: layout, eventInput)
  }
}
