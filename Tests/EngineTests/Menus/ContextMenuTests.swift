import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct ContextMenuTests {
  // MARK: The pointer

  @Test func `a right click selects the item alone and opens the menu for it at the pointer`() {
    let stage = ContextMenuStage()
    stage.rightClick(2)
    #expect(stage.titles == ["Open", "Locked", "Delete"])
    #expect(stage.menuFrame?.contains(stage.center(2) + Point(x: 1, y: 1)) == true)
    #expect(stage.selected == [2] && stage.performed.isEmpty)
    stage.click("Open")
    #expect(stage.performed == ["open 2"] && !stage.isOpen && stage.list.isFocused)
  }

  @Test func `a right click on one of several selected items opens the menu for all of them`() {
    let stage = ContextMenuStage()
    stage.harness.click(at: stage.center(1))
    stage.harness.click(at: stage.center(3), modifiers: .shift)
    stage.rightClick(2)
    stage.click("Delete")
    #expect(stage.performed == ["delete 1 2 3"] && stage.selected == [1, 2, 3])
    stage.rightClick(5)
    stage.click("Delete")
    #expect(stage.performed.last == "delete 5" && stage.selected == [5])
  }

  @Test func `in a list without selection the menu is for the item under the pointer`() {
    let stage = ContextMenuStage(mode: .none)
    stage.rightClick(4)
    stage.click("Open")
    #expect(stage.performed == ["open 4"] && stage.selected.isEmpty)
  }

  @Test func `a right click beside the items opens the menu of the background`() {
    let stage = ContextMenuStage(2)
    stage.harness.click(at: stage.center(1))
    stage.harness.click(at: Point(x: 100, y: 200), button: .right)
    stage.harness.settle()
    stage.click("Open")
    #expect(stage.performed == ["open "] && stage.selected.isEmpty)
  }

  @Test func `the actions of a cell are before those of the list, and only they act on one item`() {
    let stage = ContextMenuStage()
    stage.cellContent = { stage, context in
      Menu { MenuAction("Cell \(context.id)") { stage.performed.append("cell \(context.path.item)") } }
    }
    stage.apply()
    stage.rightClick(2)
    #expect(stage.titles == ["Cell 2", "Open", "Locked", "Delete"])
    stage.click("Cell 2")
    #expect(stage.performed == ["cell 2"])
    stage.harness.click(at: stage.center(4), modifiers: .control)
    stage.rightClick(2)
    #expect(stage.titles == ["Open", "Locked", "Delete"])
    stage.harness.key(.escape)
    stage.content = nil
    stage.apply()
    stage.rightClick(2)
    #expect(stage.titles == ["Cell 2"])
  }

  @Test func `cells with identity have menus too`() {
    let list = CollectionView()
    let harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
    var opened: [ElementID] = []
    list.apply(
      List {
        Cell(id: "a", component: Plate(text: "a")).contextMenu { context in
          MenuAction("Open") { opened.append(context.id) }
        }
      })
    harness.show()
    harness.click(at: Point(x: 50, y: 20), button: .right)
    harness.key(.down)
    harness.key(.enter)
    #expect(opened == [ElementID("a")])
  }

  @Test func `menus without actions do not open`() {
    let stage = ContextMenuStage()
    stage.content = { _, _ in
      Menu {
        MenuElement.separator
        Menu("More") {}
      }
    }
    stage.apply()
    stage.rightClick(2)
    #expect(!stage.isOpen && stage.selected == [2] && stage.harness.host.overlays.isEmpty)
    stage.harness.key(.menu)
    stage.harness.settle()
    #expect(!stage.isOpen && stage.list.isFocused)
    stage.longPress(3)
    #expect(!stage.isOpen)
    stage.harness.touch(.ended, at: stage.center(3))
    #expect(stage.selected == [3])
  }

  @Test func `the button that opened the menu can be released on an action`() {
    let stage = ContextMenuStage()
    stage.harness.press(at: stage.center(2), button: .right)
    #expect(stage.isOpen)
    let delete = stage.menuItems.first { $0.text == "Delete" }?.bounds.center ?? .zero
    stage.harness.move(to: delete)
    stage.harness.release(button: .right)
    #expect(stage.performed == ["delete 2"])
  }

  @Test func `a menu that opens below the pointer does not take its release for a choice`() {
    let stage = ContextMenuStage()
    stage.content = { stage, paths in
      Menu { for number in 0..<30 { MenuAction("\(number)") { stage.performed.append("\(number)") } } }
    }
    stage.apply()
    stage.rightClick(3)
    #expect(stage.isOpen && stage.performed.isEmpty)
  }

  @Test func `a right press outside opens the menu of another item, and the wheel outside scrolls`() {
    let stage = ContextMenuStage(100)
    stage.harness.click(at: Point(x: 20, y: 60), button: .right)
    stage.harness.settle()
    stage.harness.click(at: Point(x: 20, y: 260), button: .right)
    stage.harness.settle()
    #expect(stage.selected == [6] && stage.harness.host.overlays.count == 1)
    stage.click("Open")
    #expect(stage.performed == ["open 6"])
    stage.rightClick(1)
    stage.harness.wheel(-1, at: Point(x: 390, y: 280))
    stage.harness.settle()
    #expect(!stage.isOpen && stage.offset == 96)
  }

  @Test(arguments: [MotionPolicy.full, .off])
  func `a left press outside only closes the menu`(motion: MotionPolicy) {
    let stage = ContextMenuStage(motion: motion)
    stage.rightClick(1)
    stage.harness.click(at: Point(x: 20, y: 260))
    stage.harness.settle()
    #expect(!stage.isOpen && stage.selected == [1] && stage.list.isFocused)
    stage.harness.click(at: Point(x: 20, y: 260))
    #expect(stage.selected == [6])
    stage.harness.click(at: Point(x: 20, y: 60), button: .right)
    stage.harness.click(at: Point(x: 20, y: 260), button: .right)
    stage.harness.settle()
    #expect(stage.isOpen && stage.selected == [6] && stage.harness.host.pressedView == nil)
  }

  // MARK: Touch

  @Test func `a long press opens the menu, and the release then neither selects nor chooses`() {
    let stage = ContextMenuStage()
    stage.longPress(2)
    #expect(stage.isOpen && stage.selected == [2])
    stage.harness.touch(.ended, at: stage.center(2))
    stage.harness.settle()
    #expect(stage.isOpen && stage.performed.isEmpty)
    let open = stage.menuItems.first { $0.text == "Open" }?.bounds.center ?? .zero
    stage.harness.touch(.began, at: open)
    stage.harness.touch(.ended, at: open)
    #expect(stage.performed == ["open 2"])
  }

  @Test func `a finger can go from a long press to an action`() {
    let stage = ContextMenuStage()
    stage.longPress(2)
    stage.harness.touch(.moved, at: stage.menuItems.last?.bounds.center ?? .zero)
    stage.harness.touch(.ended, at: stage.menuItems.last?.bounds.center ?? .zero)
    #expect(stage.performed == ["delete 2"])
  }

  @Test func `a touch that moves or ends early opens no menu`() {
    let stage = ContextMenuStage(100)
    stage.harness.touch(.began, at: stage.center(3))
    stage.harness.advance(by: .milliseconds(200))
    stage.harness.touch(.moved, at: stage.center(3) - Point(x: 0, y: 60))
    stage.harness.advance(by: .milliseconds(600))
    stage.harness.touch(.ended, at: stage.center(3) - Point(x: 0, y: 60))
    stage.harness.settle()
    #expect(!stage.isOpen && stage.offset > 0)
    stage.harness.touch(.began, at: Point(x: 20, y: 100))
    stage.harness.touch(.ended, at: Point(x: 20, y: 100))
    stage.harness.advance(by: .milliseconds(600))
    #expect(!stage.isOpen && stage.selected.count == 1)
  }

  @Test func `in a list that can be reordered a long press lifts, and opens the menu if nothing was moved`() {
    let stage = ContextMenuStage()
    var reorders: [Reorder] = []
    stage.decorate = { $0.onReorder { _, reorder in reorders.append(reorder) } }
    stage.apply()
    stage.longPress(2)
    #expect(!stage.isOpen)
    stage.harness.touch(.ended, at: stage.center(2))
    stage.harness.settle()
    #expect(stage.isOpen && reorders.isEmpty && stage.selected == [2])
    stage.harness.key(.escape)
    let start = stage.center(2)
    stage.longPress(2)
    for step in 1...10 {
      stage.harness.touch(.moved, at: start + Point(x: 0, y: Double(step) * 10))
      stage.harness.advance(by: .milliseconds(50))
    }
    stage.harness.touch(.ended, at: start + Point(x: 0, y: 100))
    stage.harness.settle()
    #expect(!stage.isOpen && reorders.count == 1)
  }

  // MARK: Keys

  @Test(arguments: [(Key.menu, Modifiers()), ("F10", .shift)])
  func `the menu key and Shift+F10 open the menu below the focused item`(key: Key, modifiers: Modifiers) throws {
    let stage = ContextMenuStage()
    stage.harness.click(at: stage.center(1))
    stage.harness.key(key, modifiers: modifiers)
    stage.harness.settle()
    #expect(stage.menuFrame?.minY == 80)
    #expect(stage.menuItems.first?.states.contains(.focused) == true)
    stage.harness.key(.enter)
    #expect(stage.performed == ["open 1"] && stage.list.isFocused)
  }

  @Test func `the menu key reveals a focused item that is out of view, and opens the menu there`() throws {
    let stage = ContextMenuStage(200)
    stage.harness.click(at: stage.center(1))
    stage.list.scroll(to: .end, animated: false)
    stage.harness.settle()
    stage.harness.key(.menu)
    stage.harness.settle()
    let (menu, item) = (try #require(stage.menuFrame), try #require(stage.frame("1")))
    #expect(Rect(x: 0, y: 0, width: 400, height: 300).contains(item))
    #expect(menu.minY == item.maxY || menu.maxY == item.minY)
    stage.harness.key(.enter)
    #expect(stage.performed == ["open 1"])
  }

  @Test func `without a focused item the menu key opens the menu of the background`() {
    let stage = ContextMenuStage(mode: .none)
    stage.harness.key(.menu)
    stage.harness.settle()
    #expect(stage.menuFrame?.origin == Point(x: 8, y: 8))
    stage.harness.key(.enter)
    #expect(stage.performed == ["open "])
  }

  @Test func `the key of an action performs it without the menu, for the selection or the focused item`() {
    let stage = ContextMenuStage()
    stage.harness.click(at: stage.center(1))
    stage.harness.key(.down, modifiers: .shift)
    stage.harness.key(.delete)
    #expect(stage.performed == ["delete 1 2"] && !stage.isOpen)
    stage.harness.key(.down, modifiers: .control)
    stage.harness.key("O", modifiers: .control)
    #expect(stage.performed.last == "open 3" && stage.selected == [3])
    stage.harness.key("L", modifiers: .control)
    stage.harness.key(.delete, modifiers: .shift)
    stage.harness.send(.keyDown(.delete, [], isRepeat: true))
    #expect(stage.performed.count == 2)
  }

  @Test func `while an item is dragged its menu does not open, and the keys of its actions do nothing`() {
    let stage = ContextMenuStage()
    var reorders: [Reorder] = []
    stage.decorate = { $0.onReorder { _, reorder in reorders.append(reorder) } }
    stage.apply()
    stage.harness.click(at: stage.center(1))
    let start = stage.center(1)
    stage.harness.press(at: start)
    for step in 1...10 {
      stage.harness.move(to: start + Point(x: 0, y: Double(step) * 10))
      stage.harness.advance(by: .milliseconds(50))
    }
    stage.harness.key(.menu)
    stage.harness.key("F10", modifiers: .shift)
    stage.harness.key(.delete)
    stage.harness.advance(by: .milliseconds(50))
    #expect(!stage.isOpen && stage.performed.isEmpty && reorders.isEmpty)
    stage.harness.release()
    stage.harness.settle()
    #expect(reorders.count == 1, "the drag went on")
    stage.harness.key(.delete)
    stage.harness.key(.menu)
    stage.harness.settle()
    #expect(stage.performed.count == 1 && stage.isOpen, "after the drop both work again")
  }

  @Test func `keys that move the focus and Escape keep their meaning`() {
    let stage = ContextMenuStage()
    stage.content = { stage, _ in
      Menu {
        for key in [Key.down, .home, .escape, .tab] {
          MenuAction(key.name, key: key) { stage.performed.append(key.name) }
        }
        MenuAction("Up", key: .up, modifiers: .alt) { stage.performed.append("Alt+Up") }
      }
    }
    stage.apply()
    stage.harness.click(at: stage.center(1))
    stage.harness.key(.down)
    #expect(stage.list.focusedItem?.item == 2)
    for key in [Key.home, .escape, .tab] { stage.harness.key(key) }
    #expect(stage.performed.isEmpty && stage.selected.isEmpty)
    stage.harness.key(.up, modifiers: .alt)
    #expect(stage.performed == ["Alt+Up"])
  }

  @Test func `the first enabled one of two actions with one key is performed, and the problem is reported once`() {
    let stage = ContextMenuStage()
    var problems: [Problem] = []
    stage.list.onProblem = { problems.append($0) }
    stage.content = { stage, _ in
      Menu {
        MenuAction("Off", key: .delete, isEnabled: false) { stage.performed.append("off") }
        Menu("More") { MenuAction("First", key: .delete) { stage.performed.append("first") } }
        MenuAction("Second", key: .delete) { stage.performed.append("second") }
      }
    }
    stage.apply()
    stage.harness.click(at: stage.center(1))
    stage.harness.key(.delete, count: 2)
    stage.rightClick(2)
    #expect(stage.performed == ["first", "first"])
    #expect(problems == [.repeatedShortcut(KeyShortcut(.delete), first: "First", second: "Second")])
    #expect(problems.first?.description == "the menu actions First and Second have the same key Delete")
  }
}
