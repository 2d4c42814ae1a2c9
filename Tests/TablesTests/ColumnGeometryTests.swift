import ScrollworkTables
import ScrollworkTestSupport
import Testing

/// The geometry of columns as a simple model, which adds all widths up for each question.
private struct PlainColumns {
  struct Column {
    var width: Double
    var isHidden = false
    let isPinned: Bool
  }

  var columns: [Column]
  var order: [Int]
  var margin = 0.0

  init(_ specs: [(width: Double, isPinned: Bool)]) {
    columns = specs.map { Column(width: $0.width, isPinned: $0.isPinned) }
    order = specs.indices.filter { specs[$0].isPinned } + specs.indices.filter { !specs[$0].isPinned }
  }

  func width(_ column: Int) -> Double { columns[column].isHidden ? 0 : columns[column].width }

  func start(_ column: Int) -> Double { margin + order.prefix { $0 != column }.reduce(0) { $0 + width($1) } }

  var total: Double {
    let widths = order.reduce(0) { $0 + width($1) }
    return widths > 0 ? widths + 2 * margin : 0
  }

  mutating func move(_ column: Int, to position: Int) {
    let pinned = columns.count { $0.isPinned }
    let range = columns[column].isPinned ? 0...max(0, pinned - 1) : pinned...max(pinned, columns.count - 1)
    order.removeAll { $0 == column }
    order.insert(column, at: min(max(position, range.lowerBound), range.upperBound))
  }

  /// Returns the columns that are visible, pinned columns first.
  func visible(at offset: Double, _ viewport: Double, pinned: Int) -> [Int] {
    let fixed = order.prefix(pinned).filter { width($0) > 0 }
    let edge = fixed.isEmpty ? 0 : fixed.reduce(margin) { $0 + width($1) }
    let others = order.dropFirst(pinned).filter { column in
      width(column) > 0 && start(column) + width(column) > edge + offset && start(column) < offset + viewport
    }
    return fixed + others
  }
}

@Suite struct ColumnGeometryTests {
  @Test(arguments: 0..<60)
  func `columns begin at the sums of the widths before them`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = Int.random(in: 1...40, using: &random)
    let specs = (0..<count).map { _ in
      (width: Double(Int.random(in: 32...300, using: &random)), isPinned: Int.random(in: 0..<8, using: &random) == 0)
    }
    var plain = PlainColumns(specs)
    var geometry = ColumnGeometry(
      specs.enumerated().map { ColumnSpec(id: "\($0)", width: .fixed($1.width), isPinned: $1.isPinned) })
    geometry.resize(to: 700)
    plain.margin = Double(seed % 3 * 8)
    geometry.margin = plain.margin
    for _ in 0..<60 {
      let column = Int.random(in: 0..<count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let width = Double(Int.random(in: 32...300, using: &random))
        geometry.setWidth(width, of: column)
        plain.columns[column].width = width
      case 1:
        let isHidden = Bool.random(using: &random)
        geometry.setHidden(isHidden, column)
        plain.columns[column].isHidden = isHidden
      case 2:
        let position = Int.random(in: -1...count, using: &random)
        geometry.move(column, to: position)
        plain.move(column, to: position)
      default: geometry.resize(to: Double(Int.random(in: 100...1500, using: &random)))
      }
      check(geometry, plain, offset: Double(Int.random(in: 0...2000, using: &random)))
    }
  }

  private func check(_ geometry: ColumnGeometry, _ plain: PlainColumns, offset: Double) {
    #expect(geometry.total == plain.total)
    for (position, column) in plain.order.enumerated() {
      #expect(geometry.column(at: position) == column)
      #expect(geometry.position(of: column) == position)
      #expect(geometry.width(of: column) == plain.width(column))
      #expect(geometry.start(of: column) == plain.start(column))
    }
    let shown = plain.order.indices.filter { plain.width(plain.order[$0]) > 0 }
    #expect(geometry.first == shown.first && geometry.last == shown.last)
    for (position, next) in zip(shown, shown.dropFirst()) {
      #expect(geometry.next(after: position) == next && geometry.previous(before: next) == position)
    }
    var visible: [Int] = []
    geometry.forEachVisible(at: offset) { column, start, width in
      visible.append(column)
      #expect(start == plain.start(column) && width == plain.width(column))
    }
    #expect(visible == plain.visible(at: offset, geometry.viewport, pinned: geometry.shownPinnedCount))
  }
}

extension ColumnGeometryTests {
  @Test func `a flexible column takes what the margins leave, up to the widest table`() {
    var geometry = ColumnGeometry([
      ColumnSpec(id: "a", width: .flexible(minimum: 100)), ColumnSpec(id: "b", width: .fixed(80)),
    ])
    (geometry.margin, geometry.widest) = (8, 600)
    geometry.resize(to: 500)
    #expect(geometry.width(of: 0) == 404 && geometry.total == 500)
    geometry.resize(to: 2_000)
    #expect(geometry.width(of: 0) == 504 && geometry.start(of: 1) == 512 && geometry.total == 600)
    geometry.resize(to: 150)
    #expect(geometry.width(of: 0) == 100 && geometry.total == 196)
  }

  @Test func `room that is left goes to fitted columns that are cut, and no further than they need`() {
    var geometry = ColumnGeometry([
      ColumnSpec(id: "a", width: .fitted(minimum: 50, maximum: 100)),
      ColumnSpec(id: "b", width: .fitted(minimum: 50, maximum: 100)),
      ColumnSpec(id: "c", width: .fitted(minimum: 50, maximum: 100)),
    ])
    for (column, width) in [70.0, 130, 400].enumerated() { geometry.setFit(width, of: column) }
    func widths(in viewport: Double) -> [Double] {
      geometry.resize(to: viewport)
      return (0..<3).map { geometry.width(of: $0) }
    }
    #expect(widths(in: 200) == [70, 100, 100])
    #expect(widths(in: 300) == [70, 115, 115])
    #expect(widths(in: 500) == [70, 130, 300])
    #expect(widths(in: 2_000) == [70, 130, 400])
    #expect(widths(in: 200) == [70, 100, 100])
    _ = widths(in: 500)
    geometry.setWidth(60, of: 0)
    #expect(widths(in: 500) == [60, 130, 300], "the columns stay while the user drags an edge")
    #expect(widths(in: 400) == [60, 130, 300])
  }
}
