import ScrollworkGeometry

/// The room that a list leaves for its sections. It is used to compute extents without resolving layouts.
struct SectionRoom {
  /// The environment with valid numbers, transposed if the list scrolls horizontally.
  private let environment: LayoutEnvironment
  private let automatic: ContentInsetsReference
  /// The size of the container, in logical pixels, for a section with the automatic reference; the section's own insets
  /// are not subtracted.
  private let usual: Size

  init(_ environment: LayoutEnvironment, automatic: ContentInsetsReference) {
    self.environment = environment
    self.automatic = automatic
    usual = environment.container.inset(
      by: ContentInsetsReference.automatic.insets(in: environment, automatic: automatic))
  }

  var scale: Double { environment.scale }

  /// Returns the size of the container less the insets of a reference, in logical pixels.
  func container(_ reference: ContentInsetsReference) -> Size {
    reference == .automatic
      ? usual : environment.container.inset(by: reference.insets(in: environment, automatic: automatic))
  }
}

extension ReservedExtents {
  /// Computes the extents that declared supplementaries reserve while nothing is measured.
  /// - Parameters:
  ///   - room: The size to which the fractions in their sizes refer.
  ///   - isThere: Returns whether the section has a supplementary of the given kind.
  init(_ items: [LayoutBoundaryItem], in room: Size, _ isThere: (LayoutKind) -> Bool) {
    self.init()
    for (index, item) in items.enumerated()
    where isThere(item.kind) && !items[..<index].contains(where: { $0.kind == item.kind }) {
      add(
        Subpixels.nearest(item.size.height.resolved(in: room)),
        edge: item.extendsBoundary ? item.alignment.vertical : 0,
        offset: Subpixels.nearestSigned(item.absoluteOffset.y))
    }
  }
}
