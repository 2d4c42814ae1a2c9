import ScrollworkGeometry

/// What there is for sections of which the length is known without resolving their layouts.
struct SectionRoom {
  /// Sane, and transposed if the list scrolls horizontally.
  private let environment: LayoutEnvironment
  private let automatic: ContentInsetsReference
  /// Without their own insets, where nothing is said about what these are added to.
  private let usual: Size

  init(_ environment: LayoutEnvironment, automatic: ContentInsetsReference) {
    self.environment = environment
    self.automatic = automatic
    usual = environment.container.inset(
      by: ContentInsetsReference.automatic.insets(in: environment, automatic: automatic))
  }

  var scale: Double { environment.scale }

  /// What is left by what insets are added to.
  func container(_ reference: ContentInsetsReference) -> Size {
    reference == .automatic
      ? usual : environment.container.inset(by: reference.insets(in: environment, automatic: automatic))
  }
}

extension ReservedExtents {
  /// What is reserved by what is declared, as long as nothing is measured.
  /// - Parameters:
  ///   - room: What the sizes are resolved in.
  ///   - isThere: Whether a section has what stands there.
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
