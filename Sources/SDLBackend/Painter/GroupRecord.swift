import ScrollworkGeometry
import ScrollworkHostInterface

/// The facts about a draw group that the painter keeps until the next frame. All boxes are in device pixels of the
/// surface.
struct GroupRecord {
  /// The identity and version of the draw group.
  var id: UInt64
  var version: UInt64
  /// The group's frame before its scale.
  var frame: PixelBox
  /// The frame with the group's outsets; nothing is drawn outside it.
  var extent: PixelBox
  /// The area in which the extent appears, after the group's scale.
  var target: PixelBox
  /// The visible part of the target: inside the group's clip and the surface.
  var shown: PixelBox
  /// The opacity, 0 to 256.
  var alpha: Int
  /// The fill of the frame below the group's commands.
  var background: Ink?
  /// Whether the group hides everything below its frame.
  var isCovering: Bool
  /// The number of frames for which the pixels have been unchanged, at most 255.
  var quietFrames: UInt8 = 0
  /// Whether the next frame has a group with this id.
  var isMatched = false
  /// The index in the layer pool; -1 for none.
  var layer: Int32 = -1
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

  /// Whether a layer of the other group has this group's pixels too.
  func hasSamePixels(as other: GroupRecord) -> Bool {
    version == other.version && background == other.background && frame.width == other.frame.width
      && frame.height == other.frame.height && extent.minX - frame.minX == other.extent.minX - other.frame.minX
      && extent.minY - frame.minY == other.extent.minY - other.frame.minY && extent.width == other.extent.width
      && extent.height == other.extent.height
  }

  /// Whether the screen would look the same.
  func looks(like other: GroupRecord) -> Bool {
    shown == other.shown && target == other.target && frame == other.frame && alpha == other.alpha
      && hasSamePixels(as: other)
  }
}

extension PixelBox {
  // Rounded outwards, so that no part of a pixel is missed.
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
