import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct PickerTests {
  private let picker = Picker(["Small", "Medium", "Large"], selectedIndex: 1)
  private let harness: ViewHarness

  /// The indices that the user chose.
  @MainActor
  private final class Chosen { var indices: [Int] = [] }

  private let chosen = Chosen()

  init() {
    let root = View()
    root.addChild(picker)
    picker.frame = Rect(x: 20, y: 20, width: 140, height: 32)
    harness = ViewHarness(content: root)
    picker.accessibleName = "Size"
    picker.onChange = { [chosen] in chosen.indices.append($0) }
  }

  private var items: [SemanticsNode] { harness.semantics.filter { $0.role == .menuItem } }

  @Test func `a click opens the options below the picker, and a click on one selects it`() throws {
    harness.click(picker)
    harness.settle()
    #expect(items.map(\.text) == ["Small", "Medium", "Large"])
    #expect(items.map { $0.states.contains(.selected) } == [false, true, false])
    #expect(items[0].bounds.minY > 52 && items[0].bounds.minX >= 20)
    harness.click(at: items[2].bounds.center)
    harness.settle()
    #expect(chosen.indices == [2] && picker.selectedIndex == 2 && items.isEmpty)
    #expect(harness.frame.semanticsSnapshot.contains("button \"Size: Large\""))
  }

  @Test func `arrows, Home and End select without the menu, Space and Alt with an arrow open it`() {
    harness.key(.tab)
    harness.key(.down)
    harness.key(.down)
    harness.key(.home)
    harness.key(.up)
    harness.key(.end)
    #expect(chosen.indices == [2, 0, 2])
    harness.key(.space)
    harness.settle()
    #expect(items.count == 3)
    harness.key(.escape)
    harness.settle()
    #expect(items.isEmpty && harness.host.focusedView === picker)
    harness.key(.down, modifiers: .alt)
    harness.settle()
    // The selected option is highlighted at first.
    harness.key(.up)
    harness.key(.enter)
    harness.settle()
    #expect(chosen.indices == [2, 0, 2, 1])
  }

  @Test func `a disabled picker and one without options open nothing`() {
    picker.isEnabled = false
    harness.click(picker)
    harness.settle()
    #expect(items.isEmpty)
    picker.isEnabled = true
    picker.options = []
    harness.click(picker)
    harness.key(.down)
    harness.settle()
    #expect(items.isEmpty && chosen.indices.isEmpty)
    picker.placeholder = "None"
    #expect(picker.semanticsText == "Size: None")
  }
}
