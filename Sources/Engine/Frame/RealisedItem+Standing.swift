import ScrollworkGeometry
import ScrollworkLayout

extension RealisedItem {
  /// Takes from a layout what decides how things lie over each other.
  func stand(as element: LayoutElement, along axis: Axis) {
    zIndex = element.zIndex
    clip = element.clip?.offset(by: -element.frame.origin)
    isPinned = element.isPinned
    pinnedBy = isPinned ? element.frame.lower(axis) - element.natural.lower(axis) : 0
    drawOrder = Self.drawOrder(key.kind, zIndex: zIndex, isPinned: isPinned)
  }

  /// As `LayoutElement.isDrawnBefore(_:)`, in one number; who has the same is drawn in the order of reading.
  static func drawOrder(_ kind: LayoutElement.Key.Kind, zIndex: Int, isPinned: Bool) -> Int {
    let rank =
      switch kind {
      case .decoration: 0
      case .item: isPinned ? 4 : 1
      case .badge: 2
      case .header, .footer, .boundary: isPinned ? 4 : 3
      case .global: 5
      }
    return min(max(zIndex, -highestLevel), highestLevel) * 8 + rank
  }

  private static let highestLevel = 1 << 40

  /// How far a badge is from its place because its host is.
  var carried: Point { carrier.map { $0.presented.origin - $0.target.origin } ?? .zero }
}

/// What a handler of visible items changed.
struct HandledLook {
  /// How far the centre was moved.
  var offset: Point
  var size: Size
  var alpha: Double
  var scale: Double
  var isHidden: Bool
}
