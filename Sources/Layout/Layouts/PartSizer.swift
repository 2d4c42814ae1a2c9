import ScrollworkGeometry

/// Finds out how large sections in a section are without laying out their cells, where that follows from what was
/// declared.
struct PartSizer {
  /// Of no sections, in the room that was asked for last.
  private var solver = LayoutSolver()
  private var width: Double?

  /// How large the content of a part is, and how far anything sticks out of it; nil where a layout has to be asked for
  /// that places cell by cell, or a provider.
  /// - Parameters:
  ///   - count: The number of its cells.
  ///   - width: Of its room, in logical pixels.
  ///   - items: What it stands in.
  ///   - left: So many layouts may be resolved; nil is the answer where it is none and takes one.
  mutating func measure(
    _ layout: AnyCollectionLayout, _ count: Int, width: Double, in items: LayoutItems, mostLayouts left: inout Int
  ) -> (size: Size, overhang: Double)? {
    guard let part = layout.base as? SectionPart, part.provider == nil, !part.layout.placesCellByCell else {
      return nil
    }
    if width != self.width {
      var room = items
      room.container.width = width
      solver = LayoutSolver(environment: SectionPartArrangement.environment(room))
      self.width = width
    }
    let input = part.declaredInput(count, in: items)
    guard let geometry = solver.declaredGeometry(input, mostLayouts: &left) else { return nil }
    let size = SectionPartArrangement.contentSize(
      geometry, part, extras: part.extras(count), room: solver.environment.container.width)
    return (size, Subpixels.pixels(geometry.reach))
  }
}
