import ScrollworkGeometry

/// A grid of tiles of equal size, with as many tiles in a row as the width allows.
package struct AdaptiveGrid: Hashable, Sendable {
  /// The rule for the height of a tile.
  package enum TileHeight: Hashable, Sendable {
    /// A height in logical pixels.
    case absolute(Double)
    /// The width of the tile divided by `aspectRatio`, plus `extra` logical pixels for the part below the picture;
    /// rounded up to a device pixel.
    case ratio(aspectRatio: Double, extra: Double)
  }

  /// The minimum width of a tile, in logical pixels. A tile is narrower only if the container is, apart from rounding
  /// down to a whole device pixel.
  package var minimumItemWidth: Double
  /// The height of every tile.
  package var height: TileHeight
  /// The gap between the tiles of a row, in logical pixels.
  package var spacing: Double

  /// Creates a grid of tiles of a minimum width; lengths are in logical pixels.
  package init(minimumItemWidth: Double, height: TileHeight, spacing: Double) {
    self.minimumItemWidth = minimumItemWidth
    self.height = height
    self.spacing = spacing
  }

  /// Returns a group for one row of tiles, which has the given width.
  ///
  /// The row holds `max(1, floor((width + spacing) / (minimum + spacing)))` tiles, each a whole number of device pixels
  /// wide. The remaining width stays at the trailing end.
  ///
  /// A tile also counts as fitting if the row is too narrow for it by less than 1/1000 of a device pixel. Such a
  /// difference comes from rounding: the width of a column, for example, is the difference of two positions. Without
  /// this tolerance, grids in equal columns could have different tiles.
  func group(width: Double, scale: Double) -> LayoutGroup {
    let gap = Subpixels.sane(spacing)
    let pitch = max(1, Subpixels.sane(minimumItemWidth)) + gap
    let room = width + 0.001 / scale
    let columns = min(Template.maxLeafCount, max(1, Int(((room + gap) / pitch).rounded(.down))))
    let share = max(0, (room - gap * Double(columns - 1)) / Double(columns))
    let tile = (share * scale).rounded(.down) / scale
    return .horizontal(
      LayoutSize(width: .fractionalWidth(1), height: .absolute(tileHeight(width: tile, scale: scale))),
      repeating: LayoutItem(width: .absolute(tile), height: .fractionalHeight(1)), count: columns,
      interItemSpacing: .fixed(gap))
  }

  private func tileHeight(width: Double, scale: Double) -> Double {
    switch height {
    case .absolute(let height): height
    case .ratio(let aspectRatio, let extra):
      Subpixels.pixels(
        Subpixels.upToDevicePixel(Subpixels.sane(width / aspectRatio) + Subpixels.sane(extra), scale: scale))
    }
  }
}
