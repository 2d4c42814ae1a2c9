import ScrollworkGeometry

/// Computes the sizes of subsections that follow from the declaration, without laying out their items.
struct ChildSizer {
  /// A solver without sections, whose container is as wide as that of the last subsection. It is kept because
  /// neighbours often have one width.
  private var solver = LayoutSolver()
  private var width: Double?

  /// Returns the size of a subsection's content and its overflow, in logical pixels; nil if the subsection has a
  /// provider, or a layout that places items one by one.
  /// - Parameters:
  ///   - count: The number of items in the subsection.
  ///   - width: The width of its container, in logical pixels.
  ///   - items: The items of the section around it.
  ///   - left: The number of layouts that may still be resolved; if that is too small, the result is nil.
  mutating func measure(
    _ layout: AnyCollectionLayout, _ count: Int, width: Double, in items: LayoutItems, mostLayouts left: inout Int
  ) -> (size: Size, overflow: Double)? {
    guard let part = layout.base as? ChildSection, part.provider == nil, !part.layout.placesCellByCell else {
      return nil
    }
    if width != self.width {
      var room = items
      room.container.width = width
      solver = LayoutSolver(environment: ChildSectionArrangement.environment(room))
      self.width = width
    }
    let input = part.declaredInput(count, in: items)
    guard let geometry = solver.declaredGeometry(input, mostLayouts: &left) else { return nil }
    let size = ChildSectionArrangement.contentSize(
      geometry, part, extras: part.extras(count), room: solver.environment.container.width)
    return (size, Subpixels.pixels(geometry.overflow))
  }
}
