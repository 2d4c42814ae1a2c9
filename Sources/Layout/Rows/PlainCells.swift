import ScrollworkGeometry

/// Computes the extent of the items in one of the library's own layouts, without placing them. This is possible if all
/// items have one size, declared or estimated, or if the program provides each size.
enum PlainCells {
  /// Returns the extent of the items in subpixels; nil if they must be placed to find it.
  /// - Parameters:
  ///   - count: The number of items, at least 1.
  ///   - room: The size available to the items, in logical pixels.
  static func extent(
    of count: Int, in content: SectionLayout.Content, room: Size, scale: Double
  ) -> Int64? {
    switch content {
    case .layout(let layout, let sizes):
      if let flow = layout.base as? FlowLayout { return extent(of: count, flow, sizes, room, scale) }
      if let waterfall = layout.base as? WaterfallLayout { return extent(of: count, waterfall, sizes, room) }
      if let row = layout.base as? RowLayout { return tallest(of: count, sizes, room, row.alignItems) }
      return layout.base is OverlayLayout ? tallest(of: count, sizes, room, .start) : nil
    case .group, .adaptiveGrid, .table: return nil
    }
  }

  /// Returns the common size of all items, declared or estimated; nil if the program provides each size. If there are
  /// more items than the program is asked for at once, the provided size of the first one stands for all.
  private static func size(of count: Int, _ sizes: LayoutItemSizes, _ room: Size) -> Size? {
    sizes.common(in: room) ?? (count > CellSizes.mostAskedAtOnce ? sizes.provided(0, in: room) : nil)
  }

  /// Returns whether `extent(of:in:room:scale:)` supports a layout.
  static func knows(_ layout: any CollectionLayout) -> Bool {
    layout is FlowLayout || layout is WaterfallLayout || layout is RowLayout || layout is OverlayLayout
  }

  /// Returns the extent of items that are all in one line, aligned within the height of the room.
  private static func tallest(
    of count: Int, _ sizes: LayoutItemSizes, _ room: Size, _ alignment: LayoutItemAlignment
  ) -> Int64? {
    func reach(_ size: Size) -> Int64 {
      let place = alignment.place(Subpixels.pixels(Subpixels.nearest(size.height)), in: room.height)
      return Subpixels.nearestPosition(place.offset) + Subpixels.nearest(place.extent)
    }
    if let size = size(of: count, sizes, room) { return max(0, reach(size)) }
    var tallest = Int64(0)
    for item in 0..<count {
      guard let size = sizes.provided(item, in: room) else { return nil }
      tallest = max(tallest, reach(size))
    }
    return tallest
  }

  /// Returns the extent of a flow layout's lines, which are filled with as many items as fit.
  private static func extent(
    of count: Int, _ flow: FlowLayout, _ sizes: LayoutItemSizes, _ room: Size, _ scale: Double
  ) -> Int64? {
    let (gap, lineGap) = (Subpixels.nearest(flow.interitemSpacing), Subpixels.nearest(flow.lineSpacing))
    let width = FlowLines.room(room.width, scale: scale)
    if let size = size(of: count, sizes, room) {
      let line = FlowLines.cellsPerLine(of: Subpixels.nearest(size.width), gap: gap, room: width)
      let lines = Int64((count - 1) / line + 1)
      return extent(ofLines: lines, flow, lines * Subpixels.nearest(size.height), lineGap, room)
    }
    var (used, height, done, lines) = (Int64(0), Int64(0), Int64(0), Int64(1))
    for item in 0..<count {
      guard let size = sizes.provided(item, in: room) else { return nil }
      let own = Subpixels.nearest(size.width)
      if item > 0, used + own > width {
        done += height
        lines += 1
        (used, height) = (0, 0)
      }
      used += own + gap
      height = max(height, Subpixels.nearest(size.height))
    }
    return extent(ofLines: lines, flow, done + height, lineGap, room)
  }

  /// Returns the extent of lines with their gaps, distributed as the flow layout declares.
  /// - Parameter total: The sum of the heights of the lines, without gaps, in subpixels.
  private static func extent(
    ofLines lines: Int64, _ flow: FlowLayout, _ total: Int64, _ gap: Int64, _ room: Size
  ) -> Int64 {
    var (offset, gap) = (Int64(0), gap)
    if flow.alignContent != .start {
      (offset, gap) = flow.alignContent.distribute(
        total: total, spacing: gap, count: lines, in: Subpixels.nearest(room.height))
    }
    return min(offset + total + (lines - 1) * gap, Subpixels.longestSection)
  }

  /// Returns the extent of a waterfall layout's columns. Each item goes to the shortest column, which is the next
  /// column in turn if all heights are equal.
  private static func extent(
    of count: Int, _ waterfall: WaterfallLayout, _ sizes: LayoutItemSizes, _ room: Size
  ) -> Int64? {
    let columns = WaterfallArrangement.Columns(waterfall, in: room.width)
    let room = Size(width: columns.width, height: room.height)
    if let size = size(of: count, sizes, room) {
      let height = max(1, Subpixels.nearest(size.height))
      return extent(ofRows: (count - 1) / columns.count + 1, height: height, gap: columns.spacing)
    }
    var levels = Array(repeating: Int64(0), count: min(count, columns.count))
    for item in 0..<count {
      guard let size = sizes.provided(item, in: room) else { return nil }
      levels[WaterfallArrangement.shortest(levels)] += Subpixels.nearest(size.height) + columns.spacing
    }
    return (levels.max() ?? 0) - columns.spacing
  }

  private static func extent(ofRows rows: Int, height: Int64, gap: Int64) -> Int64 {
    min(Int64(rows) * height + Int64(rows - 1) * gap, Subpixels.longestSection)
  }
}
