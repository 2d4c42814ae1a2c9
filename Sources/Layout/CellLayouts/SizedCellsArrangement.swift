import ScrollworkDiffing
import ScrollworkGeometry

/// An arrangement whose only state is the sizes of the items: all frames follow from them.
protocol SizedCellsArrangement: NestingArrangement {
  var cells: CellSizes { get set }
}

extension SizedCellsArrangement {
  func intrinsicAxes(of item: Int) -> (width: Bool, height: Bool) { cells.isFree }
  func isMeasured(_ item: Int) -> Bool { cells.isMeasured(item) }
  mutating func setMeasured(_ size: Size?, of item: Int) -> Bool { cells.setMeasured(size, of: item) }

  mutating func adoptMeanEstimate(tolerance: Double, minimumCount: Int) -> Bool {
    cells.adoptMeanEstimate(tolerance: tolerance, minimumCount: minimumCount)
  }

  mutating func setSize(_ size: Size, of item: Int) -> Bool {
    cells.setSize(size, of: item)
    return true
  }

  mutating func resolve(in rect: Rect) -> Bool { !cells.resolve(items(in: rect)).isEmpty }

  mutating func update(to items: LayoutItems, _ mapping: PositionMapping) -> Bool {
    guard cells.update(to: items, mapping) != .void else { return false }
    _ = cells.askForNew()
    return true
  }
}
