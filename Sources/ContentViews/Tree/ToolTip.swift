public import ScrollworkGeometry
public import ScrollworkHostInterface

/// What is told about a place that the pointer rests on.
public struct ToolTip: Hashable, Sendable {
  public var text: String
  /// What the text is about, in the coordinates of the view that was asked.
  public var place: Rect

  public init(text: String, place: Rect) {
    self.text = text
    self.place = place
  }
}

/// A view that has more to tell than it shows: the whole of a text that it cuts, what a symbol means.
@MainActor
public protocol ToolTipGiving: View {
  /// What to tell of the view, in its own coordinates; `nil` if all is seen.
  func toolTip(at point: Point, environment: Environment) -> ToolTip?
}

extension View {
  /// What the view or the topmost view below it that has something to tell says of a point of its coordinates.
  /// - Complexity: O(*v*) in the number of views below it.
  public func findToolTip(at point: Point, environment: Environment) -> ToolTip? {
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
  /// The whole text while a single line shows a part of it.
  public func toolTip(at point: Point, environment: Environment) -> ToolTip? {
    isCut(environment) ? ToolTip(text: text, place: bounds) : nil
  }
}

extension Button: ToolTipGiving {
  /// What a button without a title does.
  public func toolTip(at point: Point, environment: Environment) -> ToolTip? {
    title.isEmpty && !accessibleName.isEmpty ? ToolTip(text: accessibleName, place: bounds) : nil
  }
}

extension SegmentedControl: ToolTipGiving {
  /// What a symbol stands for.
  public func toolTip(at point: Point, environment: Environment) -> ToolTip? {
    segment(at: point).flatMap { $0.segment.symbol == nil ? nil : ToolTip(text: $0.segment.title, place: $0.place) }
  }
}
