import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// The measured size of a boundary supplementary, in subpixels.
struct NaiveEdgeSize {
  var cross: Int64
  var main: Int64
}

/// A section of the model, with the measured sizes of its cells.
struct NaiveSection {
  struct Cell: Equatable {
    var id: Int
    /// The measured width and height in 1/64 pixel.
    var measured: (width: Int64, height: Int64)?
    /// The measured sizes of the cell's badges by their numbers: widths and heights in 1/64 pixel.
    var badges: [Int32: (width: Int64, height: Int64)] = [:]

    static func == (a: Cell, b: Cell) -> Bool { a.id == b.id }
  }

  var id: Int
  var layout: SectionLayout
  var cells: [Cell]
  var hasHeader: Bool
  var hasFooter: Bool
  /// The measured sizes of the boundary supplementaries.
  var boundaries: [LayoutKind: NaiveEdgeSize] = [:]
  /// The estimate of a cell's extent, in 1/64 pixel, that replaced the declared one; nil if the declared one is in use.
  var guess: Int64?
  /// The scroll offset on the cross axis.
  var offset = 0.0

  /// The layouts between which the section's provider chooses by the environment, if it has one. `layout` is the
  /// current choice.
  var answers: [SectionLayout] = []

  var provider: SectionProvider? {
    guard !answers.isEmpty else { return nil }
    let answers = answers
    return SectionProvider(key: id) { context in answers[Self.answer(to: context.environment) % answers.count] }
  }

  /// Returns the index of the layout for an environment.
  private static func answer(to environment: LayoutEnvironment) -> Int {
    (environment.container.width > 300 ? 1 : 0) + (environment.scale > 1.2 ? 2 : 0)
  }

  /// Updates the layout to the one for an environment, if the section has a provider.
  mutating func follow(_ environment: LayoutEnvironment) {
    guard !answers.isEmpty else { return }
    layout = answers[Self.answer(to: environment) % answers.count]
  }

  var input: LayoutSolver.SectionInput {
    .init(
      layout: answers.isEmpty ? layout : .list(rowHeight: 7), provider: provider, itemCount: cells.count,
      hasHeader: hasHeader, hasFooter: hasFooter)
  }

  /// Whether the layout is a waterfall, or one of the provider's layouts is.
  var isWaterfall: Bool {
    ([layout] + answers).contains {
      if case .layout(let layout, _) = $0.content { layout.base is WaterfallLayout } else { false }
    }
  }

  /// Shortens a waterfall to 64 items, so that each change places all of them again. In a longer waterfall, columns may
  /// have gaps.
  mutating func shortenWaterfall() {
    if isWaterfall, cells.count > 64 { cells.removeSubrange(64...) }
  }

  func has(_ item: LayoutBoundaryItem) -> Bool {
    item.kind == .header ? hasHeader : item.kind == .footer ? hasFooter : true
  }
}

/// A model that places every cell of every section by following the declaration literally. It is slow and simple.
struct NaiveLayout {
  struct Placed {
    var key: LayoutElement.Key
    var cross: ClosedRange<Double>
    var main: ClosedRange<Int64>
    var z: Int
    /// The scroll offset of the section that contains the element.
    var offset = 0.0
    /// The edge to which the element is pinned: -1 for the start, 1 for the end, 0 for none. It is not moved beyond
    /// `limit`.
    var pin = 0
    var limit: Int64 = 0
  }

  let environment: LayoutEnvironment
  let configuration: LayoutConfiguration
  /// Returns the solver's frame of an element; the model takes the columns of waterfalls from it.
  let solved: (LayoutElement.Key) -> Rect?
  private(set) var natural: [Placed] = []
  private(set) var extent: Int64 = 0

  var axis: Axis { configuration.scrollDirection }

  init(
    _ sections: [NaiveSection], _ environment: LayoutEnvironment, _ configuration: LayoutConfiguration,
    globals: [LayoutKind: NaiveEdgeSize] = [:], solved: @escaping (LayoutElement.Key) -> Rect? = { _ in nil }
  ) {
    self.environment = environment
    self.configuration = configuration
    self.solved = solved
    let edges = globalEdges(globals)
    let header = edges.filter { $0.item.extendsBoundary && $0.edge < 0 }.map(\.extent).max() ?? 0
    let around = sides(environment.insets, along: axis)
    let start = units(around.start)
    var y = start + header
    for (index, section) in sections.enumerated() {
      if index > 0 { y += units(configuration.interSectionSpacing) }
      y = place(section, index, at: y)
    }
    let end = y + (edges.filter { $0.item.extendsBoundary && $0.edge > 0 }.map(\.extent).max() ?? 0)
    extent = end + units(around.end)
    for (slot, edge) in edges.enumerated() {
      place(
        edge, key: .init(kind: .listBoundary, section: -1, slot: Int32(slot)), from: start, start + header, y, end)
    }
  }

  /// Returns the list boundaries.
  private func globalEdges(_ measured: [LayoutKind: NaiveEdgeSize]) -> [Edge] {
    let around = reference(.automatic)
    var room = environment.container
    room[axis.cross] = max(0, room[axis.cross] - around.start - around.end)
    return configuration.boundaryItems.map { boundary($0, measured, around.start, room) }
  }

  /// The extents at both ends of the viewport that pinned list boundaries cover.
  private var covered: (start: Double, end: Double) {
    let pinned = natural.filter { $0.key.kind == .listBoundary }
    return (
      pinned.filter { $0.pin < 0 }.map { frame($0).size[axis] }.max() ?? 0,
      pinned.filter { $0.pin > 0 }.map { frame($0).size[axis] }.max() ?? 0
    )
  }

  func units(_ length: Double) -> Int64 { Int64((max(0, length) * 64).rounded()) }

  /// Returns all elements that intersect `visible`; pinned ones have their frames for `viewport`.
  func elements(in visible: Rect, viewport: Rect) -> [(key: LayoutElement.Key, frame: Rect, natural: Rect, z: Int)] {
    natural.map { placed in
      var scrolled = placed
      scrolled.cross = placed.cross.lowerBound - placed.offset...placed.cross.upperBound - placed.offset
      return (placed.key, pinned(scrolled, in: viewport), frame(placed), placed.z)
    }
    .filter { !$0.frame.isEmpty && $0.frame.intersects(visible) }
  }

  /// Returns the frame of an element without pinning, at the scroll offset of its section.
  func presented(_ placed: Placed) -> Rect {
    var scrolled = placed
    scrolled.cross = placed.cross.lowerBound - placed.offset...placed.cross.upperBound - placed.offset
    return frame(scrolled)
  }

  private func pinned(_ placed: Placed, in viewport: Rect) -> Rect {
    var frame = frame(placed)
    guard placed.pin != 0 else { return frame }
    let runsBackwards = axis == .horizontal && environment.isRightToLeft
    let length = frame.size[axis]
    let isGlobal = placed.key.kind == .listBoundary
    // Nothing pushes list boundaries off.
    let limit = isGlobal ? -Double(placed.pin) * 1e9 : Double(placed.limit) / 64
    let covered = isGlobal ? (start: 0, end: 0) : covered
    let around = sides(environment.insets, along: axis)
    if runsBackwards {
      let (low, high) = (-snap(-snap(viewport.minX) - around.end), -snap(around.start - snap(viewport.maxX)))
      var end = frame.maxX
      if placed.pin < 0 {
        end = max(min(end, high - covered.start), min(end, snap(mirror - limit) + length))
      } else {
        end = min(max(end, low + covered.end + length), max(end, snap(mirror - limit)))
      }
      frame.origin.x = end == frame.maxX ? frame.minX : end - length
      return frame
    }
    let (low, high) = (
      snap(snap(viewport.lower(axis)) + around.start), snap(snap(viewport.upper(axis)) - around.end)
    )
    var y = frame.lower(axis)
    if placed.pin < 0 {
      y = min(max(y, low + covered.start), max(y, snap(limit) - length))
    } else {
      y = max(min(y, high - covered.end - length), min(y, snap(limit)))
    }
    frame.origin[axis] = y
    return frame
  }

  private var mirror: Double {
    axis == .vertical ? environment.container.width : max(environment.container.width, Double(extent) / 64)
  }

  func snap(_ edge: Double) -> Double { (edge * environment.scale + 0.500_001).rounded(.down) / environment.scale }

  private func frame(_ placed: Placed) -> Rect {
    let main = (Double(placed.main.lowerBound) / 64, Double(placed.main.upperBound) / 64)
    let cross = (placed.cross.lowerBound, placed.cross.upperBound)
    var (x, y) = axis == .vertical ? (cross, main) : (main, cross)
    if environment.isRightToLeft { x = (mirror - x.1, mirror - x.0) }
    y = (snap(y.0), snap(y.1))
    return Rect(minX: snap(x.0), minY: y.0, maxX: snap(x.1), maxY: y.1)
  }

  /// Returns the insets at the two ends of an axis.
  func sides(_ insets: Insets, along axis: Axis) -> (start: Double, end: Double) {
    axis == .vertical ? (insets.top, insets.bottom) : (insets.leading, insets.trailing)
  }

  private func reference(_ reference: ContentInsetsReference) -> (start: Double, end: Double) {
    let safe = sides(environment.insets, along: axis.cross)
    let width = environment.container[axis.cross] - safe.start - safe.end
    switch reference == .automatic ? configuration.contentInsetsReference : reference {
    case .automatic, .safeArea: return safe
    case .none: return (0, 0)
    case .layoutMargins: return (safe.start + 16, safe.end + 16)
    case .readableContent:
      let aside = max(0, (width - 672) / 2)
      return (safe.start + aside, safe.end + aside)
    }
  }

  /// Places the elements of a section.
  /// - Returns: The end of the section.
  private mutating func place(_ section: NaiveSection, _ index: Int, at start: Int64) -> Int64 {
    let layout = section.layout
    let around = reference(layout.contentInsetsReference)
    let (across, along) = (
      sides(layout.contentInsets, along: axis.cross), sides(layout.contentInsets, along: axis)
    )
    var container = environment.container
    container[axis.cross] = max(0, container[axis.cross] - around.start - around.end)
    var content = container
    content[axis.cross] = max(0, content[axis.cross] - across.start - across.end)
    content[axis] = max(0, content[axis] - along.start - along.end)
    var (left, room) = (around.start + across.start, container)
    room[axis.cross] = content[axis.cross]
    if layout.supplementaryContentInsetsReference != .automatic {
      let other = reference(layout.supplementaryContentInsetsReference)
      left = other.start
      room[axis.cross] = max(0, environment.container[axis.cross] - other.start - other.end)
    }
    let edges = layout.boundaryItems.filter { section.has($0) }.map { boundary($0, section.boundaries, left, room) }
    let header = edges.filter { $0.item.extendsBoundary && $0.edge < 0 }.map(\.extent).max() ?? 0
    let footer = edges.filter { $0.item.extendsBoundary && $0.edge > 0 }.map(\.extent).max() ?? 0
    let from = natural.count
    let bodyStart = start + header + units(along.start)
    let body = placeCells(section, index, at: (around.start + across.start, bodyStart), in: content)
    let contentEnd = bodyStart + body + units(along.end)
    let end = contentEnd + footer
    for edge in edges {
      let slot = layout.boundaryItems.firstIndex { $0.kind == edge.item.kind } ?? 0
      let key: LayoutElement.Key =
        edge.item.kind == .header
        ? .header(index)
        : edge.item.kind == .footer
          ? .footer(index) : .init(kind: .boundary, section: index, slot: Int32(slot))
      place(edge, key: key, from: start, start + header, contentEnd, end)
    }
    let least = layout.decorations.isEmpty ? Int.min : 1
    for position in from..<natural.count { natural[position].z = max(natural[position].z, least) }
    for (number, decoration) in layout.decorations.enumerated() {
      let (aside, inside) = (
        sides(decoration.contentInsets, along: axis.cross), sides(decoration.contentInsets, along: axis)
      )
      let (low, top) = (aside.start, start + units(inside.start))
      natural.append(
        Placed(
          key: .init(kind: .decoration, section: index, slot: Int32(number)),
          cross: low...max(low, environment.container[axis.cross] - aside.end),
          main: top...max(top, end - units(inside.end)), z: decoration.zIndex))
    }
    return end
  }

  private typealias Edge = (
    item: LayoutBoundaryItem, edge: Int, cross: ClosedRange<Double>, extent: Int64, offset: Int64
  )

  private func boundary(
    _ item: LayoutBoundaryItem, _ boundaries: [LayoutKind: NaiveEdgeSize], _ left: Double, _ room: Size
  ) -> Edge {
    let (cross, main) = axis == .vertical ? (item.size.width, item.size.height) : (item.size.height, item.size.width)
    let own = cross.isEstimated ? boundaries[item.kind].map { Double($0.cross) / 64 } : nil
    let breadth = own ?? value(cross, in: room)
    let measured = main.isEstimated ? boundaries[item.kind]?.main : nil
    let (vertical, horizontal) = item.alignment.places
    let (edge, side) = axis == .vertical ? (vertical, horizontal) : (horizontal, vertical)
    let x = left + Double(side + 1) / 2 * (room[axis.cross] - breadth) + item.absoluteOffset[axis.cross]
    return (
      item, edge, x...x + breadth, measured ?? units(value(main, in: room)),
      Int64((item.absoluteOffset[axis] * 64).rounded())
    )
  }

  private mutating func place(
    _ edge: Edge, key: LayoutElement.Key, from start: Int64, _ headerEnd: Int64, _ contentEnd: Int64, _ end: Int64
  ) {
    var y = start + (end - start - edge.extent) / 2
    if edge.edge < 0 { y = edge.item.extendsBoundary ? start : headerEnd }
    if edge.edge > 0 { y = edge.item.extendsBoundary ? contentEnd : contentEnd - edge.extent }
    y += edge.offset
    natural.append(
      Placed(
        key: key, cross: edge.cross, main: y...y + edge.extent, z: edge.item.zIndex,
        pin: edge.item.pinToVisibleBounds ? edge.edge : 0, limit: edge.edge < 0 ? contentEnd : headerEnd))
  }

  mutating func add(_ placed: Placed) { natural.append(placed) }
}

extension LayoutAlignment {
  /// The alignment on each axis as a number: -1 for the start, 0 for the centre, 1 for the end.
  var places: (vertical: Int, horizontal: Int) {
    switch self {
    case .topLeading: (-1, -1)
    case .top: (-1, 0)
    case .topTrailing: (-1, 1)
    case .leading: (0, -1)
    case .none: (0, 0)
    case .trailing: (0, 1)
    case .bottomLeading: (1, -1)
    case .bottom: (1, 0)
    case .bottomTrailing: (1, 1)
    }
  }
}
