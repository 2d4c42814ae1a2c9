import ScrollworkDiffing
import ScrollworkGeometry

/// The measured sizes of a section's badges, on their intrinsic axes. The size of a badge affects no other element.
struct BadgeSizes: Sendable {
  /// The key of a badge: its slot, and the position of its host item, which for a group is the first item.
  private struct Position: Hashable {
    var item: Int
    var slot: Int32
  }

  private var sizes: [Position: BoundarySize] = [:]
  /// An upper bound of the overflow of all badges measured so far beyond their hosts, in subpixels. It never becomes
  /// smaller.
  private(set) var overflow: Int64 = 0

  var isEmpty: Bool { sizes.isEmpty }

  subscript(item: Int, slot: Int32) -> BoundarySize {
    sizes.isEmpty ? .unmeasured : sizes[Position(item: item, slot: slot)] ?? .unmeasured
  }

  /// Records the measured size of a badge; nil discards the recorded size.
  /// - Parameter badge: The badge's declaration, in the same plane as `size`.
  /// - Returns: Whether the size changed.
  mutating func set(_ size: BoundarySize?, _ item: Int, _ slot: Int32, of badge: LayoutSupplementary) -> Bool {
    let old = self[item, slot]
    sizes[Position(item: item, slot: slot)] = size
    if let size { overflow = max(overflow, badge.farthest(size)) }
    return old != self[item, slot]
  }

  /// Returns the sizes by the new positions of their items after an update; those of deleted items are dropped.
  /// - Complexity: O(*m*), where *m* is the number of recorded sizes.
  func moved(_ mapping: PositionMapping) -> BadgeSizes {
    var moved = BadgeSizes()
    moved.overflow = overflow
    for (position, size) in sizes {
      guard position.item < mapping.oldCount, let item = mapping.newPosition(ofOld: position.item) else { continue }
      moved.sizes[Position(item: item, slot: position.slot)] = size
    }
    return moved
  }
}

extension LayoutSupplementary {
  var isFreeWidth: Bool { size.width.isEstimated }
  var isFreeHeight: Bool { size.height.isEstimated }

  /// Returns whether `measured` has a size for every intrinsic axis of the badge.
  func isKnown(_ measured: BoundarySize) -> Bool {
    (!isFreeWidth || measured.width >= 0) && (!isFreeHeight || measured.extent >= 0)
  }

  /// Returns the badge's size on a host of the given size, in logical pixels.
  func size(on host: Size, _ measured: BoundarySize) -> Size {
    Size(
      width: measured.width >= 0 ? Subpixels.pixels(Int64(measured.width)) : size.width.resolved(in: host),
      height: measured.extent >= 0 ? Subpixels.pixels(Int64(measured.extent)) : size.height.resolved(in: host))
  }

  /// Returns an upper bound of the overflow beyond the host in any direction, in subpixels.
  fileprivate func farthest(_ measured: BoundarySize) -> Int64 {
    let (width, height) = (Int64(max(0, measured.width)), Int64(max(0, measured.extent)))
    let own = Size(width: Subpixels.pixels(width), height: Subpixels.pixels(height))
    let offsets = [containerAnchor.offset(of: own), itemAnchor?.offset(of: own) ?? .zero]
    let offset = offsets.reduce(0) { $0 + max(abs($1.x), abs($1.y)) }
    return max(width, height) + Subpixels.nearest(offset)
  }
}
