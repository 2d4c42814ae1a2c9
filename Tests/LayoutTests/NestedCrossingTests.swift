import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import ScrollworkTestSupport
import Testing

/// A model of rows that move between sections and subsections.
private struct Crossings {
  /// A cell and its measured height.
  struct Cell {
    var id: Int
    var height: Double?
  }

  /// The cells by section of the list and by subsection.
  var sections: [[[Cell]]]
  let environment: LayoutEnvironment
  var generator: SeededGenerator

  /// The layout of each subsection, and the width of its rows.
  static let rows: [[(layout: SectionLayout, width: Double)]] = [
    [(.vertical(), 320)],
    [(.vertical(spacing: 3), 320), (.vertical().insets(Insets(leading: 10)), 310), (.vertical(), 320)],
    [(.vertical(), 160), (.vertical().insets(Insets(6)), 148)],
    [(.vertical(), 320), (.list(rowHeight: 33), 320), (.vertical(spacing: 1), 320)],
  ]

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    environment = LayoutEnvironment(
      container: Size(width: 320, height: 480), scale: [1, 1.5, 1.25][Int(seed % 3)])
    var id = 0
    var random = generator
    sections = Self.rows.map { rows in
      rows.map { _ in
        (0..<random.below(5)).map { _ in
          id += 1
          return Cell(id: id)
        }
      }
    }
    generator = random
  }

  /// The declared sections. The last one contains a subsection with two subsections of its own.
  var inputs: [LayoutSolver.SectionInput] {
    zip(Self.rows, sections).enumerated().map { section, declared in
      let (rows, cells) = declared
      let parts = zip(rows, cells).map { NestedLayout.Child(ChildSection($0.layout), count: $1.count) }
      let layout: SectionLayout
      switch section {
      case 0: layout = rows[0].layout
      case 2: layout = SectionLayout.verticalGrid(numberOfItemsInRow: 2).placing(parts)
      case 3:
        let inner = ChildSection(SectionLayout.vertical(spacing: 2).placing(Array(parts.dropFirst())))
        let part = NestedLayout.Child(inner, count: parts.dropFirst().reduce(0) { $0 + $1.count })
        layout = SectionLayout.vertical().placing([parts[0], part])
      default: layout = SectionLayout.vertical().placing(parts)
      }
      return LayoutSolver.SectionInput(layout: layout, itemCount: cells.reduce(0) { $0 + $1.count })
    }
  }

  var solver: LayoutSolver {
    var solver = LayoutSolver()
    solver.reload(inputs, environment: environment)
    forEachCell { path, cell, _ in
      if let height = cell.height { _ = solver.setMeasured(Size(width: 10, height: height), for: .item(path)) }
    }
    return solver
  }

  func forEachCell(_ body: (ElementPath, Cell, _ place: (section: Int, part: Int)) -> Void) {
    for (section, parts) in sections.enumerated() {
      var item = 0
      for (part, cells) in parts.enumerated() {
        for cell in cells {
          body(ElementPath(section: section, item: item), cell, (section, part))
          item += 1
        }
      }
    }
  }

  private mutating func randomPart() -> (section: Int, part: Int) {
    let section = generator.below(sections.count)
    return (section, generator.below(sections[section].count))
  }

  private static func isEstimated(_ place: (section: Int, part: Int)) -> Bool { place != (3, 1) }

  /// Measures some random cells.
  mutating func measure(_ solver: inout LayoutSolver) {
    for _ in 0..<6 {
      let place = randomPart()
      let count = sections[place.section][place.part].count
      guard count > 0, Self.isEstimated(place) else { continue }
      let item = generator.below(count)
      let height = Double(generator.below(900)) / 10
      sections[place.section][place.part][item].height = height
      let before = sections[place.section][..<place.part].reduce(0) { $0 + $1.count }
      _ = solver.setMeasured(
        Size(width: 10, height: height), for: .item(ElementPath(section: place.section, item: before + item)))
    }
  }

  /// Moves some cells. A measured size is discarded if the new rows have another width.
  mutating func move() {
    var widths: [Int: Double] = [:]
    forEachCell { widths[$1.id] = Self.rows[$2.section][$2.part].width }
    for _ in 0...generator.below(5) {
      let (source, target) = (randomPart(), randomPart())
      guard !sections[source.section][source.part].isEmpty else { continue }
      let count = sections[source.section][source.part].count
      let cell = sections[source.section][source.part].remove(at: generator.below(count))
      let place = generator.below(sections[target.section][target.part].count + 1)
      sections[target.section][target.part].insert(cell, at: place)
    }
    for (section, parts) in sections.enumerated() {
      for (part, cells) in parts.enumerated() {
        for (index, cell) in cells.enumerated()
        where widths[cell.id] != Self.rows[section][part].width || !Self.isEstimated((section, part)) {
          sections[section][part][index].height = nil
        }
      }
    }
  }

  /// Returns the mapping from other cells to these: survivors within a subsection, and crossings from one to another.
  func mapping(from old: Crossings) -> ListMapping {
    var places: [Int: (path: ElementPath, place: (section: Int, part: Int))] = [:]
    old.forEachCell { places[$1.id] = ($0, $2) }
    var crossings: [(old: ElementPath, new: ElementPath)] = []
    var oldOfNew = sections.map { _ in [Int32]() }
    forEachCell { path, cell, place in
      let before = places[cell.id]
      let stays = before.map { $0.place == place } ?? false
      oldOfNew[path.section].append(stays ? Int32(before?.path.item ?? -1) : -1)
      if let before, !stays { crossings.append((before.path, path)) }
    }
    let elements = sections.indices.map { section in
      PositionMapping(
        oldCount: old.sections[section].joined().count, newCount: sections[section].joined().count, commonPrefix: 0,
        commonSuffix: 0, oldOfNew: oldOfNew[section])
    }
    return ListMapping(sections: .identity(count: sections.count), elements: elements, crossings: crossings)
  }
}

@Test(arguments: 0..<rounds)
func `a cell keeps its measured size in another subsection of the same width`(
  seed: UInt64
) {
  var cells = Crossings(seed: seed)
  var solver = cells.solver
  for _ in 0..<6 {
    cells.measure(&solver)
    let old = cells
    cells.move()
    solver.update(cells.inputs, mapping: cells.mapping(from: old))
    let fresh = cells.solver
    cells.forEachCell { path, cell, _ in
      #expect(solver.frame(of: path) == fresh.frame(of: path), "\(cell) at \(path)")
      #expect(solver.isEstimated(.item(path)) == fresh.isEstimated(.item(path)), "\(cell) at \(path)")
    }
    #expect(solver.contentSize == fresh.contentSize)
  }
}
