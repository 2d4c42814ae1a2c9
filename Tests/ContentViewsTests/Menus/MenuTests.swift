import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct MenuTests {
  // MARK: The value

  @Test func `a builder lists actions, submenus and separators, and the elements of a menu without a title`() {
    func titles(_ menu: Menu) -> [String] {
      menu.elements.map { element in
        switch element {
        case .action(let action): action.title
        case .submenu(let menu): menu.title + ":" + titles(menu).joined(separator: ",")
        case .separator: "-"
        }
      }
    }
    let (isLarge, names) = (true, ["a", "b"])
    let menu = Menu {
      MenuAction("first") {}
      if isLarge { MenuAction("large") {} } else { MenuAction("small") {} }
      MenuElement.separator
      for name in names { MenuAction(name) {} }
      Menu { MenuAction("inner") {} }
      Menu("more") { MenuAction("last") {} }
      [MenuElement.separator]
    }
    #expect(titles(menu) == ["first", "large", "-", "a", "b", "inner", "more:last", "-"])
    #expect(!menu.isEmpty)
    #expect(Menu { MenuElement.separator }.isEmpty && Menu { Menu("more") {} }.isEmpty)
  }

  @Test func `a key is written with its modifiers`() {
    #expect(KeyShortcut("C", modifiers: [.shift, .control]).description == "Ctrl+Shift+C")
    #expect(KeyShortcut(.delete).description == "Delete")
    #expect(KeyShortcut(.menu, modifiers: .alt).description == "Alt+Menu")
  }

  // MARK: Keys

  @Test func `arrows, Home and End highlight enabled items, around both ends`() {
    let stage = MenuStage()
    stage.openUsual()
    var visited = [stage.highlighted]
    for key in [Key.down, .down, .down, .up, .home, .end] {
      stage.harness.key(key)
      visited.append(stage.highlighted)
    }
    #expect(visited == ["Open", "Sort by", "Delete", "Open", "Delete", "Open", "Delete"])
  }

  @Test func `a letter highlights the next title that begins with it`() {
    let stage = MenuStage()
    stage.open(
      Menu {
        for title in ["Copy", "Cut", "paste", "Crop"] { stage.action(title) }
        stage.action("Clone", isEnabled: false)
      })
    var visited: [String?] = []
    for letter in ["c", "C", "c", "P", "x"] {
      stage.harness.type(letter)
      visited.append(stage.highlighted)
      if letter == "c", visited.count == 3 { stage.harness.advance(by: .milliseconds(1_100)) }
    }
    #expect(visited == ["Cut", "Crop", "Copy", "paste", "paste"])
    #expect(stage.performed.isEmpty)
  }

  @Test func `letters typed within a second make one text, and a pause begins another`() {
    let stage = MenuStage()
    stage.open(
      Menu { for title in ["As in the file", "name", "Number", "résumé", "last name"] { stage.action(title) } })
    stage.harness.type("nu")
    #expect(stage.highlighted == "Number")
    stage.harness.advance(by: .milliseconds(1_100))
    stage.harness.type("na")
    #expect(stage.highlighted == "name")
    stage.harness.type("me")
    #expect(stage.highlighted == "name", "a longer text stays at the row that it found")
    stage.harness.advance(by: .milliseconds(1_100))
    stage.harness.type("RESUME")
    #expect(stage.highlighted == "résumé")
    stage.harness.key(.up)
    stage.harness.type("a")
    #expect(stage.highlighted == "As in the file", "an arrow ends the text")
  }

  @Test func `a text that no title begins with finds one that contains it`() {
    let stage = MenuStage()
    stage.open(Menu { for title in ["first", "last name", "name of b", "col500", "col5000"] { stage.action(title) } })
    stage.harness.type("5000")
    #expect(stage.highlighted == "col5000")
    stage.harness.key(.backspace, count: 4)
    stage.harness.type("name")
    #expect(stage.highlighted == "name of b", "a beginning comes first")
    stage.harness.key(.home)
    stage.harness.type("of b")
    #expect(stage.highlighted == "name of b" && stage.performed.isEmpty, "a space belongs to the text")
    stage.harness.key(.home)
    stage.harness.type("colx")
    #expect(stage.highlighted == "col500", "what finds nothing changes nothing")
    stage.harness.key(.backspace)
    stage.harness.type("500")
    #expect(stage.highlighted == "col500")
    stage.harness.key(.enter)
    #expect(stage.performed == ["col500"])
  }

  @Test func `a text without keys finds a row, but not that of the key that opened the menu`() {
    let stage = MenuStage()
    let menu = Menu { for title in ["one", "size", "two"] { stage.action(title) } }
    let layer = MenuLayer(menu, at: .point(Point(x: 20, y: 40)), owner: stage.button)
    layer.open(in: stage.harness.host, byKey: true)
    // The letter of Alt+S arrives as text before the first frame.
    stage.harness.host.handle(.text("s"), at: stage.harness.now)
    stage.harness.settle()
    #expect(stage.highlighted == "one")
    stage.harness.send(.text("tw"))
    #expect(stage.highlighted == "two")
  }

  @Test func `in a menu of 100,000 rows a text finds the one row, which is shown`() {
    let stage = MenuStage()
    stage.open(Menu { for number in 0..<100_000 { stage.action("col\(number)") } })
    stage.harness.type("col54321")
    #expect(stage.highlighted == "col54321")
    stage.harness.settle()
    #expect(Rect(x: 0, y: 0, width: 400, height: 300).contains(stage.center("col54321")))
    stage.harness.click(at: stage.center("col54320"))
    #expect(stage.performed == ["col54320"])
  }

  @Test(arguments: [Key.enter, .space])
  func `Return and Space perform the highlighted action once, after the menu has closed`(key: Key) {
    let stage = MenuStage()
    var wasOpen: Bool?
    var hadFocus: Bool?
    stage.open(
      Menu {
        MenuAction("Check") {
          wasOpen = stage.isOpen
          hadFocus = stage.button.isFocused
        }
      })
    stage.harness.send(.keyDown(key, [], isRepeat: true))
    #expect(wasOpen == nil)
    stage.harness.key(key, count: 2)
    #expect(wasOpen == false && hadFocus == true)
    stage.harness.settle()
    #expect(stage.items.isEmpty && stage.harness.host.overlays.isEmpty)
  }

  @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
  func `arrows open and close submenus, and Escape closes one level`(direction: LayoutDirection) {
    let isMirrored = direction == .rightToLeft
    let (into, out): (Key, Key) = isMirrored ? (.left, .right) : (.right, .left)
    let stage = MenuStage(direction: direction)
    stage.openUsual(at: .point(Point(x: isMirrored ? 380 : 20, y: 40)))
    stage.harness.key(into)
    #expect(stage.panels.count == 1)
    stage.harness.key(.down)
    stage.harness.key(into)
    #expect(stage.panels.count == 2 && stage.highlighted == "Name")
    #expect(isMirrored ? stage.panels[1].minX < stage.panels[0].minX : stage.panels[1].maxX > stage.panels[0].maxX)
    stage.harness.key(.down)
    #expect(stage.highlighted == "Size")
    stage.harness.key(out)
    #expect(stage.panels.count == 1 && stage.highlighted == "Sort by")
    stage.harness.key(.enter)
    #expect(stage.panels.count == 2 && stage.highlighted == "Name")
    stage.harness.key(.escape)
    #expect(stage.panels.count == 1 && stage.isOpen)
    stage.harness.key(out)
    #expect(stage.isOpen)
    stage.harness.key(.escape)
    #expect(!stage.isOpen && stage.button.isFocused)
    #expect(stage.performed.isEmpty)
  }

  @Test func `a menu whose actions are all disabled opens and highlights none`() {
    let stage = MenuStage()
    stage.open(Menu { stage.action("No", isEnabled: false) })
    for key in [Key.down, .up, .home, .enter, "N"] { stage.harness.key(key) }
    #expect(stage.isOpen && stage.highlighted == nil && stage.performed.isEmpty)
    stage.harness.click(at: stage.center("No"))
    #expect(stage.isOpen && stage.performed.isEmpty)
  }

  @Test func `typed text does not reach the views below`() {
    let field = TextField()
    let harness = ViewHarness(content: field)
    harness.host.focus(field)
    MenuLayer(Menu { MenuAction("One") {} }, at: .point(.zero), owner: field).open(in: harness.host, byKey: true)
    harness.type("abc")
    #expect(field.text.isEmpty)
    harness.key(.tab)
    harness.type("abc")
    #expect(field.text == "abc")
  }

  @Test func `a text field keeps its caret and selection while a menu is open`() {
    let field = TextField("harbour")
    let harness = ViewHarness(content: field)
    harness.host.focus(field)
    for range in [3..<3, 2..<5] {
      field.selection = range
      MenuLayer(Menu { MenuAction("One") {} }, at: .point(.zero), owner: field).open(in: harness.host, byKey: true)
      harness.key(.escape)
      harness.settle()
      #expect(harness.host.focusedView === field && field.selection == range)
    }
  }

  // MARK: The pointer

  @Test func `the pointer highlights items, and a click performs an action`() {
    let stage = MenuStage()
    stage.openUsual(byKey: false)
    #expect(stage.highlighted == nil)
    stage.harness.move(to: stage.center("Open"))
    #expect(stage.highlighted == "Open")
    stage.harness.move(to: stage.center("Locked"))
    #expect(stage.highlighted == nil)
    stage.harness.click(at: stage.center("Locked"))
    #expect(stage.isOpen)
    stage.harness.click(at: stage.center("Delete"))
    #expect(stage.performed == ["Delete"] && !stage.isOpen)
  }

  @Test func `a resting pointer does not take the highlight back from a key`() {
    let stage = MenuStage()
    stage.openUsual(byKey: false)
    stage.harness.move(to: stage.center("Open"))
    stage.harness.key(.end)
    stage.harness.settle()
    #expect(stage.highlighted == "Delete")
  }

  @Test func `a submenu opens after a while under the pointer, or at once by a click, and closes after it left`() {
    let stage = MenuStage()
    stage.openUsual(byKey: false)
    stage.harness.move(to: stage.center("Sort by"))
    stage.harness.advance(by: .milliseconds(100))
    #expect(stage.panels.count == 1)
    stage.harness.advance(by: .milliseconds(200))
    #expect(stage.panels.count == 2 && stage.highlighted == "Sort by")
    // On the way to the submenu the pointer passes another item.
    stage.harness.move(to: stage.center("Locked"))
    stage.harness.advance(by: .milliseconds(100))
    stage.harness.move(to: stage.center("Size"))
    stage.harness.advance(by: .milliseconds(400))
    #expect(stage.panels.count == 2 && stage.highlighted == "Size")
    stage.harness.move(to: stage.center("Open"))
    stage.harness.advance(by: .milliseconds(400))
    #expect(stage.panels.count == 1 && stage.highlighted == "Open")
    stage.harness.click(at: stage.center("Sort by"))
    #expect(stage.panels.count == 2 && stage.isOpen)
    stage.harness.click(at: stage.center("Size"))
    #expect(stage.performed == ["Size"] && !stage.isOpen)
  }

  @Test func `a press outside closes the menu and does nothing else`() {
    let stage = MenuStage()
    var clicks = 0
    stage.button.onActivate = { clicks += 1 }
    stage.openUsual(at: .point(Point(x: 200, y: 60)))
    stage.harness.click(stage.button)
    #expect(!stage.isOpen && clicks == 0)
    stage.harness.click(stage.button)
    #expect(clicks == 1)
  }

  @Test func `a pressed button that is dragged to an action and released there performs it`() {
    let stage = MenuStage()
    stage.openUsual(byKey: false)
    stage.harness.press(at: stage.center("Open"))
    stage.harness.move(to: stage.center("Delete"))
    stage.harness.release()
    #expect(stage.performed == ["Delete"])
    stage.openUsual(byKey: false)
    stage.harness.press(at: stage.center("Open"))
    stage.harness.move(to: Point(x: 390, y: 290))
    stage.harness.release()
    #expect(stage.performed == ["Delete"] && stage.isOpen)
  }

  @Test func `a finger performs an action, and closes the menu by a touch outside`() {
    let stage = MenuStage()
    stage.openUsual(byKey: false)
    stage.harness.touch(.began, at: stage.center("Open"))
    stage.harness.touch(.ended, at: stage.center("Open"))
    #expect(stage.performed == ["Open"])
    stage.openUsual(byKey: false)
    stage.harness.touch(.began, at: Point(x: 390, y: 290))
    #expect(!stage.isOpen)
    stage.harness.touch(.ended, at: Point(x: 390, y: 290))
    #expect(stage.performed == ["Open"])
  }

  // MARK: The window

  @Test func `a deactivated window, another focus and a hidden owner close the menu`() {
    let stage = MenuStage()
    stage.openUsual()
    stage.harness.send(.activation(false))
    #expect(!stage.isOpen)
    stage.openUsual()
    stage.harness.host.focus(nil)
    #expect(!stage.isOpen)
    stage.openUsual()
    stage.button.isHidden = true
    #expect(!stage.isOpen && !stage.button.isFocused)
    stage.button.isHidden = false
    stage.openUsual()
    stage.button.removeFromParent()
    stage.harness.settle()
    #expect(!stage.isOpen && stage.harness.host.focusedView == nil && stage.harness.host.overlays.isEmpty)
  }

  @Test(arguments: MotionPolicy.allCases)
  func `a closed menu fades and is gone, without motion at once`(motion: MotionPolicy) {
    let stage = MenuStage(motion: motion)
    stage.openUsual()
    stage.harness.key(.escape)
    #expect(stage.harness.host.overlays.isEmpty == (motion == .off))
    stage.harness.settle()
    #expect(stage.harness.host.overlays.isEmpty)
    stage.harness.click(stage.button)
    let frames = stage.harness.framesMade
    stage.harness.advance(by: .seconds(2))
    #expect(stage.harness.framesMade - frames < 30)
  }
}
