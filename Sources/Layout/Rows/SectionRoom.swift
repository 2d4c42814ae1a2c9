import ScrollworkGeometry

/// The room for sections whose length is known without resolving their layouts.
struct SectionRoom {
  /// The environment, sane, and transposed if the list scrolls horizontally.
  private let environment: LayoutEnvironment
  private let automatic: ContentInsetsReference
  /// The size of the container for sections with the automatic reference, before their own insets, in logical pixels.
  private let usual: Size

  init(_ environment: LayoutEnvironment, automatic: ContentInsetsReference) {
    self.environment = environment
    self.automatic = automatic
    usual = environment.container.inset(
      by: ContentInsetsReference.automatic.insets(in: environment, automatic: automatic))
  }

  var scale: Double { environment.scale }

  /// Returns the size of the container less the insets of a reference.
  func container(_ reference: ContentInsetsReference) -> Size {
    reference == .automatic
      ? usual : environment.container.inset(by: reference.insets(in: environment, automatic: automatic))
  }
}

extension ReservedExtents {
  /// Creates the extents that the declared supplementaries reserve while nothing is measured.
  /// - Parameters:
  ///   - room: The size in which their sizes are resolved.
  ///   - isThere: Returns true if the section has a supplementary of this kind.
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
