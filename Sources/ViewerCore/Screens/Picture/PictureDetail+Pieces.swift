import Scrollwork
import ScrollworkSDLBackend

// The choice of tiles for a frame. While the user zooms, the tiles of the level that fits the magnification may be
// missing. Finer ones then take their place by copies that are halved, and coarser ones by being enlarged, so that a
// frame reads about as few pixels as one at rest.

extension PictureDetail {
  /// A part of the picture, with the tile that is drawn there.
  struct Piece: Hashable {
    var key: Key
    /// The index in `Tile.bitmaps`, which is the number of halvings.
    var copy: Int
    /// The part that is drawn, in pixels of the shown picture.
    var area: PixelArea
  }

  /// Returns the available tiles for a part of the picture, in the order of drawing.
  /// - Parameters:
  ///   - area: The part in pixels of the shown picture.
  ///   - level: The level that fits the magnification.
  /// - Returns: The pieces, and whether they cover the part. Those of a picture with transparent pixels do not overlap.
  func pieces(covering area: PixelArea, level: Int) -> (pieces: [Piece], isWhole: Bool) {
    var (pieces, isWhole) = ([Piece](), true)
    for cell in keys(covering: area, level: level) {
      var finer: [Piece] = []
      if !addPieces(of: cell, level: level, inside: area, to: &finer) {
        if !isOpaque { finer.removeAll() }
        if let coarser = coarser(than: cell) { pieces.append(coarser) } else { isWhole = false }
      }
      pieces += finer
    }
    return (pieces, isWhole)
  }

  /// Adds the tile of a cell, or the finer tiles inside it.
  /// - Returns: Whether they cover the visible part of the cell.
  private func addPieces(of cell: Key, level: Int, inside area: PixelArea, to pieces: inout [Piece]) -> Bool {
    if let tile = tiles[cell] {
      pieces.append(Piece(key: cell, copy: level - cell.level, area: tile.inner))
      return true
    }
    guard cell.level > 0, level - cell.level < Self.halvings else { return false }
    var isWhole = true
    for place in 0..<4 {
      let finer = Key(level: cell.level - 1, column: 2 * cell.column + place % 2, row: 2 * cell.row + place / 2)
      guard self.area(of: finer, margin: 0).intersects(area) else { continue }
      if !addPieces(of: finer, level: level, inside: area, to: &pieces) { isWhole = false }
    }
    return isWhole
  }

  /// Returns a piece for a cell, drawn from the finest available tile of a coarser level; `nil` if there is none.
  private func coarser(than cell: Key) -> Piece? {
    var key = cell
    for _ in 0..<Self.halvings {
      key = Key(level: key.level + 1, column: key.column / 2, row: key.row / 2)
      if tiles[key] != nil { return Piece(key: key, copy: 0, area: area(of: cell, margin: 0)) }
    }
    return nil
  }
}

extension PixelArea {
  /// Whether both areas share a pixel.
  fileprivate func intersects(_ other: PixelArea) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
  }
}
