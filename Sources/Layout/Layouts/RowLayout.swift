public import ScrollworkGeometry

/// Where the cells of a line stand if they do not fill it.
public enum LayoutJustification: Hashable, Sendable, CaseIterable {
  /// Next to each other at the beginning of the line, at its end, in its middle.
  case start, end, center
  /// What is left over lies between the cells; between them and, half as much, at both ends; in equal parts between them
  /// and at both ends.
  case spaceBetween, spaceAround, spaceEvenly

  /// Where the first cell starts and what lies between two, in a line that is longer than its cells need.
  func distribute<Length: LayoutLength>(
    total: Length, spacing: Length, count: Length, in available: Length
  ) -> (offset: Length, spacing: Length) {
    let gaps = count - 1
    guard count > 0, total + gaps * spacing < available else { return (0, spacing) }
    let left = available - total
    switch self {
    case .start: return (0, spacing)
    case .center: return ((left - gaps * spacing) / 2, spacing)
    case .end: return (left - gaps * spacing, spacing)
    case .spaceBetween: return (0, gaps > 0 ? left / gaps : spacing)
    case .spaceAround: return (left / count / 2, left / count)
    case .spaceEvenly: return (left / (count + 1), left / (count + 1))
    }
  }
}

/// What lengths are computed in: logical pixels across, whole subpixels down.
protocol LayoutLength: Comparable, ExpressibleByIntegerLiteral {
  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, b: Self) -> Self
  static func / (a: Self, b: Self) -> Self
}
extension Double: LayoutLength {}
extension Int64: LayoutLength {}

/// Where a cell stands across its line.
public enum LayoutItemAlignment: Hashable, Sendable, CaseIterable {
  /// At the upper edge of the line, at its lower one, in its middle.
  case start, end, center
  /// As tall as the line.
  case stretch

  func place(_ extent: Double, in line: Double) -> (offset: Double, extent: Double) {
    switch self {
    case .start: (0, extent)
    case .end: (line - extent, extent)
    case .center: ((line - extent) / 2, extent)
    case .stretch: (0, line)
    }
  }
}

/// All cells in one row; some of them may share the width that the others leave.
///
/// Those that share it are asked for their sizes in a room as wide as their share, the others in that of the whole row.
public struct RowLayout: HorizontalCollectionLayout {
  /// Identifiers of the cells that share what is left over.
  public var fillIdentifiers: Set<String>
  /// Between the cells, in logical pixels.
  public var spacing: Double
  /// How the cells share the room that they do not need.
  public var justifyContent: LayoutJustification
  /// How cells stand in a row that is taller.
  public var alignItems: LayoutItemAlignment
  /// Cells that share what is left over are made as wide as their share even if they ask for less.
  public var alwaysFillEmptySpaces: Bool

  /// All cells in one row; the spacing in logical pixels.
  public init(
    fillIdentifiers: Set<String> = [], spacing: Double = 0, justifyContent: LayoutJustification = .start,
    alignItems: LayoutItemAlignment = .start, alwaysFillEmptySpaces: Bool = true
  ) {
    self.fillIdentifiers = fillIdentifiers
    self.spacing = spacing
    self.justifyContent = justifyContent
    self.alignItems = alignItems
    self.alwaysFillEmptySpaces = alwaysFillEmptySpaces
  }

  /// Only where cells share what is left over all have to be looked at, because what they are called decides which do.
  public func arrange(_ items: LayoutItems) -> any LayoutArrangement {
    fillIdentifiers.isEmpty
      ? RowArrangement(layout: self, items: items) : ListedArrangement(layout: self, items: items)
  }

  public func frames(of items: LayoutItems) -> [Rect] {
    let sizes = sizes(of: items, gap: Subpixels.sane(spacing))
    let distribution = distribute(
      total: sizes.reduce(0) { $0 + $1.width }, count: sizes.count, in: items.container.width)
    var before = 0.0
    return sizes.enumerated().map { item, size in
      defer { before += size.width }
      return frame(of: size, item, before: before, distribution, in: items.container)
    }
  }

  /// Where the first cell starts and what lies between two.
  /// - Parameter total: What all cells need.
  func distribute(total: Double, count: Int, in width: Double) -> (offset: Double, spacing: Double) {
    justifyContent.distribute(total: total, spacing: Subpixels.sane(spacing), count: Double(count), in: width)
  }

  /// Where a cell of a size is, its edges on subpixels.
  /// - Parameter before: What the cells before it need.
  func frame(
    of size: Size, _ item: Int, before: Double, _ distribution: (offset: Double, spacing: Double), in container: Size
  ) -> Rect {
    let across = alignItems.place(Subpixels.pixels(Subpixels.nearest(size.height)), in: container.height)
    let x = distribution.offset + before + Double(item) * distribution.spacing
    func edge(_ value: Double) -> Double { Subpixels.pixels(Subpixels.nearestPosition(value)) }
    return Rect(
      x: edge(x), y: edge(across.offset), width: Subpixels.sane(size.width),
      height: Subpixels.pixels(Subpixels.nearest(across.extent)))
  }

  /// Those that fill the row are asked last: the room that they are asked in is their share of what the others leave.
  private func sizes(of items: LayoutItems, gap: Double) -> [Size] {
    var (sizes, fills) = ([Size](), [Int]())
    var left = items.container.width - gap * Double(max(0, items.count - 1))
    for item in 0..<items.count {
      if items.identifier(of: item).map(fillIdentifiers.contains) ?? false {
        fills.append(item)
        sizes.append(.zero)
      } else {
        sizes.append(Subpixels.nearest(items.size(of: item)))
        left -= sizes[item].width
      }
    }
    let share = Size(width: max(0, left) / Double(max(1, fills.count)), height: items.container.height)
    for item in fills {
      sizes[item] = items.size(of: item, in: share)
      if alwaysFillEmptySpaces { sizes[item].width = max(sizes[item].width, share.width) }
    }
    return sizes
  }
}
