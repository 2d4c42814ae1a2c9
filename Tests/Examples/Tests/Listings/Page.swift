// The program of the article about layouts, which imports nothing but `ScrollworkLayout`.

import ScrollworkLayout

struct Page {
  static func main() {
    // Paragraphs as tall as their text, below a headline, and pictures in as many columns as fit.
    let sections = [
      LayoutSolver.SectionInput(layout: .list(estimatedRowHeight: 40), itemCount: 3, hasHeader: true),
      LayoutSolver.SectionInput(
        layout: .grid(minimumItemWidth: 120, itemHeight: 90, spacing: 10), itemCount: 100_000),
    ]
    var solver = LayoutSolver(sections, environment: LayoutEnvironment(container: Size(width: 400, height: 300)))

    // Measure what is visible and as tall as its content, until nothing new comes into sight.
    let visible = Rect(x: 0, y: 0, width: 400, height: 300)
    var elements = solver.elements(visibleIn: visible)
    while elements.contains(where: { solver.isEstimated($0.key) }) {
      for element in elements where solver.isEstimated(element.key) {
        _ = solver.setMeasured(size(of: element.key, solver.proposedSize(for: element.key)), for: element.key)
      }
      elements = solver.elements(visibleIn: visible)
    }
    for element in elements.sorted(by: { $0.isDrawnBefore($1) }) { draw(element) }

    print(solver.frame(ofItem: ElementPath(section: 1, item: 4)) ?? .zero)  // x 136, y 224, 126 wide, 90 high
    print(solver.element(at: Point(x: 150, y: 130), in: visible)?.key.item ?? -1)  // 1
    print(solver.contentSize.height)  // 3333514.0
  }

  static func size(of key: LayoutElement.Key, _ proposed: ProposedSize) -> Size {
    Size(width: proposed.width ?? 0, height: key.kind == .header ? 28 : 32)
  }

  static func draw(_ element: LayoutElement) {
    print(element.key.kind, element.key.section, element.key.item, element.frame)
  }
}
