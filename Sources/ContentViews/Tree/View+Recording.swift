public import ScrollworkGeometry
package import ScrollworkHostInterface

extension View {
  /// Records the view and the plain views below it, with the view's origin at the canvas's.
  package func record(into canvas: Canvas, environment: Environment) {
    guard !isHidden else { return }
    if clipsToBounds {
      canvas.clipped(to: bounds) { recordContents(into: canvas, environment: environment) }
    } else {
      recordContents(into: canvas, environment: environment)
    }
  }

  private func recordContents(into canvas: Canvas, environment: Environment) {
    if let background { canvas.fill(bounds, background) }
    draw(in: canvas, environment: environment)
    for child in children where !child.isComposited && !child.isHidden {
      canvas.translated(by: child.frame.origin) { child.record(into: canvas, environment: environment) }
    }
    drawOverlay(in: canvas, environment: environment)
  }

  /// True if the view, or one below it, is drawn in groups of its own.
  package var emitsGroups: Bool { isComposited || compositedDescendants > 0 }

  /// Emits the composited views below this one, in tree order.
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

  /// Puts the view elsewhere in its size. The frame is set whole: changing a part of the property in place allocates.
  package func setOrigin(_ origin: Point) {
    frame = Rect(origin: origin, size: frame.size)
  }

  /// True if the keys go to this view.
  public var isFocused: Bool { host?.focusedView === self }

  /// True if the view or one above it is `other`.
  public func isInside(_ other: View) -> Bool {
    var view: View? = self
    while let current = view {
      if current === other { return true }
      view = current.parent
    }
    return false
  }

  /// A point of the root's coordinates in this view's.
  public func convertFromRoot(_ point: Point) -> Point {
    var result = point
    var view: View? = self
    while let current = view {
      result -= current.frame.origin
      view = current.parent
    }
    return result
  }

  /// A rectangle of this view's coordinates in the root's.
  public func convertToRoot(_ rect: Rect) -> Rect {
    var result = rect
    var view: View? = self
    while let current = view {
      result = result.offset(by: current.frame.origin)
      view = current.parent
    }
    return result
  }
}
