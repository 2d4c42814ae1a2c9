import ScrollworkGeometry

/// Tiles of equal size, as many in a row as the width has room for.
public struct AdaptiveGrid: Hashable, Sendable {
  /// How tall a tile is.
  public enum TileHeight: Hashable, Sendable {
    /// Logical pixels.
    case absolute(Double)
    /// The width of the tile divided by `aspectRatio`, and `extra` logical pixels for what stands below the picture;
    /// rounded up to a device pixel.
    case ratio(aspectRatio: Double, extra: Double)
  }

  /// No tile is narrower than this, in logical pixels, unless the container is.
  public var minimumItemWidth: Double
  /// How tall a tile is.
  public var height: TileHeight
  /// Between the tiles of a row, in logical pixels.
  public var spacing: Double

  /// Tiles that are at least so wide; lengths in logical pixels.
  public init(minimumItemWidth: Double, height: TileHeight, spacing: Double) {
    self.minimumItemWidth = minimumItemWidth
    self.height = height
    self.spacing = spacing
  }

  /// The tiles of a row for a given width: `max(1, floor((width + spacing) / (minimum + spacing)))` of them, whose width
  /// is a whole number of device pixels; what is left over stays at the end.
  func tiles(width: Double, scale: Double) -> (columns: Int, width: Double, height: Double) {
    let gap = Subpixels.sane(spacing)
    let pitch = max(1, Subpixels.sane(minimumItemWidth)) + gap
    let columns = min(Template.mostLeaves, max(1, Int(((width + gap) / pitch).rounded(.down))))
    let share = max(0, (width - gap * Double(columns - 1)) / Double(columns))
    let tile = (share * scale).rounded(.down) / scale
    return (columns, tile, tileHeight(width: tile, scale: scale))
  }

  /// The grid as a group for a given width.
  func group(width: Double, scale: Double) -> LayoutGroup {
    let tiles = tiles(width: width, scale: scale)
    return .horizontal(
      LayoutSize(width: .fractionalWidth(1), height: .absolute(tiles.height)),
      repeating: LayoutItem(width: .absolute(tiles.width), height: .fractionalHeight(1)),
      count: tiles.columns, interItemSpacing: .fixed(Subpixels.sane(spacing)))
  }

  private func tileHeight(width: Double, scale: Double) -> Double {
    switch height {
    case .absolute(let height): height
    case .ratio(let aspectRatio, let extra):
      ((Subpixels.sane(width / aspectRatio) + Subpixels.sane(extra)) * scale).rounded(.up) / scale
    }
  }
}
