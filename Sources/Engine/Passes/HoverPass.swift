import ScrollworkContentViews
package import ScrollworkDiffing
package import ScrollworkHostInterface

/// Ends the hover while anything moves, and suspends that of controls in moving items.
///
/// - Reads: bound items.
/// - Writes: `interaction.hovered`.
/// - Returns: nothing.
@MainActor
package enum HoverPass {
  /// The facts of a frame that hovering depends on.
  package struct Input {
    let now: Instant
    /// Whether the list or one of its nested scroll containers scrolls.
    let isScrolling: Bool
    /// Whether any item is in flight.
    let isAnimating: Bool

    package init(now: Instant, isScrolling: Bool, isAnimating: Bool) {
      (self.now, self.isScrolling, self.isAnimating) = (now, isScrolling, isAnimating)
    }
  }

  /// - Parameter itemBelowPointer: The item under the pointer at rest.
  package static func run(
    _ interaction: inout Interaction, _ items: borrowing ItemStore, _ input: Input, itemBelowPointer: ElementPath?
  ) {
    for item in items.bound {
      item.content.suspendsHover =
        input.isScrolling && !item.isPinned || input.isAnimating && !item.isAtRest(at: input.now)
    }
    guard interaction.hovered != nil else { return }
    interaction.hovered = input.isScrolling || input.isAnimating ? nil : itemBelowPointer
  }
}
