import Scrollwork
import ScrollworkTesting

/// A window of 400 x 300 with a button, above which a menu opens.
@MainActor
final class MenuStage {
  let button = Button("Below")
  let harness: ViewHarness
  /// The titles of the performed actions.
  private(set) var performed: [String] = []
  private(set) var layer: MenuLayer?

  init(direction: LayoutDirection = .leftToRight, theme: Theme = .light, motion: MotionPolicy = .full) {
    let root = View()
    root.addChild(button)
    button.frame = Rect(x: 0, y: 0, width: 120, height: 32)
    harness = ViewHarness(content: root, theme: theme, motion: motion)
    harness.changeEnvironment { $0.direction = direction }
    harness.host.focus(button)
  }

  /// Makes an action that is recorded when it is performed.
  func action(
    _ title: String, symbol: Symbol? = nil, key: Key? = nil, modifiers: Modifiers = [],
    role: MenuAction.Role = .normal, isEnabled: Bool = true, isOn: Bool = false
  ) -> MenuAction {
    MenuAction(
      title, symbol: symbol, key: key, modifiers: modifiers, role: role, isEnabled: isEnabled, isOn: isOn
    ) { [weak self] in self?.performed.append(title) }
  }

  func open(_ menu: Menu, at place: MenuPlace = .point(Point(x: 20, y: 40)), byKey: Bool = true) {
    let layer = MenuLayer(menu, at: place, owner: button)
    self.layer = layer
    layer.open(in: harness.host, byKey: byKey)
    harness.settle()
  }

  /// Opens a menu with an action, a disabled one, a submenu and another action.
  func openUsual(at place: MenuPlace = .point(Point(x: 20, y: 40)), byKey: Bool = true) {
    open(
      Menu {
        action("Open", key: .enter)
        action("Locked", isEnabled: false)
        Menu("Sort by") {
          action("Name", isOn: true)
          action("Size")
        }
        MenuElement.separator
        action("Delete", symbol: .trash, key: .delete, role: .destructive)
      }, at: place, byKey: byKey)
  }

  var items: [SemanticsNode] { harness.semantics.filter { $0.role == .menuItem } }
  var panels: [Rect] { harness.semantics.filter { $0.role == .menu }.map(\.bounds) }
  var isOpen: Bool { layer?.isOpen == true }
  var highlighted: String? { items.first { $0.states.contains(.focused) }?.text }

  func center(_ title: String) -> Point { items.first { $0.text == title }?.bounds.center ?? .zero }
}
