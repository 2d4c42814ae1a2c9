@_exported public import ScrollworkGeometry

@_exported public import struct ScrollworkDiffing.ElementPath

/// The interface for programs that use the solver without a view and draw by other means. These functions resolve
/// layouts when they need them.
extension LayoutSolver {
  /// Creates a solver for a list of sections.
  /// - Complexity: O(*S* / 64), whatever the number of items: only the first sections are resolved.
  public init(
    _ sections: [SectionInput], environment: LayoutEnvironment, configuration: LayoutConfiguration = .init()
  ) {
    self.init(environment: environment, configuration: configuration)
    reload(sections, environment: environment)
  }

  /// Whether the layouts of all sections are resolved. Until then, positions after an unresolved section are estimates.
  /// - Complexity: O(*p*), where *p* is the number of sections with subsections of estimated size.
  public var isResolved: Bool { pendingCount == 0 }

  /// Resolves the layouts of all sections. Then only content that is not measured has an estimated size.
  /// - Complexity: O(*S* log *S*), plus the time to resolve each different layout.
  public mutating func resolveAll() {
    var left = Int.max
    // Resolving a section may reveal subsections of estimated size.
    while pendingCount > 0, pendingCount < left {
      left = pendingCount
      _ = resolvePending(work: .max)
    }
  }

  /// Lays out the same sections in another environment. Measured sizes are discarded if they depended on the changed
  /// values.
  /// - Complexity: O(*S*)
  public mutating func setEnvironment(_ environment: LayoutEnvironment) { setEnvironment(environment, seen: []) }

  /// Returns the elements whose frames share an area with a rectangle, in reading order.
  /// - Parameter visible: The visible part of the content, in content coordinates and logical pixels. Pinned elements
  ///   are placed at its edges.
  /// - Complexity: O(log *S* + log *n* + *k*), plus the time to resolve the layouts of the sections in `visible`.
  public mutating func elements(visibleIn visible: Rect) -> [LayoutElement] {
    _ = prepare(in: visible)
    var elements: [LayoutElement] = []
    self.elements(in: visible, pinnedIn: visible, into: &elements)
    return elements
  }

  /// Returns the element at a point that is drawn last; nil if there is none.
  /// - Parameters:
  ///   - point: A point in content coordinates, in logical pixels.
  ///   - visible: The visible part of the content, at whose edges pinned elements are placed.
  public mutating func element(at point: Point, in visible: Rect) -> LayoutElement? {
    _ = prepare(in: visible)
    return element(at: point, pinnedIn: visible)
  }

  /// Returns the frame of an item in content coordinates, in logical pixels; nil if the layout does not place the item.
  /// - Complexity: O(log *S* + log *n*), plus the time to resolve the layout of its section.
  public mutating func frame(ofItem path: ElementPath) -> Rect? {
    guard (0..<sectionCount).contains(path.section), (0..<itemCount(inSection: path.section)).contains(path.item) else {
      return nil
    }
    _ = resolve(path)
    return frame(for: .item(path))
  }
}
