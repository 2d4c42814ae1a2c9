import Scrollwork
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

/// The layout screen of the gallery in a window, by default of 1000 x 700.
@MainActor
private struct Gallery {
  let viewer = Viewer()
  let harness: ViewHarness

  init(width: Double = 1000, direction: LayoutDirection = .leftToRight) throws {
    try viewer.open("gallery:layouts")
    harness = ViewHarness(content: viewer.root, size: Size(width: width, height: 700))
    if direction == .rightToLeft { harness.changeEnvironment { $0.direction = direction } }
    harness.settle()
    viewer.focusList()
  }

  var list: CollectionView { viewer.list }

  func cells(in section: String) -> [SemanticsNode] {
    harness.semantics.filter { $0.role == .cell && $0.section == section }
  }

  /// Scrolls until the first item of a section is at the top, below the section's header.
  func show(_ section: Int) {
    list.scroll(to: .section(section), animated: false)
    harness.settle()
  }
}

@MainActor @Test func `the layout screen opens from the start screen and by its address`()
  throws
{
  let viewer = Viewer()
  let harness = ViewHarness(content: viewer.root, size: Size(width: 1000, height: 700))
  harness.settle()
  let card = try #require(harness.semantics.first { $0.id == "gallery:layouts" })
  harness.click(at: card.bounds.center)
  harness.settle()
  #expect(viewer.title == "Layouts - Scrollwork")
  let gallery = try Gallery()
  #expect(gallery.viewer.title == "Layouts - Scrollwork")
}

@MainActor @Test func `wheel, pointer and keys scroll cards horizontally`() throws {
  let gallery = try Gallery()
  let card = try #require(gallery.cells(in: "Freely").first).bounds
  gallery.harness.wheel(-2, at: card.center, modifiers: .shift)
  gallery.harness.settle()
  #expect(gallery.list.sectionOffset(1) == 192)
  gallery.harness.drag(from: card.center, to: Point(x: card.midX - 60, y: card.midY), over: .milliseconds(900))
  gallery.harness.settle()
  #expect(gallery.list.sectionOffset(1) >= 252)
  gallery.harness.key(.right, count: 12)
  gallery.harness.settle()
  let focus = try #require(gallery.list.focusedItem)
  let frame = try #require(gallery.cells(in: "Freely").first { $0.position == focus.item }).bounds
  #expect(focus.section == 1 && frame.minX >= 0 && frame.maxX <= 1000)
}

@MainActor @Test func `the wheel scrolls a subsection horizontally, and the subsection clips its cells`() throws {
  let gallery = try Gallery()
  let section = try #require(gallery.list.snapshot().sections.firstIndex { $0.id.description == "sides" })
  gallery.show(section)
  func cards() -> [SemanticsNode] { gallery.harness.semantics.filter { $0.id.hasPrefix("Aside/") } }
  // The first node is the header, which must not move.
  let (title, card) = (try #require(cards().first).bounds, try #require(cards().dropFirst().first).bounds)
  let id = cards().dropFirst().first?.id
  gallery.harness.wheel(-2, at: card.center, modifiers: .shift)
  gallery.harness.settle()
  // Two notches of the wheel reach the leading edge of the third item, the next snap point.
  let shown = cards().dropFirst().map(\.bounds)
  #expect(cards().first?.bounds == title && shown.first?.minX == card.minX && cards().dropFirst().first?.id != id)
  let clips = gallery.harness.frame.groups.filter { $0.frame == shown.last }.map(\.clip)
  #expect(!clips.isEmpty && clips.allSatisfy { $0.minX == card.minX - 4 && $0.maxX == title.maxX + 4 })
}

@MainActor @Test func `cells of every section of the gallery do not overlap`() throws {
  let gallery = try Gallery()
  let sections = gallery.list.snapshot().sections.count
  #expect(sections == 14)
  for section in 0..<sections {
    gallery.show(section)
    let names = Set(gallery.harness.semantics.map(\.section))
    for name in names where !name.isEmpty {
      let cells = gallery.cells(in: name)
      for (index, cell) in cells.enumerated() {
        for other in cells[(index + 1)...] {
          #expect(!cell.target.intersects(other.target), "\(name): \(cell.id) and \(other.id)")
        }
      }
    }
  }
}

/// The drawing of a cell: a rounded rectangle with a letter, in window coordinates.
private struct Plate {
  /// The visible part of the rounded rectangle.
  let rect: Rect
  let letterCenter: Point
}

/// Returns the rounded rectangles with a letter, in the order in which they are drawn.
@MainActor
private func plates(in frame: Frame) -> [Plate] {
  frame.groups.compactMap { group in
    guard case .roundedRect? = group.canvas.commands.first else { return nil }
    let texts = group.canvas.commands.compactMap {
      if case .text(let line, let place, _) = $0 { (line, place) } else { nil }
    }
    guard texts.count == 1, texts[0].0.glyphs.count == 1 else { return nil }
    let (line, start) = texts[0]
    let center = group.frame.origin + start + Point(x: line.width / 2, y: -line.ascent / 2)
    return Plate(rect: group.frame.intersection(group.clip), letterCenter: center)
  }
}

@MainActor @Test(arguments: [420.0, 700, 1000, 1600], [LayoutDirection.leftToRight, .rightToLeft])
func `every letter is visible while tiles become rows and rows become lines`(
  width: Double, direction: LayoutDirection
) throws {
  let gallery = try Gallery(width: width, direction: direction)
  gallery.show(6)
  for change in ["tiles to rows", "rows to lines"] {
    let header = try #require(gallery.harness.semantics.first { $0.role == .header && $0.section == "switch" }).bounds
    let x = direction == .leftToRight ? header.maxX - 20 : header.minX + 20
    gallery.harness.click(at: Point(x: x, y: header.maxY - 20))
    for frame in 0..<30 {
      let plates = plates(in: gallery.harness.frame)
      #expect(plates.count >= 9)
      for (index, plate) in plates.enumerated() {
        let center = plate.letterCenter
        let (covering, moment) = (plates[(index + 1)...].count { $0.rect.contains(center) }, "\(change), \(frame)")
        #expect(covering == 0, "\(moment): other plates cover letter \(index)")
        #expect(plate.rect.contains(center), "\(moment): letter \(index) is beside its plate")
      }
      gallery.harness.advance(by: .milliseconds(17))
    }
    gallery.harness.settle()
  }
}

@MainActor @Test func `the button switches the letters to the next layout`() throws {
  let gallery = try Gallery()
  gallery.show(6)
  let before = gallery.cells(in: "switch").map(\.bounds)
  let header = try #require(gallery.harness.semantics.first { $0.role == .header && $0.section == "switch" }).bounds
  gallery.harness.click(at: Point(x: header.maxX - 20, y: header.maxY - 20))
  #expect(gallery.cells(in: "switch").contains { $0.bounds.origin != $0.target.origin })
  gallery.harness.settle()
  let after = gallery.cells(in: "switch").map(\.bounds)
  #expect(before.count == 10 && after.count == 10)
  #expect(Set(before.map(\.minY)).count == 1 && Set(after.map(\.minY)).count == 10)
}

@MainActor @Test func `subsections are placed side by side, each with its header and background`() throws {
  let gallery = try Gallery()
  gallery.show(12)
  let cells = gallery.harness.semantics
  func frame(_ id: String) throws -> Rect { try #require(cells.first { $0.id == id }).bounds }
  // Each row is inside a section, which looks like a card.
  let (two, four) = (try frame("Two/Two/header"), try frame("Four/Four/header"))
  let three = try frame("Three/Three/header")
  #expect(two.minY == four.minY && two.minX == three.minX && two.maxX < four.minX && three.minY > two.maxY)
  // The card is a rounded rectangle around the header and the rows.
  let backdrops = gallery.harness.frame.groups.filter { $0.frame.minX == two.minX - 4 && $0.frame.minY == two.minY }
  #expect(backdrops.contains { $0.frame.height == 36 + 4 + 2 * 48 + 8 })
  // Another rectangle is behind all cards.
  let panel = gallery.harness.frame.groups.first {
    $0.frame.minX == two.minX - 12 && $0.frame.maxX == four.maxX + 12 && $0.frame.minY == two.minY - 8
  }
  #expect(panel != nil)
  // A separator is between the two rows, and none is below the last.
  let lines = gallery.harness.frame.groups.filter {
    $0.frame.height == 1 && $0.frame.minX < four.minX && !$0.canvas.commands.isEmpty
      && $0.frame.minY > two.maxY && $0.frame.maxY < three.minY
  }
  #expect(lines.count == 1)
}
