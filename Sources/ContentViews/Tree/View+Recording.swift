package import ScrollworkGeometry
package import ScrollworkHostInterface

extension View {
  /// Records the view and the descendants that have no draw groups of their own. The view's upper left corner lies at
  /// the origin of the canvas.
  package func record(into canvas: Canvas, environment: Environment) {
    guard !isHidden else { return }
    if clipsToBounds {
      canvas.clipped(to: bounds) { recordContents(into: canvas, environment: environment) }
    } else {
      recordContents(into: canvas, environment: environment)
    }
  }

  /// Records background, drawing, children and overlay, in this order. Composited children have recordings of their
  /// own.
  private func recordContents(into canvas: Canvas, environment: Environment) {
    if let background { canvas.fill(bounds, background) }
    draw(in: canvas, environment: environment)
    for child in children where !child.isComposited && !child.isHidden {
      canvas.translated(by: child.frame.origin) { child.record(into: canvas, environment: environment) }
    }
    drawOverlay(in: canvas, environment: environment)
  }

  /// Whether the view or a descendant is composited, so that it adds draw groups to a frame.
  package var emitsGroups: Bool { isComposited || compositedDescendants > 0 }

  /// Adds the draw groups of the composited descendants to the frame, in tree order.
  package func emitCompositedChildren(into context: FrameContext) {
    guard compositedDescendants > 0 else { return }
    for child in children where !child.isHidden {
      guard child.isComposited || child.compositedDescendants > 0 else { continue }
      context.descend(to: child) {
        if child.isComposited {
          child.emit(into: context)
        } else {
          child.emitCompositedChildren(into: context)
        }
      }
    }
  }

  /// Moves the view and keeps its size. Changing `frame.origin` in place would cost an allocation; this does not.
  package func setOrigin(_ origin: Point) {
    frame = Rect(origin: origin, size: frame.size)
  }

  /// Whether the view has the focus, so that keys go to it first.
  public var isFocused: Bool { host?.focusedView === self }

  /// Whether the view has the focus and the user last used a key.
  package var hasVisibleFocus: Bool { isFocused && host?.isFocusVisible == true }

  /// Whether `other` is this view or one of its ancestors.
  package func isInside(_ other: View) -> Bool {
    var view: View? = self
    while let current = view {
      if current === other { return true }
      view = current.parent
    }
    return false
  }

  /// Converts a point from the coordinates of the root to those of this view.
  package func convertFromRoot(_ point: Point) -> Point {
    var result = point
    var view: View? = self
    while let current = view {
      result -= current.frame.origin
      view = current.parent
    }
    return result
  }

  /// Converts a rectangle from the coordinates of this view to those of the root.
  package func convertToRoot(_ rect: Rect) -> Rect {
    var result = rect
    var view: View? = self
    while let current = view {
      result = result.offset(by: current.frame.origin)
      view = current.parent
    }
    return result
  }
}
