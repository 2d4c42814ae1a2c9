import ScrollworkGeometry
import ScrollworkLayout

/// A layout inside layout modifiers, and a model of its frames that follows the declarations literally.
indirect enum NaiveTree {
  case flow(FlowLayout)
  case row(RowLayout)
  case waterfall(WaterfallLayout)
  case overlay
  case closure
  case indexed
  case inset(NaiveTree, Insets)
  case transposed(NaiveTree)
  case visibleFrame(NaiveTree, Insets)
  case sticky(NaiveTree, every: Int)

  /// The items, in the coordinates of one layout or modifier.
  struct Cells {
    /// The declared size, and the measured size of each item on intrinsic axes.
    var size: LayoutSize
    var measured: [Size?]
    var room: Size
    /// Whether the axes are swapped, so that `room` limits the layout on its vertical axis.
    var isTransposed = false
    /// The frames of an arrangement, from which the model takes the columns of a waterfall. If empty, each item goes to
    /// the shortest column.
    var solved: [Rect] = []

    func size(_ item: Int, in room: Size) -> Size {
      let declared = Size(width: value(size.width, in: room), height: value(size.height, in: room))
      guard let measured = measured[item] else { return declared }
      return Size(
        width: size.width.isEstimated ? measured.width : declared.width,
        height: size.height.isEstimated ? measured.height : declared.height)
    }

    /// Returns the size of an item in whole subpixels.
    func roundedSize(_ item: Int) -> Size {
      let size = size(item, in: room)
      return Size(width: (size.width * 64).rounded() / 64, height: (size.height * 64).rounded() / 64)
    }

    var swapped: Cells {
      func swap(_ dimension: LayoutDimension) -> LayoutDimension {
        switch dimension {
        case .fractionalWidth(let part): .fractionalHeight(part)
        case .fractionalHeight(let part): .fractionalWidth(part)
        default: dimension
        }
      }
      return Cells(
        size: LayoutSize(width: swap(size.height), height: swap(size.width)), measured: measured.map { $0?.swapped },
        room: room.swapped,
        isTransposed: !isTransposed, solved: solved.map(\.swappedAxes))
    }

    /// Returns the same items in a container that is smaller by an inset at each edge.
    func inset(by insets: Insets) -> Cells {
      var inner = self
      inner.room = Size(
        width: max(0, room.width - insets.leading - insets.trailing),
        height: max(0, room.height - insets.top - insets.bottom))
      inner.solved = solved.map { $0.moved(-insets.leading, -insets.top) }
      return inner
    }
  }

  static func closureFrame(_ item: Int, _ room: Size) -> Rect {
    Rect(
      x: Double(item * 37 % 11) / 11 * room.width, y: Double(item * 17 % 230), width: room.width / 4,
      height: Double(item * 7 % 40))
  }

  static func indexedFrame(_ item: Int, _ room: Size) -> Rect {
    Rect(x: 3, y: Double(item) * 10, width: room.width / 2, height: 8)
  }

  var layout: AnyCollectionLayout {
    switch self {
    case .flow(let flow): AnyCollectionLayout(flow)
    case .row(let row): AnyCollectionLayout(row)
    case .waterfall(let waterfall): AnyCollectionLayout(waterfall)
    case .overlay: AnyCollectionLayout(OverlayLayout())
    case .closure: AnyCollectionLayout(ClosureLayout(key: 0, frame: Self.closureFrame))
    case .indexed:
      AnyCollectionLayout(
        IndexedLayout(
          key: 0, size: { count, room in Size(width: room.width, height: Double(count) * 10) },
          frame: Self.indexedFrame,
          items: { rect, count, _ in
            let from = max(0, min(count, Int(rect.minY / 10) - 1))
            return from..<max(from, min(count, Int(rect.maxY / 10) + 1))
          }))
    case .inset(let base, let insets): AnyCollectionLayout(base.layout.inset(by: insets))
    case .transposed(let base): AnyCollectionLayout(base.layout.transposed())
    case .visibleFrame(let base, let insets): AnyCollectionLayout(base.layout.insetVisibleFrame(by: insets))
    case .sticky(let base, let every): AnyCollectionLayout(base.layout.sticky(key: every) { $0 % every == 0 })
    }
  }

  /// Whether frames tell in which column of a waterfall each item is. They do not if the columns have no width.
  func tellsColumns(_ cells: Cells) -> Bool {
    switch self {
    case .waterfall(let waterfall): waterfall.columns == 1 || waterfall.spacing > 0 || cells.room.width > 0
    case .inset(let base, let insets): base.tellsColumns(cells.inset(by: insets))
    case .transposed(let base): base.tellsColumns(cells.swapped)
    case .visibleFrame(let base, _), .sticky(let base, _): base.tellsColumns(cells)
    default: true
    }
  }

  /// Returns the frame of every item, and the size of the content.
  func place(_ cells: Cells) -> (frames: [Rect], size: Size) {
    let items = cells.measured.indices
    switch self {
    case .flow(let flow): return place(flow, cells)
    case .row(let row): return union(place(row, cells))
    case .waterfall(let waterfall): return place(waterfall, cells)
    case .overlay: return union(items.map { Rect(origin: .zero, size: cells.roundedSize($0)) })
    case .closure: return union(items.map { Self.closureFrame($0, cells.room) })
    case .indexed:
      return (
        items.map { Self.indexedFrame($0, cells.room) },
        Size(width: cells.room.width, height: Double(items.count) * 10)
      )
    case .inset(let base, let insets):
      let (frames, size) = base.place(cells.inset(by: insets))
      return (
        frames.map { $0.moved(insets.leading, insets.top) },
        Size(width: size.width + insets.leading + insets.trailing, height: size.height + insets.top + insets.bottom)
      )
    case .transposed(let base):
      let (frames, size) = base.place(cells.swapped)
      return (frames.map(\.swappedAxes), size.swapped)
    case .visibleFrame(let base, _), .sticky(let base, _): return base.place(cells)
    }
  }

  private func union(_ frames: [Rect]) -> (frames: [Rect], size: Size) {
    (frames, Size(width: frames.map(\.maxX).max() ?? 0, height: frames.map(\.maxY).max() ?? 0))
  }

  private func place(_ flow: FlowLayout, _ cells: Cells) -> (frames: [Rect], size: Size) {
    let known = cells.measured.indices.map { item -> NaiveSection.Cell in
      let size = cells.size(item, in: cells.room)
      return .init(id: item, measured: (Int64((size.width * 64).rounded()), Int64((size.height * 64).rounded())))
    }
    let section = NaiveSection(id: 0, layout: .vertical(), cells: known, hasHeader: false, hasFooter: false)
    let placed = NaiveArranged(content: cells.room, scale: 1, isTurned: false).flow(flow, section)
    let width = placed.reduce(cells.room.width) { max($0, $1.width) }
    return (
      placed.map { Rect(x: $0.x, y: Double($0.y) / 64, width: $0.width, height: Double($0.height) / 64) },
      placed.isEmpty ? .zero : Size(width: width, height: Double(placed.map(\.lineEnd).max() ?? 0) / 64)
    )
  }

  private func fill(_ waterfall: WaterfallLayout, _ cells: Cells) -> [NaiveArranged.Cell] {
    let gaps = Double(waterfall.columns - 1) * waterfall.spacing
    let column = Size(width: max(0, cells.room.width - gaps) / Double(waterfall.columns), height: cells.room.height)
    let known = cells.measured.indices.map { item -> NaiveSection.Cell in
      // An unmeasured item counts as at least one subpixel tall, so that columns are filled in turn.
      let height = max(
        cells.measured[item] == nil || !cells.size.height.isEstimated ? 1 : 0,
        Int64((cells.size(item, in: column).height * 64).rounded()))
      return .init(id: item, measured: (0, height))
    }
    let section = NaiveSection(id: 0, layout: .vertical(), cells: known, hasHeader: false, hasFooter: false)
    let starts = cells.measured.indices.map { item in item < cells.solved.count ? cells.solved[item].minX : nil }
    return NaiveArranged(content: cells.room, scale: 1, isTurned: false).waterfall(waterfall, section, starts: starts)
  }

  private func place(_ waterfall: WaterfallLayout, _ cells: Cells) -> (frames: [Rect], size: Size) {
    let placed = fill(waterfall, cells)
    return (
      placed.map { Rect(x: $0.x, y: Double($0.y) / 64, width: $0.width, height: Double($0.height) / 64) },
      placed.isEmpty
        ? .zero
        : Size(
          width: max(cells.room.width, Double(waterfall.columns - 1) * waterfall.spacing),
          height: Double(placed.map(\.lineEnd).max() ?? 0) / 64)
    )
  }

  private func place(_ row: RowLayout, _ cells: Cells) -> [Rect] {
    let items = cells.measured.indices
    let fills = items.filter { row.fillIdentifiers.contains("\($0)") }
    let gaps = row.spacing * Double(max(0, items.count - 1))
    let fixed = items.filter { !fills.contains($0) }.reduce(0) { $0 + cells.roundedSize($1).width }
    let share = max(0, cells.room.width - gaps - fixed) / Double(max(1, fills.count))
    let sizes = items.map { item -> Size in
      guard fills.contains(item) else { return cells.roundedSize(item) }
      var size = cells.size(item, in: Size(width: share, height: cells.room.height))
      if row.alwaysFillEmptySpaces { size.width = max(size.width, share) }
      return size
    }
    let (left, count) = (cells.room.width - sizes.reduce(0) { $0 + $1.width }, Double(items.count))
    var (x, gap) = (0.0, row.spacing)
    if left > gaps {
      switch row.justifyContent {
      case .start: break
      case .center: x = (left - gaps) / 2
      case .end: x = left - gaps
      case .spaceBetween: gap = count > 1 ? left / (count - 1) : gap
      case .spaceAround: (x, gap) = (left / count / 2, left / count)
      case .spaceEvenly: (x, gap) = (left / (count + 1), left / (count + 1))
      }
    }
    let extent = cells.isTransposed ? cells.room.height : sizes.map(\.height).max() ?? 0
    return sizes.map { size in
      defer { x += size.width + gap }
      switch row.alignItems {
      case .start: return Rect(x: x, y: 0, width: size.width, height: size.height)
      case .end: return Rect(x: x, y: extent - size.height, width: size.width, height: size.height)
      case .center:
        return Rect(x: x, y: (extent - size.height) / 2, width: size.width, height: size.height)
      case .stretch: return Rect(x: x, y: 0, width: size.width, height: extent)
      }
    }
  }

  /// Returns the query rect that the innermost layout receives for `rect`, in the coordinates of this layout.
  func asked(_ rect: Rect) -> Rect {
    switch self {
    case .flow, .row, .waterfall, .overlay, .closure, .indexed: return rect
    case .inset(let base, let insets):
      return base.asked(rect.moved(-insets.leading, -insets.top)).moved(insets.leading, insets.top)
    case .transposed(let base): return base.asked(rect.swappedAxes).swappedAxes
    case .visibleFrame(let base, let insets): return base.asked(rect.inset(by: insets))
    case .sticky(let base, _): return base.asked(rect)
    }
  }

  /// Returns the frames of pinned items.
  func pinned(_ cells: Cells, in viewport: Rect) -> [(item: Int, frame: Rect)] {
    switch self {
    case .flow, .row, .waterfall, .overlay, .closure, .indexed: return []
    case .inset(let base, let insets):
      return base.pinned(cells.inset(by: insets), in: viewport.moved(-insets.leading, -insets.top))
        .map { ($0.item, $0.frame.moved(insets.leading, insets.top)) }
    case .transposed(let base):
      return base.pinned(cells.swapped, in: viewport.swappedAxes).map { ($0.item, $0.frame.swappedAxes) }
    case .visibleFrame(let base, _): return base.pinned(cells, in: viewport)
    case .sticky(let base, let every):
      let frames = base.place(cells).frames
      let sticky = frames.indices.filter { $0 % every == 0 }
      var result = base.pinned(cells, in: viewport)
      guard let last = sticky.last(where: { frames[$0].minY < viewport.minY }) else { return result }
      let next = sticky.first { frames[$0].minY >= viewport.minY }
      var frame = frames[last]
      frame.origin.y = min(viewport.minY, (next.map { frames[$0].minY } ?? viewport.maxY) - frame.height)
      result.append((last, frame))
      return result
    }
  }
}

extension Size {
  fileprivate var swapped: Size { Size(width: height, height: width) }
}

extension Rect {
  fileprivate var swappedAxes: Rect { Rect(x: minY, y: minX, width: height, height: width) }
  fileprivate func moved(_ x: Double, _ y: Double) -> Rect {
    Rect(x: minX + x, y: minY + y, width: width, height: height)
  }
}
