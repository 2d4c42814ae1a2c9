import ScrollworkGeometry
import ScrollworkLayout
import Testing

@Test(arguments: 0..<rounds)
func `pinned headers and footers move steadily within their section`(seed: UInt64) {
  var random = RandomSections(seed: seed)
  let sections = (0..<4).map { _ in random.section() }
  let environment = LayoutEnvironment(container: Size(width: 400, height: 300))
  let solver = LayoutSolver.many(sections.map(\.input), environment, spacing: 5)
  for section in sections.indices {
    for key in [LayoutElement.Key.header(section), .footer(section)] {
      guard let natural = solver.frame(for: key) else { continue }
      var last: Rect?
      for offset in stride(from: -100.0, through: solver.contentSize.height + 100, by: 7) {
        let frame = solver.frame(for: key, pinnedIn: rect(0, offset, 400, 300)) ?? .zero
        #expect(frame.size == natural.size && frame.minX == natural.minX)
        #expect(solver.sectionFrame(section).contains(frame))
        if let last { #expect(frame.minY >= last.minY && frame.minY - last.minY <= 7) }
        last = frame
      }
    }
  }
}

@Test(arguments: 0..<rounds)
func `a pinned header never covers the footer of its section`(seed: UInt64) {
  var random = RandomSections(seed: seed)
  let sections = (0..<4).map { _ in random.section() }
  let solver = LayoutSolver.many(
    sections.map(\.input), LayoutEnvironment(container: Size(width: 400, height: 300)))
  for offset in stride(from: 0.0, through: solver.contentSize.height, by: 11) {
    let viewport = rect(0, offset, 400, 300)
    for section in sections.indices where !sections[section].layout.footer.pinToVisibleBounds {
      guard let header = solver.frame(for: .header(section), pinnedIn: viewport),
        let footer = solver.frame(for: .footer(section), pinnedIn: viewport)
      else { continue }
      #expect(header.maxY <= footer.minY)
    }
  }
}

@Test func `a header pinned at a fraction of a pixel keeps its size`() {
  let layout = SectionLayout.list(rowHeight: 20).headerPinToVisibleBounds()
  let solver = LayoutSolver.one(layout, count: 100, header: true)
  let frame = solver.frame(for: .header(0), pinnedIn: rect(0, 100.7, 320, 300))
  #expect(frame == rect(0, 101, 320, 36))
}
