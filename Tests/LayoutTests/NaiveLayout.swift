import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// A section of the model: what is known of each cell.
struct NaiveSection {
  struct Cell: Equatable {
    var id: Int
    /// Measured height in 1/64 pixel.
    var measured: Int64?
  }

  var id: Int
  var layout: SectionLayout
  var cells: [Cell]
  var hasHeader: Bool
  var hasFooter: Bool
  var header: Int64?
  var footer: Int64?
  /// Taken for what is not measured, instead of the declared guess.
  var guess: Int64?

  var input: LayoutSolver.SectionInput {
    .init(layout: layout, itemCount: cells.count, hasHeader: hasHeader, hasFooter: hasFooter)
  }
}

/// Lays out every cell of every section by doing literally what the declaration says. Slow and obvious.
struct NaiveLayout {
  typealias Placed = (key: LayoutElement.Key, frame: Rect)

  let environment: LayoutEnvironment
  private(set) var natural: [Placed] = []
  private(set) var height: Int64 = 0
  /// The section of each element has these edges: start, end of the header, start of the footer.
  private var edges: [(headerEnd: Int64, footerStart: Int64)] = []
  private let sections: [NaiveSection]

  init(_ sections: [NaiveSection], _ environment: LayoutEnvironment, spacing: Double) {
    self.sections = sections
    self.environment = environment
    var y: Int64 = 0
    for (index, section) in sections.enumerated() {
      if index > 0 { y += units(spacing) }
      y = place(section, index, at: y)
    }
    height = y
  }

  /// All elements that meet `visible`, headers and footers kept in `viewport` where they are declared so.
  func elements(in visible: Rect, viewport: Rect) -> [Placed] {
    natural.map { (key: $0.key, frame: pinned($0, in: viewport)) }.filter {
      !$0.frame.isEmpty && $0.frame.intersects(visible)
    }
  }

  func units(_ length: Double) -> Int64 { Int64((max(0, length) * 64).rounded()) }

  private func pinned(_ element: Placed, in viewport: Rect) -> Rect {
    var frame = element.frame
    let (layout, edges) = (sections[element.key.section].layout, edges[element.key.section])
    if element.key.kind == .header, layout.header.pinToVisibleBounds {
      frame.origin.y = min(
        max(frame.minY, snap(viewport.minY)), max(frame.minY, snap(Double(edges.footerStart) / 64) - frame.height))
    }
    if element.key.kind == .footer, layout.footer.pinToVisibleBounds {
      frame.origin.y = max(
        min(frame.minY, snap(viewport.maxY) - frame.height), min(frame.minY, snap(Double(edges.headerEnd) / 64)))
    }
    return frame
  }

  private func snap(_ edge: Double) -> Double {
    (edge * environment.scale + 0.5).rounded(.down) / environment.scale
  }

  private mutating func add(_ key: LayoutElement.Key, _ x: Double, _ maxX: Double, _ y: Int64, _ maxY: Int64) {
    let width = environment.container.width
    let (left, right) = environment.isRightToLeft ? (width - max(x, maxX), width - x) : (x, max(x, maxX))
    natural.append(
      (
        key,
        Rect(
          minX: snap(left), minY: snap(Double(y) / 64), maxX: snap(right), maxY: snap(Double(max(y, maxY)) / 64))
      ))
  }

  /// - Returns: Where the section ends.
  private mutating func place(_ section: NaiveSection, _ index: Int, at start: Int64) -> Int64 {
    let insets = section.layout.contentInsets
    let container = Size(
      width: environment.container.width - environment.insets.horizontal, height: environment.container.height)
    let content = Size(
      width: max(0, container.width - insets.horizontal), height: max(0, container.height - insets.vertical))
    let leading = environment.insets.leading + insets.leading
    var y = start
    func boundary(_ declared: LayoutBoundary, _ measured: Int64?) -> (width: Double, height: Int64) {
      let room = Size(width: content.width, height: container.height)
      let height = declared.size.height.isEstimated ? measured : nil
      return (value(declared.size.width, in: room), height ?? units(value(declared.size.height, in: room)))
    }
    if section.hasHeader {
      let header = boundary(section.layout.header, section.header)
      add(.header(index), leading, leading + header.width, y, y + header.height)
      y += header.height
    }
    let headerEnd = y
    y += units(insets.top)
    var instance = NaiveInstance(section: section, scale: environment.scale)
    let group = instance.group(of: section.layout, width: content.width)
    var isFirst = true
    while instance.next < section.cells.count {
      if !isFirst { y += units(section.layout.interGroupSpacing) }
      isFirst = false
      instance.placed = []
      let extent = instance.place(.group(group), in: content, forced: nil, at: (leading, y))
      for cell in instance.placed {
        add(.init(kind: .item, section: index, item: cell.item), cell.minX, cell.maxX, cell.minY, cell.maxY)
      }
      y += extent
    }
    y += units(insets.bottom)
    edges.append((headerEnd, y))
    if section.hasFooter {
      let footer = boundary(section.layout.footer, section.footer)
      add(.footer(index), leading, leading + footer.width, y, y + footer.height)
      y += footer.height
    }
    return y
  }
}

func value(_ dimension: LayoutDimension, in content: Size) -> Double {
  switch dimension {
  case .fractionalWidth(let fraction): fraction * content.width
  case .fractionalHeight(let fraction): fraction * content.height
  case .absolute(let length): length
  case .estimated(let guess): max(1, guess)
  }
}
