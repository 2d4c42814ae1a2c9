package import ScrollworkHostInterface
package import ScrollworkLayout

/// Lays the list out anew for another size, scale, direction or preference, such as dark colours, and for other content
/// insets.
///
/// - Reads: the environment of the window.
/// - Writes: the layout; the frames of content views in their cells, and the measured widths of items.
/// - Returns: the new environment; `nil` if the layout is up to date.
@MainActor
package enum EnvironmentPass {
  /// Advances the motion of the content insets.
  /// - Returns: Whether the insets are still in motion.
  package static func advanceInsets(_ layout: inout LayoutState, _ input: FrameInput) -> Bool {
    guard layout.insets.isMoving else { return false }
    layout.advanceInsets(to: input.now, animates: input.animatesMotion && input.lastFrame != nil)
    return layout.insets.isMoving
  }

  /// Returns the environment for which the list must be laid out anew; `nil` if the layout is up to date.
  package static func newEnvironment(
    for layout: borrowing LayoutState, in environment: Environment
  ) -> LayoutEnvironment? {
    var new = LayoutEnvironment(
      container: layout.size, scale: environment.scale, isRightToLeft: environment.direction == .rightToLeft,
      insets: layout.insets.value)
    new.controlRoom = layout.controlRoom
    new.traits = LayoutEnvironment.Traits(
      isDark: environment.theme.isDark, hasHighContrast: environment.theme.isHighContrast,
      reducesMotion: environment.motion != .full)
    return new != layout.environment || layout.isStale ? new : nil
  }

  /// Lays out the list. Sizes that depend on the changed part of the environment are measured again.
  /// - Parameter sections: The sections whose layouts are resolved at once; other layouts are resolved when their
  ///   sections are near the viewport.
  package static func run(
    _ layout: inout LayoutState, _ environment: LayoutEnvironment, resolving sections: Set<Int>
  ) {
    layout.change(to: environment, resolving: sections)
  }

  /// Marks the bound items as unmeasured, and lets their components lay out the content views for the new environment.
  package static func layOutContents(_ items: borrowing ItemStore, _ binder: Binder) {
    for item in items.bound {
      item.measuredWidth = nil
      binder.layOut(item)
    }
  }
}
