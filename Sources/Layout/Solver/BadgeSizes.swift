import ScrollworkDiffing
import ScrollworkGeometry

/// What the contents of a section's badges say about the sides that they decide. They move nothing but themselves.
struct BadgeSizes: Sendable {
  /// A badge of a cell, or of a group that begins with it.
  private struct Position: Hashable {
    var item: Int
    var slot: Int32
  }

  private var sizes: [Position: BoundarySize] = [:]
  /// How far any of them ever may have stuck out of its host, in subpixels.
  private(set) var reach: Int64 = 0

  var isEmpty: Bool { sizes.isEmpty }

  subscript(item: Int, slot: Int32) -> BoundarySize {
    sizes.isEmpty ? .unmeasured : sizes[Position(item: item, slot: slot)] ?? .unmeasured
  }

  /// - Parameter badge: In the plane that the size is in.
  /// - Returns: True if it is another size.
  mutating func set(_ size: BoundarySize?, _ item: Int, _ slot: Int32, of badge: LayoutSupplementary) -> Bool {
    let old = self[item, slot]
    sizes[Position(item: item, slot: slot)] = size
    if let size { reach = max(reach, badge.farthest(size)) }
    return old != self[item, slot]
  }

  /// The same where the cells are now; nothing of cells that are gone.
  /// - Complexity: O(*m*) in the number of sizes.
  func moved(_ mapping: PositionMapping) -> BadgeSizes {
    var moved = BadgeSizes()
    moved.reach = reach
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

  /// True if the content has said all that it decides.
  func isKnown(_ measured: BoundarySize) -> Bool {
    (!isFreeWidth || measured.width >= 0) && (!isFreeHeight || measured.extent >= 0)
  }

  /// How large it is on a host.
  func size(on host: Size, _ measured: BoundarySize) -> Size {
    Size(
      width: measured.width >= 0 ? Subpixels.pixels(Int64(measured.width)) : size.width.resolved(in: host),
      height: measured.extent >= 0 ? Subpixels.pixels(Int64(measured.extent)) : size.height.resolved(in: host))
  }

  /// How far it may stick out of its host at most, whichever way, in subpixels.
  fileprivate func farthest(_ measured: BoundarySize) -> Int64 {
    let (width, height) = (Int64(max(0, measured.width)), Int64(max(0, measured.extent)))
    let own = Size(width: Subpixels.pixels(width), height: Subpixels.pixels(height))
    let offsets = [containerAnchor.offset(of: own), itemAnchor?.offset(of: own) ?? .zero]
    let offset = offsets.reduce(0) { $0 + max(abs($1.x), abs($1.y)) }
    return max(width, height) + Subpixels.nearest(offset)
  }
}
