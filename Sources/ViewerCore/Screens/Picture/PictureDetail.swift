import Dispatch
import Scrollwork
import ScrollworkPlatform
import ScrollworkSDLBackend

/// The full resolution of a picture in a file, in tiles that are made in the background for the visible part.
///
/// The memory is bounded: one decoded picture, of at most 448 MB as for every picture that is decoded, and tiles of
/// 128 MB.
@MainActor
final class PictureDetail {
  /// The key of a tile: a square part of the picture at one level of resolution.
  struct Key: Hashable {
    /// The number of halvings of the picture's size.
    var level: Int
    var column: Int
    var row: Int
  }

  /// A part of the picture with a margin of one pixel, which interpolation at its edges needs.
  struct Tile {
    /// The pixels, followed by smaller copies for zooming out.
    var bitmaps: [Bitmap]
    /// The part without its margin, in pixels of the shown picture; `outer` is the part with it.
    var inner: PixelArea
    var outer: PixelArea
    fileprivate var lastUse: Int
    fileprivate var byteCount: Int { bitmaps.reduce(0) { $0 + $1.byteCount } }
  }

  /// Called when a tile was made, or decoding failed.
  var onChange: (() -> Void)?
  let path: String
  let turn: PictureTurn
  /// The size of the picture in pixels, after `turn`.
  let size: PixelSize
  /// Whether the picture is known to have no transparent pixels.
  private(set) var isOpaque = true
  private(set) var tiles: [Key: Tile] = [:]
  /// Whether work is in progress.
  var isBusy: Bool { isDecoding || !running.isEmpty }

  private var whole: WholePicture?
  private var isDecoding = false
  private var hasFailed = false
  /// The tiles that are requested and not made yet, in order of priority.
  private var wanted: [Key] = []
  private var running: Set<Key> = []
  private var uses = 0
  private let worker = DispatchQueue(label: "picture tiles", qos: .userInitiated)

  /// The side of a tile in its own pixels.
  nonisolated static let side = 512
  /// The number of smaller copies of a tile.
  nonisolated static let halvings = 3
  /// The largest number of bytes of all tiles. Visible tiles are kept even beyond it.
  private static let tileByteLimit = 128 << 20
  /// The largest length of a file that is read for its details, in bytes.
  private nonisolated static let fileLimit = 256 << 20
  /// The number of tiles that are made at a time.
  private static let width = 4

  init(path: String, size: PixelSize, turn: PictureTurn) {
    (self.path, self.turn) = (path, turn)
    self.size = turn.apply(to: size)
  }

  /// Returns the level of tiles for a magnification: the coarsest one that is magnified by at most 15 %.
  static func level(for magnification: Double) -> Int {
    var level = 0
    while level < 12, magnification * Double(2 << level) <= 1.15 { level += 1 }
    return level
  }

  /// Returns the tiles that cover a part of the picture, those in its middle first.
  func keys(covering area: PixelArea, level: Int) -> [Key] {
    let step = Self.side << level
    let columns = max(0, area.x / step)...max(0, min(size.width - 1, area.x + area.width - 1) / step)
    let rows = max(0, area.y / step)...max(0, min(size.height - 1, area.y + area.height - 1) / step)
    let middle = (x: (area.x + area.width / 2) / step, y: (area.y + area.height / 2) / step)
    let keys = rows.flatMap { row in columns.map { Key(level: level, column: $0, row: row) } }
    func distance(_ key: Key) -> Int { abs(key.column - middle.x) + abs(key.row - middle.y) }
    return keys.sorted { distance($0) < distance($1) }
  }

  /// Makes those of the tiles that are missing, in this order. Replaces previous requests.
  /// - Parameter pieces: The parts that are drawn, whose tiles are kept.
  func want(_ keys: [Key], showing pieces: [Piece]) {
    uses += 1
    for key in keys { tiles[key]?.lastUse = uses }
    for piece in pieces { tiles[piece.key]?.lastUse = uses }
    wanted = keys.filter { tiles[$0] == nil }
    workOn()
  }

  private func workOn() {
    guard !hasFailed, let level = wanted.first?.level else { return }
    guard let whole, whole.level <= level else { return decode(for: level) }
    for key in wanted where running.count < Self.width && !running.contains(key) && tiles[key] == nil {
      make(key, from: whole)
    }
  }

  /// Decodes the picture for tiles of a level, at a higher resolution than needed to allow some zooming in.
  private func decode(for level: Int) {
    guard !isDecoding else { return }
    isDecoding = true
    let (path, level) = (path, level >= 2 ? min(3, level - 1) : level)
    let former = whole.take()
    // Only one decoded picture may be in memory. To free hundreds of megabytes would take too long for a frame.
    worker.async { _ = former }
    worker.async {
      let result = Self.read(path, level)
      DispatchQueue.main.async { [weak self] in self?.finish(result) }
    }
  }

  private nonisolated static func read(_ path: String, _ level: Int, isPart: Bool = false) -> WholePicture? {
    guard let file = try? RandomAccessFile(path: path), let length = try? file.size, length <= fileLimit,
      let bytes = try? file.bytes(at: 0, count: length)
    else { return nil }
    return try? BitmapDecoder().wholePicture(bytes, level: level, isPart: isPart) { true }
  }

  /// Returns the readable part of a picture in a damaged file, reduced to about the size of `target`; `nil` if nothing
  /// is readable.
  nonisolated static func readPart(_ path: String, for target: PixelSize) -> Bitmap? {
    guard let whole = read(path, 0, isPart: true) else { return nil }
    var level = whole.level
    while level < 12,
      whole.size.width >> (level + 1) >= target.width || whole.size.height >> (level + 1) >= target.height
    {
      level += 1
    }
    let area = PixelArea(x: 0, y: 0, width: whole.size.width, height: whole.size.height)
    return whole.part(area, level: level, turn: .upright)
  }

  private func finish(_ result: WholePicture?) {
    isDecoding = false
    whole = result
    hasFailed = result == nil
    if let result { isOpaque = result.isOpaque }
    workOn()
    onChange?()
  }

  private func make(_ key: Key, from whole: WholePicture) {
    running.insert(key)
    let (inner, outer, turn) = (area(of: key, margin: 0), area(of: key, margin: 1), turn.orientation)
    worker.async {
      let bitmaps = whole.part(outer, level: key.level, turn: turn).halved(times: Self.halvings)
      DispatchQueue.main.async { [weak self] in self?.finish(key, bitmaps, inner, outer) }
    }
  }

  private func finish(_ key: Key, _ bitmaps: [Bitmap], _ inner: PixelArea, _ outer: PixelArea) {
    running.remove(key)
    tiles[key] = Tile(bitmaps: bitmaps, inner: inner, outer: outer, lastUse: uses)
    wanted.removeAll { $0 == key }
    dropOld()
    workOn()
    onChange?()
  }

  /// Removes the least recently used tiles while the limit is exceeded.
  private func dropOld() {
    var count = tiles.values.reduce(0) { $0 + $1.byteCount }
    guard count > Self.tileByteLimit else { return }
    for (key, tile) in tiles.sorted(by: { $0.value.lastUse < $1.value.lastUse })
    where count > Self.tileByteLimit && tile.lastUse < uses {
      count -= tile.byteCount
      tiles[key] = nil
    }
  }

  /// Returns the part of the picture that a tile covers, in pixels of the picture.
  /// - Parameter margin: The width of the margin in pixels of the tile.
  func area(of key: Key, margin: Int) -> PixelArea {
    let (step, margin) = (Self.side << key.level, margin << key.level)
    let (minX, minY) = (max(0, key.column * step - margin), max(0, key.row * step - margin))
    let maxX = min(size.width, (key.column + 1) * step + margin)
    let maxY = min(size.height, (key.row + 1) * step + margin)
    return PixelArea(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
  }
}
