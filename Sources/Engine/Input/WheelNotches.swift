import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// The wheel notches of an event, by the axis along which they scroll.
struct WheelNotches {
  /// The notches along the main axis, positive toward the end of the list.
  private(set) var along = 0.0
  /// The notches along the cross axis, positive toward the trailing end of a nested scroll container.
  private(set) var across = 0.0

  /// Decides what an event scrolls.
  ///
  /// In a vertical list, vertical notches scroll the list. Horizontal notches scroll the nested container under the
  /// pointer, and so do the vertical notches of a wheel with Shift. In a horizontal list, horizontal notches scroll the
  /// list. Vertical notches scroll the nested container under the pointer; with Shift, or without such a container,
  /// they scroll the list.
  /// - Parameter isOverContainer: Whether the pointer is over a nested container that can scroll.
  init(of event: WheelEvent, in layout: borrowing LayoutState, isOverContainer: Bool) {
    let (x, y) = (Point(x: -event.delta.x, y: 0), -event.delta.y)
    let hasShift = event.modifiers.contains(.shift)
    if layout.axis == .horizontal {
      let alongX = layout.along(x)
      along = alongX != 0 ? alongX : y
      if isOverContainer, !hasShift, alongX == 0 { across = y }
    } else if hasShift, isOverContainer, !event.delta.isPrecise {
      across = y != 0 ? y : layout.across(x)
    } else {
      (along, across) = (y, layout.across(x))
    }
  }
}
