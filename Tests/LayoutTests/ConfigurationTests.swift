import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import Testing

private func solver(
  _ configuration: LayoutConfiguration, _ layouts: [SectionLayout], count: Int,
  _ size: Size = Size(width: 320, height: 480)
) -> LayoutSolver {
  var solver = LayoutSolver(configuration: configuration)
  solver.reload(
    layouts.map { .init(layout: $0, itemCount: count, hasHeader: true) },
    environment: LayoutEnvironment(container: size))
  return solver
}

@Test func `a horizontal list is laid out with its axes swapped`() {
  let group = LayoutGroup.horizontal(size(.absolute(100), .fractionalHeight(1)), subitems: [fill])
  var solver = LayoutSolver(configuration: LayoutConfiguration(scrollDirection: .horizontal))
  solver.reload(
    [.init(layout: SectionLayout(group: group, interGroupSpacing: 10), itemCount: 5)],
    environment: LayoutEnvironment(container: Size(width: 400, height: 200)))
  #expect(solver.frame(3) == rect(330, 0, 100, 200))
  #expect(solver.contentSize == Size(width: 540, height: 200))
}

private let banner = LayoutBoundaryItem(
  kind: "banner", size: size(.fractionalWidth(1), .absolute(50)), alignment: .top)

@Test func `list boundaries are placed once, before and after all sections`() {
  let foot = LayoutBoundaryItem(kind: "foot", size: size(.absolute(100), .absolute(30)), alignment: .bottom)
  let solver = solver(
    LayoutConfiguration(interSectionSpacing: 7, boundaryItems: [banner, foot]),
    [.list(rowHeight: 20), .list(rowHeight: 10)], count: 2)
  #expect(solver.frame(for: .init(kind: .listBoundary, section: -1, slot: 0)) == rect(0, 0, 320, 50))
  #expect(solver.frame(for: .header(0))?.minY == 50)
  #expect(solver.frame(for: .header(1))?.minY == 133)
  #expect(solver.frame(for: .init(kind: .listBoundary, section: -1, slot: 1)) == rect(110, 189, 100, 30))
  #expect(solver.contentSize.height == 219)
}

@Test func `pinned headers are below a pinned list boundary`() {
  let solver = solver(
    LayoutConfiguration(boundaryItems: [banner.pinned()]), [.list(rowHeight: 20).headerPinToVisibleBounds()], count: 100
  )
  let seen = rect(0, 500, 320, 300)
  #expect(solver.frame(for: .init(kind: .listBoundary, section: -1, slot: 0), pinnedIn: seen) == rect(0, 500, 320, 50))
  #expect(solver.frame(for: .header(0), pinnedIn: seen) == rect(0, 550, 320, 36))
  let kinds = solver.elements(in: seen).prefix(2).map(\.key.kind)
  #expect(kinds == [.listBoundary, .header])
}

@Test(arguments: [Double.infinity, -.infinity, .nan])
func `a pinned list boundary has a finite frame in a viewport at infinity or NaN`(y: Double) {
  let solver = solver(LayoutConfiguration(boundaryItems: [banner.pinned()]), [.list(rowHeight: 20)], count: 3)
  let frame = solver.frame(for: .init(kind: .listBoundary, section: -1, slot: 0), pinnedIn: rect(0, y, 320, 300))
  #expect(frame == rect(0, 0, 320, 50))
}

@Test func `list boundaries are measured too`() {
  var estimated = banner
  estimated.size.height = .estimated(50)
  var solver = solver(LayoutConfiguration(boundaryItems: [estimated]), [.list(rowHeight: 20)], count: 2)
  let key = LayoutElement.Key(kind: .listBoundary, section: -1, slot: 0)
  #expect(solver.isEstimated(key))
  let isMoved = solver.setMeasured(Size(width: 320, height: 80), for: key)
  #expect(isMoved)
  #expect(solver.frame(for: .header(0))?.minY == 80)
}

@Test func `sections are inset by their reference`() {
  func left(_ reference: ContentInsetsReference, _ configuration: ContentInsetsReference = .automatic) -> Double {
    var solver = LayoutSolver(configuration: LayoutConfiguration(contentInsetsReference: configuration))
    solver.reload(
      [.init(layout: .list(rowHeight: 20).contentInsetsReference(reference), itemCount: 1)],
      environment: LayoutEnvironment(
        container: Size(width: 1_000, height: 400), insets: Insets(leading: 8, trailing: 8)))
    return solver.frame(0).minX
  }
  #expect(left(.automatic) == 8)
  #expect(left(.safeArea) == 8)
  #expect(left(.none) == 0)
  #expect(left(.layoutMargins) == 24)
  #expect(left(.readableContent) == 164)
  #expect(left(.automatic, .readableContent) == 164)
  #expect(left(.automatic, .none) == 0)
}

@Test(
  arguments: [ContentInsetsReference.automatic, .none, .safeArea, .layoutMargins, .readableContent],
  [Axis.vertical, .horizontal])
func `a provider gets the content size of its section`(reference: ContentInsetsReference, axis: Axis) {
  let all = SectionLayout(group: .vertical(size(.fractionalWidth(1), .fractionalHeight(1)), subitems: [fill]))
  let told = SectionProvider(key: 0) { context in
    let room = context.environment.effectiveContentSize
    return SectionLayout(group: .vertical(size(.absolute(room.width), .absolute(room.height)), subitems: [fill]))
  }
  var solver = LayoutSolver(
    configuration: LayoutConfiguration(scrollDirection: axis, contentInsetsReference: reference))
  solver.reload(
    [.init(layout: all, itemCount: 1), .init(layout: .vertical(), provider: told, itemCount: 1)],
    environment: LayoutEnvironment(
      container: Size(width: 1_000, height: 900), insets: Insets(top: 7, leading: 8, bottom: 9, trailing: 10)))
  #expect(solver.frame(of: .init(section: 1, item: 0)).size == solver.frame(0).size)
  #expect(solver.environment.effectiveContentSize == solver.frame(0).size)
}

@Test(arguments: [Axis.vertical, .horizontal])
func `insets on the cross axis discard measured sizes`(axis: Axis) {
  var solver = LayoutSolver(configuration: LayoutConfiguration(scrollDirection: axis))
  let row = axis == .vertical ? size(.fractionalWidth(1), .estimated(20)) : size(.estimated(20), .fractionalHeight(1))
  let group: LayoutGroup =
    axis == .vertical
    ? .vertical(row, repeating: LayoutItem(size: row), count: 1)
    : .horizontal(row, repeating: LayoutItem(size: row), count: 1)
  let room = Size(width: 500, height: 400)
  solver.reload(
    [.init(layout: SectionLayout(group: group), itemCount: 3)], environment: LayoutEnvironment(container: room))
  let key = LayoutElement.Key.item(.init(section: 0, item: 0))
  _ = solver.setMeasured(Size(width: 33, height: 33), for: key)
  let along = axis == .vertical ? Insets(top: 20) : Insets(leading: 20)
  let across = axis == .vertical ? Insets(leading: 20) : Insets(top: 20)
  solver.setEnvironment(LayoutEnvironment(container: room, insets: along))
  #expect(!solver.isEstimated(key) && solver.frame(0).size[axis] == 33)
  solver.setEnvironment(LayoutEnvironment(container: room, insets: across))
  #expect(solver.isEstimated(key) && solver.frame(0).size[axis] == 20)
}

@Test func `headers have the section's insets unless they have a reference of their own`() {
  let layout = SectionLayout.list(rowHeight: 20).insets(Insets(leading: 30, trailing: 30))
  #expect(LayoutSolver.one(layout, count: 1, header: true).frame(for: .header(0)) == rect(30, 0, 260, 36))
  let across = layout.supplementaryContentInsetsReference(.none)
  #expect(LayoutSolver.one(across, count: 1, header: true).frame(for: .header(0)) == rect(0, 0, 320, 36))
}

@Test func `equal declarations are equal and have one hash`() {
  func layout(_ key: Int) -> SectionLayout {
    let custom = LayoutCustomArrangement(key: key) { size in [.init(Rect(origin: .zero, size: size))] }
    return SectionLayout(group: .custom(size(.fractionalWidth(1), .absolute(9)), custom)).background("back")
      .visibleItemsHandler(key: key) { _, _, _ in }
  }
  #expect(layout(1) == layout(1))
  #expect(layout(1).hashValue == layout(1).hashValue)
  #expect(layout(1) != layout(2))
  #expect(LayoutConfiguration(boundaryItems: [banner]) == LayoutConfiguration(boundaryItems: [banner]))
  #expect(SectionProvider(key: "a") { _ in nil } == SectionProvider(key: "a") { _ in .vertical() })
}
