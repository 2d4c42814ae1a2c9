import Scrollwork
import ScrollworkTesting
import Testing

/// The frames, the drawing and the semantics of menus.
@MainActor
struct MenuLookTests {
  // MARK: The place

  @Test(
    arguments: [
      (Point(x: 20, y: 40), LayoutDirection.leftToRight, Point(x: 20, y: 40)),
      (Point(x: 390, y: 290), .leftToRight, Point(x: 190, y: 190)),
      (Point(x: 390, y: 40), .rightToLeft, Point(x: 190, y: 40)),
      (Point(x: 20, y: 40), .rightToLeft, Point(x: 20, y: 40)),
      (Point(x: -50, y: 1000), .leftToRight, Point(x: 8, y: 192)),
    ])
  func `a menu opens at a point, on the side with room, inside the window`(
    point: Point, direction: LayoutDirection, origin: Point
  ) {
    let frame = MenuPlace.point(point).frame(
      Size(width: 200, height: 100), in: Size(width: 400, height: 300), direction)
    #expect(frame == Rect(x: origin.x, y: origin.y, width: 200, height: 100))
  }

  @Test func `a menu opens below an item, above it without room below, and in any case inside the window`() {
    func frame(_ item: Rect, _ size: Size, _ direction: LayoutDirection = .leftToRight) -> Rect {
      MenuPlace.rect(item).frame(size, in: Size(width: 400, height: 300), direction)
    }
    let size = Size(width: 100, height: 100)
    #expect(frame(Rect(x: 40, y: 0, width: 300, height: 40), size).origin == Point(x: 40, y: 40))
    #expect(frame(Rect(x: 40, y: 0, width: 300, height: 40), size, .rightToLeft).origin == Point(x: 240, y: 40))
    #expect(frame(Rect(x: 40, y: 240, width: 300, height: 40), size).origin == Point(x: 40, y: 140))
    let large = frame(Rect(x: 40, y: 100, width: 300, height: 100), Size(width: 900, height: 900))
    #expect(large == Rect(x: 8, y: 8, width: 384, height: 284))
  }

  @Test(arguments: [(Point(x: 20, y: 40), true), (Point(x: 210, y: 40), false)])
  func `a submenu opens on the side with room, level with its item`(point: Point, isAfter: Bool) {
    let stage = MenuStage()
    stage.openUsual(at: .point(point))
    stage.harness.click(at: stage.center("Sort by"))
    let (menu, submenu) = (stage.panels[0], stage.panels[1])
    #expect(isAfter ? submenu.minX == menu.maxX - 4 : submenu.maxX == menu.minX + 4)
    #expect(
      stage.items.first { $0.text == "Name" }?.bounds.minY == stage.items.first { $0.text == "Sort by" }?.bounds.minY)
  }

  @Test func `a menu stays in a window that becomes small, and is laid out again`() {
    let stage = MenuStage()
    stage.openUsual(at: .point(Point(x: 150, y: 100)))
    stage.harness.resize(to: Size(width: 200, height: 120))
    #expect(stage.isOpen)
    #expect(Rect(x: 8, y: 8, width: 184, height: 104).contains(stage.panels[0]))
  }

  // MARK: Long menus

  private func long(_ stage: MenuStage) -> Menu {
    Menu { for number in 0..<40 { stage.action("Item \(number)") } }
  }

  @Test func `a menu that is taller than the window scrolls by the wheel, and the wheel outside closes it`() {
    let stage = MenuStage()
    stage.open(long(stage), byKey: false)
    #expect(stage.panels[0].minY == 8 && stage.panels[0].height == 284)
    let (before, point) = (stage.center("Item 9"), stage.panels[0].center)
    stage.harness.wheel(-1, at: point)
    #expect(stage.center("Item 9").y == before.y - 56)
    stage.harness.wheel(100, at: point)
    #expect(stage.center("Item 9") == before)
    stage.harness.wheel(-100, at: point)
    #expect(stage.items.last.map { $0.bounds.maxY } == 288)
    stage.harness.click(at: stage.center("Item 36"))
    #expect(stage.performed == ["Item 36"])
    stage.open(long(stage), byKey: false)
    stage.harness.wheel(-1, at: Point(x: 390, y: 100))
    #expect(!stage.isOpen)
  }

  @Test func `keys scroll a long menu to the highlighted item`() {
    let stage = MenuStage()
    stage.open(long(stage))
    stage.harness.key(.end)
    #expect(stage.highlighted == "Item 39" && stage.center("Item 39").y == 274)
    stage.harness.key(.up, count: 20)
    #expect(stage.highlighted == "Item 19")
    #expect(Rect(x: 0, y: 28, width: 400, height: 244).contains(stage.center("Item 19")))
    stage.harness.key(.home)
    #expect(stage.center("Item 0").y == 26)
  }

  @Test func `a pointer at the edge and a finger scroll a long menu`() {
    let stage = MenuStage()
    stage.open(long(stage), byKey: false)
    let first = stage.center("Item 9").y
    stage.harness.move(to: Point(x: stage.panels[0].midX, y: 285))
    stage.harness.advance(by: .milliseconds(500))
    #expect(stage.center("Item 9").y < first - 100)
    stage.harness.move(to: stage.panels[0].center)
    let second = stage.center("Item 9").y
    stage.harness.advance(by: .milliseconds(500))
    #expect(stage.center("Item 9").y == second)
    let start = stage.panels[0].center
    stage.harness.touch(.began, at: start)
    stage.harness.touch(.moved, at: start + Point(x: 0, y: 40))
    stage.harness.touch(.ended, at: start + Point(x: 0, y: 40))
    #expect(stage.center("Item 9").y == second + 40)
    #expect(stage.isOpen && stage.performed.isEmpty)
  }

  // MARK: Drawing

  @Test(arguments: [Theme.light, .dark, .highContrastLight, .highContrastDark].map(\.name))
  func `a menu is drawn in the colours of the theme`(name: String) throws {
    let themes: [Theme] = [.light, .dark, .highContrastLight, .highContrastDark]
    let theme = try #require(themes.first { $0.name == name })
    let (stage, colors) = (MenuStage(theme: theme), theme.colors)
    stage.openUsual()
    func text(_ title: String, _ color: Color) -> Bool {
      stage.harness.frame.textSnapshot.split(separator: "\n").contains {
        $0.contains("text \"\(title)\"") && $0.hasSuffix(color.hexText)
      }
    }
    #expect(stage.harness.frame.textSnapshot.contains("r10 \(colors.raised.hexText)"))
    #expect(stage.harness.frame.textSnapshot.contains("shadow") != theme.isHighContrast)
    #expect(text("Open", colors.onAccent) && text("Return", colors.onAccent))
    #expect(stage.harness.frame.textSnapshot.contains("r6 \(colors.accentFill.hexText)"))
    #expect(text("Locked", colors.textDisabled) && text("Sort by", colors.text1))
    // The key of an action that destroys something has that name too.
    #expect(text("Delete", colors.error) && text("Delete", colors.text3))
    stage.harness.key(.end)
    #expect(text("Delete", colors.onFatal) && text("Return", colors.text3))
    #expect(stage.harness.frame.textSnapshot.contains("r6 \(colors.fatal.hexText)"))
  }

  @Test func `the opener of a submenu has the accent until a row of the submenu has it`() {
    let stage = MenuStage()
    let colors = Theme.light.colors
    func fills(_ color: Color) -> Int {
      stage.harness.frame.textSnapshot.split(separator: "\n").count { $0.contains("r6 \(color.hexText)") }
    }
    stage.openUsual(byKey: false)
    stage.harness.click(at: stage.center("Sort by"))
    #expect(fills(colors.accentFill) == 1 && fills(colors.pressedR) == 0)
    stage.harness.key(.down)
    #expect(stage.highlighted == "Name" && fills(colors.accentFill) == 1 && fills(colors.pressedR) == 1)
    stage.harness.key(.left)
    #expect(stage.highlighted == "Sort by" && fills(colors.accentFill) == 1 && fills(colors.pressedR) == 0)
  }

  @Test func `symbols, titles and keys are in columns, mirrored in a right-to-left layout`() {
    func place(_ command: String, _ stage: MenuStage) -> Substring {
      let line = stage.harness.frame.textSnapshot.split(separator: "\n").first { $0.contains(command) }
      return line?.drop { $0 == " " } ?? ""
    }
    let stage = MenuStage()
    stage.openUsual()
    let width = stage.panels[0].width
    #expect(width == 170)
    #expect(place("symbol trash", stage).hasPrefix("symbol trash [14 "))
    #expect(place("text \"Open\"", stage).hasPrefix("text \"Open\" at 38,"))
    #expect(place("text \"Return\"", stage).hasPrefix("text \"Return\" at 109,"))
    let mirrored = MenuStage(direction: .rightToLeft)
    mirrored.openUsual(at: .point(Point(x: 380, y: 40)))
    #expect(mirrored.panels[0].maxX == 380)
    #expect(place("symbol trash", mirrored).hasPrefix("symbol trash [140 "))
    #expect(place("symbol chevronLeft", mirrored).hasPrefix("symbol chevronLeft [16 "))
    #expect(place("text \"Return\"", mirrored).hasPrefix("text \"Return\" at 14,"))
  }

  @Test func `a title that is too long is shortened`() {
    let stage = MenuStage()
    stage.open(Menu { stage.action(String(repeating: "long ", count: 40), key: "L", modifiers: .control) })
    #expect(stage.panels[0].width == 384)
    #expect(stage.harness.frame.textSnapshot.contains("…"))
    #expect(stage.harness.frame.textSnapshot.contains("text \"Ctrl+L\""))
  }

  // MARK: Semantics

  @Test func `an open menu is described with the states of its items, and a submenu below its item`() {
    let stage = MenuStage()
    stage.openUsual()
    stage.harness.key(.down)
    stage.harness.key(.right)
    let lines = stage.harness.frame.semanticsSnapshot.split(separator: "\n").map { line in
      String(line.prefix { $0 != "[" }) + line[(line.lastIndex(of: "]") ?? line.startIndex)...].dropFirst()
    }
    #expect(
      lines.drop { !$0.contains("menu") } == [
        "  menu ", "    menuItem \"Open\"  1/4", "    menuItem \"Locked\"  2/4 disabled",
        "    menuItem \"Sort by\"  3/4 expandable expanded", "      menu \"Sort by\" ",
        "        menuItem \"Name\"  1/2 selected focused", "        menuItem \"Size\"  2/2",
        "    menuItem \"Delete\"  4/4",
      ])
  }
}
