import ScrollworkGeometry
import ScrollworkHostInterface

/// What the painter remembers of a group from one frame to the next.
struct GroupRecord {
  var id: UInt64
  var version: UInt64
  /// The group's frame in device pixels, before its scale.
  var frame: PixelBox
  /// The frame with its outsets: nothing is drawn outside.
  var extent: PixelBox
  /// Where the extent is shown: the same, but for the group's scale.
  var target: PixelBox
  /// What can be seen of the target: inside the group's clip and the surface.
  var shown: PixelBox
  /// 0 to 256.
  var alpha: Int
  var background: Ink?
  /// True if nothing below the frame is seen through it.
  var isCovering: Bool
  /// Frames that the picture has been the same, as far as a byte counts.
  var quietFrames: UInt8 = 0
  /// True if the group of the next frame with this id was found.
  var isMatched = false
  /// Place in the layer pool, or -1.
  var layer: Int32 = -1
  /// Estimated nanoseconds to draw all of it; negative if not known yet.
  var cost: Float = -1

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

  /// True if the group is drawn as recorded: neither faded nor scaled.
  var isPlain: Bool { alpha == 256 && target == extent }

  /// True if a layer of the other group shows this one's pixels too.
  func hasSamePixels(as other: GroupRecord) -> Bool {
    version == other.version && background == other.background && frame.width == other.frame.width
      && frame.height == other.frame.height && extent.minX - frame.minX == other.extent.minX - other.frame.minX
      && extent.minY - frame.minY == other.extent.minY - other.frame.minY && extent.width == other.extent.width
      && extent.height == other.extent.height
  }

  /// True if the screen would not change.
  func looks(like other: GroupRecord) -> Bool {
    shown == other.shown && target == other.target && frame == other.frame && alpha == other.alpha
      && hasSamePixels(as: other)
  }
}

extension PixelBox {
  fileprivate func expanded(by insets: Insets, scale: Double) -> PixelBox {
    func pixels(_ inset: Double) -> Int { -PixelBox.floor(-max(0, inset) * scale) }
    return PixelBox(
      minX: minX - pixels(insets.leading), minY: minY - pixels(insets.top), maxX: maxX + pixels(insets.trailing),
      maxY: maxY + pixels(insets.bottom))
  }

  /// This box at another size about the middle of `frame`; in its own size it stays exactly where it is.
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
