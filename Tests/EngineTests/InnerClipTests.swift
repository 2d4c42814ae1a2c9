import Scrollwork
import ScrollworkTesting
import Testing

/// Three columns of 120, 20 apart: a scroll container in the middle and rows on both sides.
@MainActor
private struct ClipStage: ListStage {
  static let middle = 140.0..<260.0
  static let back = SectionLayout.waterfall(columns: 3, spacing: 20, sizes: .estimated(.zero))

  let list = CollectionView()
  let harness: ViewHarness

  init(scale: Double = 1, direction: LayoutDirection = .leftToRight) {
    harness = ViewHarness(content: list, size: Size(width: 400, height: 120), scale: scale)
    harness.changeEnvironment { $0.direction = direction }
  }

  static func rows(_ id: String, _ color: UInt32) -> Section {
    Section(id: id, data: [0], id: \.self) { _ in Patch(color: color) }.withSectionLayout(.list(rowHeight: 80))
  }

  /// Returns a section of cards of 100 by 80 side by side, 10 apart, in the colours of `color(ofCard:)`.
  static func cards(_ numbers: [Int] = Array(0..<6), _ layout: SectionLayout = wide) -> Section {
    Section(id: "cards", data: numbers, id: \.self) { Patch(color: color(ofCard: $0)) }.withSectionLayout(layout)
  }

  static let wide = SectionLayout(
    group: .horizontal(
      LayoutSize(width: .absolute(100), height: .absolute(80)), once: [LayoutItem(size: .full)]), interGroupSpacing: 10
  ).orthogonalScrolling(.continuous)

  static func color(ofCard number: Int) -> UInt32 { 0x00_4000 + UInt32(number) * 0x10_0010 }

  /// Returns a container of subsections of 100 by 80 side by side, 10 apart. Each has one colour for its row, its
  /// background and a supplementary at its end.
  static func shelf(_ names: [String]) -> Section {
    let size = LayoutSize(width: .fractionalWidth(1), height: .absolute(10))
    let layout = SectionLayout.list(rowHeight: 60).background("back")
      .boundaryItem(LayoutBoundaryItem(kind: "edge", size: size, alignment: .bottom))
    let sections = names.map { name in
      Section(id: name, data: [0], id: \.self) { _ in Patch(color: color(of: name)) }.withSectionLayout(layout)
        .withSupplementary("back", Patch(color: color(of: name)))
        .withSupplementary("edge", Patch(color: color(of: name)))
    }
    return Section(id: "shelf", layout: wide, sections: sections)
  }

  static func color(of name: String) -> UInt32 { 0x80_0000 + UInt32(name.unicodeScalars.first?.value ?? 0) }

  func show(_ sections: [Section]) {
    list.apply(List(sections: [Section(id: "page", layout: Self.back, sections: sections)]))
    harness.showIfNeeded()
  }

  func show(_ middle: Section) { show([Self.rows("left", 0x11_1111), middle, Self.rows("right", 0x22_2222)]) }

  /// Returns the visible part of each draw group that is filled with a colour.
  func clips(of color: UInt32) -> [Rect] {
    harness.frame.groups.filter { group in
      group.canvas.commands.contains { if case .fill(_, Color(hex: color)) = $0 { true } else { false } }
    }.map { $0.frame.intersection($0.clip) }
  }

  /// Whether draw groups filled with the colours are visible in the middle column only.
  func isBetweenSides(_ colors: [UInt32]) -> Bool {
    colors.flatMap(clips).allSatisfy { clip in
      clip.isEmpty || clip.minX >= Self.middle.lowerBound && clip.maxX <= Self.middle.upperBound
    }
  }
}

@MainActor @Test(arguments: [1.0, 2], [LayoutDirection.leftToRight, .rightToLeft])
func `cards half outside their scroll container are drawn half, and nothing beside it`(
  scale: Double, direction: LayoutDirection
) throws {
  let stage = ClipStage(scale: scale, direction: direction)
  stage.show(ClipStage.cards())
  stage.harness.settle()
  let path = ElementPath(section: 0, item: 1)
  stage.list.scrollSection(holding: path, to: 55.5, animated: false)
  stage.harness.settle()
  let offset = stage.list.sectionOffset(holding: path)
  #expect(offset == (scale == 1 ? 56 : 55.5))
  func expected(_ x: Double, _ y: Double) -> Color {
    guard y < 80 else { return stage.harness.frame.background }
    if x < 120 { return Color(hex: 0x11_1111) }
    if x >= 280 { return Color(hex: 0x22_2222) }
    let along = x - ClipStage.middle.lowerBound + offset
    guard ClipStage.middle.contains(x), along.truncatingRemainder(dividingBy: 110) < 100 else {
      return stage.harness.frame.background
    }
    return Color(hex: ClipStage.color(ofCard: Int(along / 110)))
  }
  let picture = try Picture(of: stage.harness.frame)
  for row in stride(from: 0, to: picture.height, by: 7) {
    for column in 0..<picture.width {
      let x = (Double(direction == .leftToRight ? column : picture.width - 1 - column) + 0.5) / scale
      try #require(picture[column, row] == expected(x, (Double(row) + 0.5) / scale), "\(column), \(row)")
    }
  }
}

@MainActor
@Test(arguments: [["b", "c", "d", "a"], ["d", "c", "b", "a"], ["x", "y", "a", "b", "c", "d"], ["c", "d"]])
func `supplementaries of a section are clipped by its scroll container, also while they enter and exit`(
  names: [String]
) {
  let stage = ClipStage()
  stage.show(ClipStage.shelf(["a", "b", "c", "d"]))
  stage.harness.settle()
  let colors = ["a", "b", "c", "d", "x", "y"].map(ClipStage.color)
  // The background, the row and the supplementary of the first subsection are visible.
  #expect(stage.clips(of: colors[0]).count { !$0.isEmpty } == 3 && stage.isBetweenSides(colors))
  stage.show(ClipStage.shelf(names))
  var hasMoved = false
  for _ in 0..<60 {
    stage.harness.advance(by: .milliseconds(17))
    #expect(stage.isBetweenSides(colors))
    hasMoved = hasMoved || stage.list.report.animating > 0
  }
  #expect(hasMoved)
}

@MainActor @Test(arguments: [true, false])
func `an item from elsewhere is drawn above all in flight and clipped at its target`(isInOther: Bool) {
  let stage = ClipStage()
  let colors = (0..<6).map(ClipStage.color)
  let cards = ClipStage.cards(Array(0..<2), isInOther ? ClipStage.wide : .list(rowHeight: 30))
  let (left, right) = (ClipStage.rows("left", 0x11_1111), ClipStage.rows("right", 0x22_2222))
  stage.show(isInOther ? [cards, left, right] : [left, right, cards])
  stage.harness.settle()
  stage.show([left, ClipStage.cards(Array(0..<2)), right])
  stage.harness.advance(by: .milliseconds(50))
  // The section has left its column and is still visible.
  #expect(!stage.isBetweenSides(colors))
  stage.harness.settle()
  #expect(stage.isBetweenSides(colors) && stage.clips(of: colors[0]) == [Rect(x: 140, y: 0, width: 100, height: 80)])
}

@MainActor @Test func `an item that moves to another column is not clipped by the one that it left`() {
  let stage = ClipStage()
  let (left, right) = (ClipStage.rows("left", 0x11_1111), ClipStage.rows("right", 0x22_2222))
  stage.show(ClipStage.cards())
  stage.harness.settle()
  stage.show([ClipStage.cards(Array(0..<6), .list(rowHeight: 10)), left, right])
  stage.harness.advance(by: .milliseconds(50))
  // During its move the card is visible on both sides of 140, where its section began before.
  let clip = stage.clips(of: ClipStage.color(ofCard: 0))
  #expect(clip.contains { $0.minX < 140 && $0.minX > 0 && $0.maxX > 140 - 20 })
  stage.harness.settle()
  #expect(stage.clips(of: ClipStage.color(ofCard: 0)) == [Rect(x: 0, y: 0, width: 120, height: 10)])
}

@MainActor @Test(arguments: [0, 70])
func `a background whose scroll container moves is never drawn past the container's sides`(offset: Double) {
  let stage = ClipStage()
  // The background of the second section is nearly all hidden at rest.
  let sections = ["a", "b"].map { name in
    Section(id: name, data: [0], id: \.self) { _ in Plate(text: name) }
      .withSectionLayout(.list(rowHeight: 60).background("back"))
      .withSupplementary("back", Patch(color: ClipStage.color(of: name)))
  }
  let shelf = Section(id: "shelf", layout: ClipStage.wide, sections: sections)
  let (left, right) = (ClipStage.rows("left", 0x11_1111), ClipStage.rows("right", 0x22_2222))
  let colors = ["a", "b"].map(ClipStage.color)
  stage.show([shelf, left, right])
  stage.harness.settle()
  stage.list.scrollSection(holding: ElementPath(section: 0, item: 0), to: offset, animated: false)
  stage.harness.settle()
  stage.show([left, shelf, right])
  var places: [Double] = []
  for _ in 0..<60 {
    let clips = colors.flatMap(stage.clips).filter { !$0.isEmpty }
    let (start, end) = (clips.map(\.minX).min() ?? 0, clips.map(\.maxX).max() ?? 0)
    #expect(end - start <= 120.5, "\(clips)")
    places.append(start)
    stage.harness.advance(by: .milliseconds(17))
  }
  #expect(places.first == 0 && places.last == 140 && places.contains { $0 > 20 && $0 < 120 })
}

@MainActor @Test func `an item that stays in place and gets another clip is clipped at once`() {
  let stage = ClipStage()
  // `alone` is as wide as the list, `shelf` a third of that.
  let shelf = Section(id: "page", layout: ClipStage.back, sections: [ClipStage.cards()])
  let alone = Section(id: "page", layout: .vertical(), sections: [ClipStage.cards()])
  func show(_ section: Section) {
    stage.list.apply(List(sections: [section]))
    stage.harness.settle()
  }
  show(alone)
  let second = ClipStage.color(ofCard: 1)
  #expect(stage.clips(of: second) == [Rect(x: 110, y: 0, width: 100, height: 80)])
  show(shelf)
  #expect(stage.clips(of: second) == [Rect(x: 110, y: 0, width: 10, height: 80)])
}
