import ScrollworkGeometry
import ScrollworkHostInterface

/// The properties of a draw group that the painter compares between two frames. All boxes are in device pixels of the
/// surface.
struct GroupRecord {
  /// The identity and version of the draw group.
  var id: UInt64
  var version: UInt64
  /// The frame of the group, before its scale is applied.
  var frame: PixelBox
  /// The frame with the group's outsets; nothing is drawn outside it.
  var extent: PixelBox
  /// The area in which the extent appears, after the group's scale is applied.
  var target: PixelBox
  /// The visible part of the target, inside the group's clip and the surface; empty if the group is clear.
  var shown: PixelBox
  /// The opacity, 0 to 256.
  var alpha: Int
  /// The colour that fills the frame before the group's commands are drawn; `nil` for none.
  var background: Ink?
  /// Whether the group hides everything below its frame.
  var isCovering: Bool
  /// The number of frames since the pixels last changed, at most 255.
  var quietFrames: UInt8 = 0
  /// Whether a group of the next frame was found to have the same id.
  var isMatched = false
  /// The index of the group's layer in the pool; -1 for none.
  var layer: Int32 = -1
  /// The index of the outline of the group's recording in the pool; -1 for none.
  var outline: Int32 = -1
  /// The estimated time to draw the whole group, in nanoseconds; negative if unknown.
  var cost: Float = -1

  /// Creates the record of a group.
  init(_ group: DrawGroup, scale: Double, surface: PixelBox) {
    id = group.id
    version = group.version
    frame = PixelBox(snapping: group.frame, scale: scale)
    extent = frame.isEmpty ? .empty : frame.expanded(by: group.outsets, scale: scale)
    target = extent.scaled(by: group.scale, about: frame)
    shown = target.intersection(surface).intersection(PixelBox(snapping: group.clip, scale: scale))
    alpha = PixelBox.snap(min(1, max(0, group.alpha)) * 256)
    if alpha == 0 || shown.isEmpty { shown = .empty }
    background = group.background.map(Ink.init)
    isCovering = alpha == 256 && target == extent && (group.isOpaque || background?.isOpaque == true)
  }

  /// Whether the group is neither faded nor scaled.
  var isPlain: Bool { alpha == 256 && target == extent }

  /// Whether a layer drawn for `other` can be used for this group.
  func hasSamePixels(as other: GroupRecord) -> Bool { version == other.version && hasSameShape(as: other) }

  /// Whether this group has the same size, outsets and background as `other`.
  func hasSameShape(as other: GroupRecord) -> Bool {
    background == other.background && frame.width == other.frame.width && frame.height == other.frame.height
      && extent.minX - frame.minX == other.extent.minX - other.frame.minX
      && extent.minY - frame.minY == other.extent.minY - other.frame.minY && extent.width == other.extent.width
      && extent.height == other.extent.height
  }

  /// Whether this group and `other` are drawn at the same position with the same opacity.
  func isInPlace(of other: GroupRecord) -> Bool {
    shown == other.shown && target == other.target && frame == other.frame && alpha == other.alpha
  }

  /// Takes over the cost of `old`, the group's record in the previous frame, and counts one more unchanged frame.
  mutating func takeStatistics(of old: GroupRecord) {
    quietFrames = old.quietFrames &+ (old.quietFrames < 255 ? 1 : 0)
    cost = old.cost
  }
}

extension PixelBox {
  // The insets are rounded up, so that no part of a pixel is missed.
  fileprivate func expanded(by insets: Insets, scale: Double) -> PixelBox {
    func pixels(_ inset: Double) -> Int { -PixelBox.floor(-max(0, inset) * scale) }
    return PixelBox(
      minX: minX - pixels(insets.leading), minY: minY - pixels(insets.top), maxX: maxX + pixels(insets.trailing),
      maxY: maxY + pixels(insets.bottom))
  }

  /// Returns the box scaled about the centre of `frame`; with a factor of 1 it is unchanged.
  fileprivate func scaled(by factor: Double, about frame: PixelBox) -> PixelBox {
    guard factor != 1 else { return self }
    guard factor > 0, factor < 64, !isEmpty else { return .empty }
    let (x, y) = (Double(frame.minX + frame.maxX) / 2, Double(frame.minY + frame.maxY) / 2)
    let left = PixelBox.snap(x + (Double(minX) - x) * factor)
    let top = PixelBox.snap(y + (Double(minY) - y) * factor)
    return PixelBox(
      minX: left, minY: top, maxX: left + max(1, PixelBox.snap(Double(width) * factor)),
      maxY: top + max(1, PixelBox.snap(Double(height) * factor)))
  }
}
