package import ScrollworkGeometry
package import ScrollworkHostInterface

/// An explanation of the view or part of a view under a resting pointer.
package struct ToolTip: Hashable, Sendable {
  /// The text.
  package var text: String
  /// The rectangle that the text explains, in the coordinates of the view that returned the tool tip.
  package var place: Rect

  /// Creates a tool tip.
  package init(text: String, place: Rect) {
    self.text = text
    self.place = place
  }

  /// Creates the tool tip of an action with a shortcut, which may be empty.
  init(_ action: String, shortcut: String, place: Rect) {
    self.init(text: shortcut.isEmpty ? action : "\(action) (\(shortcut))", place: place)
  }
}

/// A view that can explain more than it shows, such as the full text of a shortened line or the meaning of a symbol.
@MainActor
package protocol ToolTipGiving: View {
  /// Returns the tool tip for a point in the view's coordinates; `nil` if the view shows everything there.
  func toolTip(at point: Point, environment: Environment) -> ToolTip?
}

extension View {
  /// Returns the tool tip at a point in the coordinates of this view: from the topmost descendant that has one, or from
  /// the view itself; `nil` if none has one.
  /// - Complexity: O(*v*) in the number of descendants.
  package func findToolTip(at point: Point, environment: Environment) -> ToolTip? {
    guard !isHidden, bounds.contains(point) else { return nil }
    for child in children.reversed() {
      if var tip = child.findToolTip(at: point - child.frame.origin, environment: environment) {
        tip.place = tip.place.offset(by: child.frame.origin)
        return tip
      }
    }
    return (self as? any ToolTipGiving)?.toolTip(at: point, environment: environment)
  }
}

extension Label: ToolTipGiving {
  /// Returns the whole text if the label is a single line that shows only part of it. Returns `nil` if the label
  /// contains another view, such as a text field that replaces it.
  package func toolTip(at point: Point, environment: Environment) -> ToolTip? {
    children.isEmpty && isCut(environment) ? ToolTip(text: text, place: bounds) : nil
  }
}

extension Button: ToolTipGiving {
  /// Returns the button's action in words if the button has no title; otherwise `nil`.
  package func toolTip(at point: Point, environment: Environment) -> ToolTip? {
    title.isEmpty && !accessibleName.isEmpty ? ToolTip(accessibleName, shortcut: shortcut, place: bounds) : nil
  }
}

extension SegmentedControl: ToolTipGiving {
  /// Returns the title of the option under the pointer if the option shows a symbol instead.
  package func toolTip(at point: Point, environment: Environment) -> ToolTip? {
    guard let (segment, place) = segment(at: point), segment.symbol != nil else { return nil }
    return ToolTip(segment.title, shortcut: segment.shortcut, place: place)
  }
}

extension TextField: ToolTipGiving {
  /// Returns the purpose of the field and its shortcut while the key hint is hidden.
  package func toolTip(at point: Point, environment: Environment) -> ToolTip? {
    guard !keyCap.isEmpty, !accessibleName.isEmpty, !showsKeyCap(environment) else { return nil }
    return ToolTip(accessibleName, shortcut: keyCap, place: bounds)
  }
}
