import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import ScrollworkTestSupport

/// The number of rounds of a random test.
let rounds = UInt64(perBuild(debug: 20, optimized: 1_600))

extension LayoutSolver {
  /// Returns a solver of a single section.
  static func one(
    _ layout: SectionLayout, count: Int, width: Double = 320, height: Double = 480, scale: Double = 1,
    header: Bool = false, footer: Bool = false
  ) -> LayoutSolver {
    .many(
      [SectionInput(layout: layout, itemCount: count, hasHeader: header, hasFooter: footer)],
      LayoutEnvironment(container: Size(width: width, height: height), scale: scale))
  }

  static func many(
    _ sections: [SectionInput], _ environment: LayoutEnvironment, spacing: Double = 0
  ) -> LayoutSolver {
    var solver = LayoutSolver(configuration: LayoutConfiguration(interSectionSpacing: spacing))
    solver.reload(sections, environment: environment)
    return solver
  }

  /// Returns the frame of an item of the first section.
  func frame(_ item: Int) -> Rect { frame(of: ElementPath(section: 0, item: item)) }

  func frames(_ count: Int) -> [Rect] { (0..<count).map { frame($0) } }

  func elements(in visible: Rect, viewport: Rect? = nil) -> [LayoutElement] {
    var elements: [LayoutElement] = []
    self.elements(in: visible, pinnedIn: viewport ?? visible, into: &elements)
    return elements
  }

  mutating func measure(_ item: Int, section: Int = 0, height: Double) -> Bool {
    setMeasured(
      Size(width: 0, height: height), for: .item(ElementPath(section: section, item: item)))
  }
}

func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect {
  Rect(x: x, y: y, width: width, height: height)
}

/// Returns a layout size; a short form for tests.
func size(_ width: LayoutDimension, _ height: LayoutDimension) -> LayoutSize {
  LayoutSize(width: width, height: height)
}

/// An item that fills the content of its group.
let fill = LayoutItem(size: .full)

/// Snap points and revealing offsets of sections.
extension LayoutSolver {
  func restingOffset(ofSection section: Int, projected: Double, velocity: Double, start: Double) -> Double {
    crossScroll(section)?.restingOffset(projected: projected, velocity: velocity, start: start) ?? 0
  }

  func offset(showing item: Int, inSection section: Int, from base: Double? = nil) -> Double {
    offset(showing: ElementPath(section: section, item: item), of: ScrollContainerID(section: section), from: base) ?? 0
  }

  func offset(after notches: Int, distance: Double, inSection section: Int, from base: Double? = nil) -> Double {
    crossScroll(section)?.offset(after: notches, distance: distance, from: base) ?? 0
  }
}
