import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// Menus during which the list changes, and actions that change it.
@MainActor
struct ContextMenuTroubleTests {
  @Test func `the menu closes if its item is deleted`() {
    let stage = ContextMenuStage()
    stage.rightClick(2)
    stage.ids.removeAll { $0 == 2 }
    stage.apply()
    stage.harness.settle()
    #expect(!stage.isOpen && stage.performed.isEmpty && stage.list.isFocused)
    #expect(stage.harness.host.overlays.isEmpty)
    stage.rightClick(4)
    stage.list.reloadData()
    stage.harness.settle()
    #expect(!stage.isOpen)
  }

  @Test func `the menu stays open through other updates, and its actions act on the same items`() {
    let stage = ContextMenuStage()
    stage.harness.click(at: stage.center(2))
    stage.harness.click(at: stage.center(4), modifiers: .control)
    stage.rightClick(2)
    stage.harness.key(.end)
    stage.ids = [100, 101] + stage.ids.filter { $0 != 3 }
    stage.apply()
    stage.harness.settle()
    #expect(stage.isOpen)
    #expect(stage.menuItems.first { $0.states.contains(.focused) }?.text == "Delete")
    stage.harness.key(.enter)
    #expect(stage.performed == ["delete 2 4"])
  }

  @Test func `an open submenu stays open if the newer menu has it, and closes if not`() {
    let stage = ContextMenuStage()
    var hasMore = true
    stage.content = { stage, paths in
      Menu {
        for id in stage.ids.suffix(1) { MenuAction("Last \(id)") {} }
        if hasMore {
          Menu("More") {
            MenuAction("One") {}
            MenuAction("Two") {}
          }
        }
      }
    }
    stage.apply()
    stage.rightClick(2)
    for key in [Key.end, .right, .down] { stage.harness.key(key) }
    #expect(stage.titles == ["Last 19", "More", "One", "Two"])
    stage.ids.append(20)
    stage.apply()
    stage.harness.settle()
    #expect(stage.titles == ["Last 20", "More", "One", "Two"])
    #expect(stage.menuItems.first { $0.states.contains(.focused) }?.text == "Two")
    hasMore = false
    stage.ids.append(21)
    stage.apply()
    stage.harness.settle()
    #expect(stage.titles == ["Last 21"])
    stage.content = { _, _ in Menu {} }
    stage.apply()
    stage.harness.settle()
    #expect(!stage.isOpen)
  }

  @Test func `a hidden or removed list closes its menu`() {
    let root = View()
    let stage = ContextMenuStage()
    stage.harness.host.content = root
    root.addChild(stage.list)
    stage.list.frame = Rect(x: 0, y: 0, width: 400, height: 300)
    stage.harness.settle()
    stage.rightClick(2)
    #expect(stage.isOpen)
    stage.list.isHidden = true
    stage.harness.settle()
    #expect(!stage.isOpen)
    stage.list.isHidden = false
    stage.harness.settle()
    stage.rightClick(2)
    #expect(stage.isOpen)
    stage.list.removeFromParent()
    stage.harness.settle()
    #expect(!stage.isOpen && stage.harness.host.focusedView == nil)
  }

  @Test func `calls of an action take effect in their order, after the menu has closed`() {
    let stage = ContextMenuStage(200)
    var seen: [Int] = []
    stage.content = { stage, paths in
      Menu {
        MenuAction("Go", key: "G") {
          stage.ids.insert(500, at: 0)
          stage.submit()
          stage.list.select(ElementPath(section: 0, item: 0))
          stage.list.scroll(to: .item(ElementPath(section: 0, item: 150)), animated: false)
          seen.append(stage.list.snapshot().sections[0].count)
        }
      }
    }
    stage.apply()
    stage.rightClick(2)
    stage.click("Go")
    #expect(seen == [201] && stage.selected == [500])
    #expect(stage.visibleTexts.contains("149"))
    stage.harness.key("G")
    stage.harness.settle()
    #expect(seen == [201, 202])
  }

  @Test func `a program may change its list while it makes a menu`() {
    let stage = ContextMenuStage()
    stage.content = { stage, paths in
      stage.ids.append(100 + stage.ids.count)
      if stage.ids.count < 30 { stage.submit() }
      return stage.usual(paths)
    }
    stage.apply()
    stage.rightClick(2)
    #expect(stage.isOpen)
    stage.click("Open")
    #expect(stage.performed == ["open 2"])
    stage.harness.key(.delete)
    #expect(stage.performed.last == "delete 2")
  }

  @Test func `an action that deletes its items leaves the focus to a neighbour`() {
    let stage = ContextMenuStage()
    stage.content = { stage, paths in
      Menu {
        MenuAction("Delete", key: .delete, role: .destructive) {
          for path in paths.reversed() { stage.ids.remove(at: path.item) }
          stage.apply()
        }
      }
    }
    stage.apply()
    stage.harness.click(at: stage.center(1))
    for _ in 0..<3 {
      stage.harness.key(.menu)
      stage.harness.settle()
      stage.harness.key(.enter)
      stage.harness.settle()
    }
    #expect(stage.ids == [0] + Array(4..<20))
    #expect(stage.list.focusedItem?.item == 1)
  }

  @Test func `the menu of a selection of a million items opens, and its key acts on all of them`() {
    let stage = ContextMenuStage(1_000_000)
    var counts: [Int] = []
    stage.content = { _, paths in Menu { MenuAction("Count", key: .delete) { counts.append(paths.count) } } }
    stage.apply()
    stage.list.selectAll()
    stage.harness.click(at: stage.center(1), button: .right)
    stage.harness.settle()
    stage.click("Count")
    stage.harness.key(.delete)
    #expect(counts == [1_000_000, 1_000_000])
  }

  /// Returns a menu with an action that deletes the items, and a long submenu.
  private static func deleting(_ stage: ContextMenuStage, _ paths: [ElementPath]) -> Menu {
    let ids = Set(paths.map { stage.list.id(at: $0) })
    return Menu {
      MenuAction("Delete", key: .delete) {
        stage.ids.removeAll { ids.contains(ElementID($0)) }
        stage.apply()
      }
      Menu("More") { for number in 0..<20 { MenuAction("\(number)", isEnabled: number % 3 != 0) {} } }
    }
  }

  @Test func `the list and the focus stay consistent, whatever happens while menus are open`() {
    for seed in 0..<UInt64(perBuild(debug: 12, optimized: 200)) {
      var random = SeededGenerator(seed: seed)
      let stage = ContextMenuStage(12)
      stage.content = Self.deleting
      stage.apply()
      var next = 100
      func point() -> Point {
        Point(x: .random(in: -5..<405, using: &random), y: .random(in: -5..<305, using: &random))
      }
      let keys: [Key] = [.menu, .up, .down, .left, .right, .enter, .escape, .delete, .tab, .end, "M"]
      for _ in 0..<60 {
        switch Int.random(in: 0..<9, using: &random) {
        case 0: stage.harness.click(at: point(), button: .right)
        case 1: stage.harness.click(at: point(), modifiers: Bool.random(using: &random) ? .control : [])
        case 2, 3: stage.harness.key(keys.randomElement(using: &random) ?? .down)
        case 4: stage.harness.move(to: point())
        case 5: stage.harness.wheel(Double.random(in: -2..<2, using: &random), at: point())
        case 6:
          next += 1
          stage.ids.insert(next, at: Int.random(in: 0...stage.ids.count, using: &random))
          stage.apply()
        case 7 where !stage.ids.isEmpty:
          stage.ids.remove(at: Int.random(in: 0..<stage.ids.count, using: &random))
          stage.apply()
        default:
          let place = point()
          stage.harness.touch(.began, at: place)
          stage.harness.advance(by: .milliseconds(Int.random(in: 0..<700, using: &random)))
          stage.harness.touch(.moved, at: place + Point(x: 3, y: 3))
          stage.harness.touch(.ended, at: place + Point(x: 3, y: 3))
        }
        stage.harness.advance(by: .milliseconds(Int.random(in: 1..<300, using: &random)))
        #expect(stage.harness.semantics.count { $0.role == .menu && $0.depth == 1 } <= 1, "seed \(seed)")
      }
      stage.harness.key(.escape, count: 3)
      stage.harness.settle()
      #expect(!stage.isOpen && stage.harness.host.overlays.isEmpty, "seed \(seed)")
      stage.harness.wheel(100, at: Point(x: 200, y: 150))
      stage.harness.settle()
      #expect(stage.visibleTexts == stage.ids.prefix(8).map { "\($0)" }, "seed \(seed)")
    }
  }
}
