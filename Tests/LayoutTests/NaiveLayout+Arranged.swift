import ScrollworkGeometry
import ScrollworkLayout

extension NaiveLayout {
  /// Places the items of a section whose layout is a flow or a waterfall, and returns their extent.
  mutating func placeArranged(
    _ section: NaiveSection, _ index: Int, at origin: (cross: Double, main: Int64), in content: Size
  ) -> Int64 {
    guard case .layout(let layout, _) = section.layout.content else { return 0 }
    let turned = axis == .horizontal
    let room = turned ? Size(width: content.height, height: content.width) : content
    let naive = NaiveArranged(content: room, scale: environment.scale, isTurned: turned)
    let frames: [NaiveArranged.Cell]
    if let flow = layout.base as? FlowLayout {
      frames = naive.flow(flow, section)
    } else if let waterfall = layout.base as? WaterfallLayout {
      let starts = section.cells.indices.map { item in
        solved(.init(kind: .item, section: index, item: item)).map { crossStart(of: $0) - origin.cross }
      }
      frames = naive.waterfall(waterfall, section, starts: starts)
    } else {
      return 0
    }
    for (item, cell) in frames.enumerated() {
      add(
        Placed(
          key: .init(kind: .item, section: index, item: item),
          cross: origin.cross + cell.x...origin.cross + (cell.x + cell.width),
          main: origin.main + cell.y...origin.main + cell.y + cell.height, z: 0))
    }
    return frames.map { $0.lineEnd }.max() ?? 0
  }

  /// Returns the leading edge of a frame on the cross axis, without the mirroring of a right-to-left list.
  private func crossStart(of frame: Rect) -> Double {
    axis == .vertical && environment.isRightToLeft
      ? environment.container.width - frame.maxX : frame.lower(axis.cross)
  }
}

/// A model of flow and waterfall layouts that places items one by one from the first.
struct NaiveArranged {
  struct Cell {
    var x: Double
    var y: Int64
    var width: Double
    var height: Int64
    /// The end of the line; in a waterfall, the end of the item.
    var lineEnd: Int64
  }

  static let guess = (width: 50.0, height: 30.0)

  let content: Size
  let scale: Double
  /// Whether everything is computed with swapped axes.
  let isTurned: Bool

  /// Returns the width and the height of an item, with swapped axes if `isTurned` is true.
  private func size(_ cell: NaiveSection.Cell) -> (Int64, Int64) {
    let (width, height) = cell.measured ?? (units(Self.guess.width), units(Self.guess.height))
    return isTurned ? (height, width) : (width, height)
  }

  private func units(_ length: Double) -> Int64 { Int64((length * 64).rounded()) }

  func flow(_ layout: FlowLayout, _ section: NaiveSection) -> [Cell] {
    let sizes = section.cells.map(size)
    let room = units(content.width) + Int64(64 / scale / 2)
    var lines: [[Int]] = []
    var used: Int64 = 0
    for (item, size) in sizes.enumerated() {
      if let last = lines.last, !last.isEmpty, used + size.0 <= room {
        lines[lines.count - 1].append(item)
        used += size.0 + units(layout.interitemSpacing)
      } else {
        lines.append([item])
        used = size.0 + units(layout.interitemSpacing)
      }
    }
    var cells: [Cell] = []
    var y: Int64 = 0
    for line in lines {
      let height = line.map { sizes[$0].1 }.max() ?? 0
      let total = line.reduce(0) { $0 + sizes[$1].0 }
      var (x, gap) = share(layout, total: Double(total) / 64, count: Double(line.count))
      for item in line {
        let width = Double(sizes[item].0) / 64
        let (shift, tall) = align(layout.alignItems, Double(sizes[item].1) / 64, Double(height) / 64)
        let top = Double(y) / 64 + shift
        cells.append(
          Cell(
            x: x, y: units(top), width: width, height: units(top + tall) - units(top), lineEnd: y + height))
        x += width + gap
      }
      y += height + units(layout.lineSpacing)
    }
    return cells
  }

  private func share(_ layout: FlowLayout, total: Double, count: Double) -> (Double, Double) {
    let least = layout.interitemSpacing
    guard total + (count - 1) * least < content.width else { return (0, least) }
    let left = content.width - total
    switch layout.justifyContent {
    case .start: return (0, least)
    case .center: return ((left - (count - 1) * least) / 2, least)
    case .end: return (left - (count - 1) * least, least)
    case .spaceBetween: return (0, count > 1 ? left / (count - 1) : least)
    case .spaceAround: return (left / count / 2, left / count)
    case .spaceEvenly: return (left / (count + 1), left / (count + 1))
    }
  }

  private func align(_ alignment: LayoutItemAlignment, _ own: Double, _ line: Double) -> (Double, Double) {
    switch alignment {
    case .start: (0, own)
    case .end: (line - own, own)
    case .center: ((line - own) / 2, own)
    case .stretch: (0, line)
    }
  }

  /// Returns the items of a waterfall. The column of each item comes from the solver; ``WaterfallModel`` checks the
  /// columns.
  /// - Parameter starts: The leading edge of each item, up to a device pixel; nil for an item that goes to the shortest
  ///   column.
  func waterfall(_ layout: WaterfallLayout, _ section: NaiveSection, starts: [Double?]) -> [Cell] {
    let width = max(0, (content.width - Double(layout.columns - 1) * layout.spacing) / Double(layout.columns))
    var ends = Array(repeating: Int64(0), count: layout.columns)
    return zip(section.cells, starts).map { cell, start in
      let height = size(cell).1
      let starts = ends.indices.map { Double($0) * (width + layout.spacing) }
      let column =
        ends.indices.min { a, b in
          guard let start else { return ends[a] < ends[b] }
          return abs(starts[a] - start) < abs(starts[b] - start)
        } ?? 0
      let y = ends[column]
      ends[column] += height + units(layout.spacing)
      return Cell(x: starts[column], y: y, width: width, height: height, lineEnd: y + height)
    }
  }
}
