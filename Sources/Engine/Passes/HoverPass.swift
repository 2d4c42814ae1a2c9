import ScrollworkContentViews
package import ScrollworkDiffing
package import ScrollworkHostInterface

/// Ends the hover of items while anything moves, and suspends the hover of controls in moving items.
///
/// Otherwise items that pass below a resting pointer would flash their hover state.
///
/// - Reads: the motion of bound items.
/// - Writes: the hovered item; `suspendsHover` of content views.
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

    /// Creates the input from its parts.
    package init(now: Instant, isScrolling: Bool, isAnimating: Bool) {
      (self.now, self.isScrolling, self.isAnimating) = (now, isScrolling, isAnimating)
    }
  }

  /// Ends the hover while anything moves; at rest, moves an existing hover to the item under the pointer.
  /// - Parameter itemBelowPointer: The item under the pointer; `nil` if there is none, or while anything moves.
  package static func run(
    _ interaction: inout Interaction, _ items: borrowing ItemStore, _ input: Input, itemBelowPointer: ElementPath?
  ) {
    for item in items.bound {
      item.content.suspendsHover =
        input.isScrolling && !item.isPinned || input.isAnimating && !item.isAtRest(at: input.now)
    }
    // The pass never starts a hover: after motion, the host sends the pointer's position again.
    guard interaction.hovered != nil else { return }
    interaction.hover(input.isScrolling || input.isAnimating ? nil : itemBelowPointer)
  }
}
