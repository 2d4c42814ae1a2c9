import ScrollworkGeometry

/// Finds out how large sections in a section are without laying out their cells, where that follows from what was
/// declared.
struct PartSizer {
  private var solver: LayoutSolver?

  /// How large the content of a part is, and how far anything sticks out of it; nil where a layout has to be asked for
  /// that places cell by cell, or a provider.
  /// - Parameter left: So many layouts may be resolved; nil is the answer where it is none and takes one.
  mutating func measure(
    _ layout: AnyCollectionLayout, _ items: LayoutItems, mostLayouts left: inout Int
  ) -> (size: Size, overhang: Double)? {
    guard let part = layout.base as? SectionPart, part.provider == nil, !part.layout.placesCellByCell else {
      return nil
    }
    let environment = SectionPartArrangement.environment(items)
    var solver = self.solver ?? LayoutSolver(environment: environment)
    self.solver = nil
    if solver.environment != environment.sane { solver = LayoutSolver(environment: environment) }
    defer { self.solver = solver }
    let input = part.input(items)
    if !solver.remembers(input.layout) {
      guard left > 0 else { return nil }
      left -= 1
    }
    let geometry = solver.declaredGeometry(input)
    let size = SectionPartArrangement.contentSize(
      geometry, part, extras: part.extras(items.count), room: environment.sane.container.width)
    return (size, Subpixels.pixels(geometry.reach))
  }
}
