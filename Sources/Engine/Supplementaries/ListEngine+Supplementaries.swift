import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// What a layout places beside cells, headers and footers: badges, decorations, boundary items of other kinds.
extension ListEngine {
  /// Finds the hosts of the badges on screen, which come right before them.
  func attachBadges() {
    var host: BoundItem?
    for item in items.bound {
      switch item.key.kind {
      case .item: host = item
      case .badge: item.hostItem = host?.key.path == item.key.host ? host : nil
      default: break
      }
    }
  }

  // MARK: Handlers of visible items

  /// Asks the sections' handlers how what is visible is to look in this frame.
  func runHandlerPass() {
    guard layout.solver.hasVisibleItemsHandlers || paint.hasOverrides else { return }
    paint.hasOverrides = layout.solver.hasVisibleItemsHandlers
    for item in items.bound where item.attributeOverride != nil {
      item.attributeOverride = nil
      item.drawOrder = item.drawOrder(at: item.zIndex)
    }
    layout.solver.handleVisibleItems(layout.visible, scroll: contentOffset, items: &paint.visibleItems) {
      element, visible in
      handle(element, visible)
    }
  }

  private func handle(_ element: LayoutElement, _ visible: LayoutVisibleItem) {
    guard let item = items.item(at: element.key) else { return }
    let look = AttributeOverride(
      offset: Self.sane(visible.center - element.frame.center), size: Self.sane(visible.size, element.frame.size),
      alpha: visible.alpha.isFinite ? min(1, max(0, visible.alpha)) : 1,
      scale: visible.scale.isFinite ? max(0, visible.scale) : 1, isHidden: visible.isHidden)
    item.attributeOverride = look
    item.drawOrder = item.drawOrder(at: visible.zIndex)
  }

  private static func sane(_ offset: Point) -> Point { offset.x.isFinite && offset.y.isFinite ? offset : .zero }

  private static func sane(_ size: Size, _ declared: Size) -> Size {
    size.width.isFinite && size.height.isFinite && size.width >= 0 && size.height >= 0 ? size : declared
  }
}

extension Row {
  /// Stands for what a layout asked for and the list does not have.
  static var nothing: Row { Row(component: EmptyComponent()) }
}

/// Shows nothing.
struct EmptyComponent: Component {
  func renderContent() -> View { View() }
  func render(in content: View) {}
}

/// The line below a row where the program does not show another one.
struct SeparatorLine: Component {
  func renderContent() -> SeparatorView { SeparatorView() }
  func render(in content: SeparatorView) {}
}

final class SeparatorView: View {
  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.fill(bounds, environment.theme.colors.separator)
  }
}
