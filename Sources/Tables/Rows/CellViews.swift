import ScrollworkContentViews
import ScrollworkEngine
import ScrollworkGeometry
import ScrollworkHostInterface

/// The views of those cells of a row that show components. Only visible columns have views; a cell with the keyboard
/// focus keeps its view even if its column is off screen.
@MainActor
final class CellViews {
  private struct Cell {
    let column: Int
    var component: AnyComponent
    let view: View
  }

  private var cells: [Cell] = []
  /// The parents of the views. They clip the views where pinned columns cover the others.
  private let (scrolled, pinned) = (View(), View())
  private weak var pool: CellPool?

  /// The x coordinate of cells that are kept although their columns are off screen, in logical pixels.
  private static let outOfSight = -100_000.0

  func addContainers(to row: View) {
    for container in [scrolled, pinned] {
      container.clipsToBounds = true
      container.isHidden = true
      row.addChild(container)
    }
  }

  /// Makes cells for the visible columns, and recycles those of other columns.
  func follow(_ row: TableRowContent, _ columns: ColumnLayout, _ pool: CellPool) {
    self.pool = pool
    let slots = columns.slots.filter { !columns.set.specs[$0.column].isText }
    guard !slots.isEmpty || !cells.isEmpty else { return }
    cells.removeAll { cell in
      if slots.contains(where: { $0.column == cell.column }) || Self.hasFocus(cell.view) { return false }
      recycle(cell)
      return true
    }
    for slot in slots where !cells.contains(where: { $0.column == slot.column }) {
      guard let column = row.column(slot.column, of: columns.set), let component = row.component(column) else {
        continue
      }
      cells.append(make(component, slot.column))
    }
    scrolled.isHidden = cells.isEmpty
    pinned.isHidden = cells.isEmpty
  }

  /// Renders another item into the cells that exist.
  /// - Returns: Whether there are cells.
  func render(_ row: TableRowContent, _ columns: ColumnLayout) -> Bool {
    for index in cells.indices {
      let cell = cells[index]
      guard let column = row.column(cell.column, of: columns.set), let new = row.component(column) else { continue }
      if new.reuseIdentifier != cell.component.reuseIdentifier, !Self.hasFocus(cell.view) {
        recycle(cell)
        cells[index] = make(new, cell.column)
      } else if cell.component.shouldRender(next: new, in: cell.view) {
        cells[index].component = new
        new.render(in: cell.view)
      } else {
        cells[index].component = new
      }
    }
    return !cells.isEmpty
  }

  private func make(_ component: AnyComponent, _ column: Int) -> Cell {
    let view = pool?.take(component.reuseIdentifier) ?? component.renderContent()
    component.render(in: view)
    scrolled.addChild(view)
    component.contentWillDisplay(view)
    return Cell(column: column, component: component, view: view)
  }

  private func recycle(_ cell: Cell) {
    cell.component.contentDidEndDisplay(cell.view)
    cell.view.removeFromParent()
    pool?.put(cell.view, cell.component.reuseIdentifier)
  }

  /// Recycles all cells, because the row shows nothing any more.
  func recycleAll() {
    for cell in cells { recycle(cell) }
    cells.removeAll()
  }

  private static func hasFocus(_ view: View) -> Bool { view.host?.focusedView?.isInside(view) ?? false }

  /// Sets the frames of the views.
  /// - Parameters:
  ///   - size: The size of the row at rest.
  ///   - way: The transition between the row and a tile; `nil` at rest.
  func place(
    _ columns: ColumnLayout, in size: Size, _ way: TileWay?, isMirrored: Bool, _ environment: Environment
  ) {
    guard !cells.isEmpty else { return }
    let edge = columns.pinnedWidth
    scrolled.frame = rect(edge, max(0, size.width - edge), size, isMirrored)
    pinned.frame = rect(0, edge, size, isMirrored)
    // A picture leaves its column on the way.
    for container in [scrolled, pinned] { container.clipsToBounds = way == nil }
    for cell in cells {
      guard let slot = columns.slots.first(where: { $0.column == cell.column }) else {
        cell.view.frame = Rect(x: Self.outOfSight, y: 0, width: cell.view.frame.width, height: size.height)
        continue
      }
      let container = slot.isPinned ? pinned : scrolled
      if cell.view.parent !== container, !Self.hasFocus(cell.view) { container.addChild(cell.view) }
      let parent = cell.view.parent?.frame.origin ?? .zero
      let room = rect(
        slot.x + TableRowView.padding, max(0, slot.width - 2 * TableRowView.padding), size, isMirrored)
      let place = self.place(of: cell, in: room, columns.set.specs[slot.column].alignment, isMirrored, environment)
      cell.component.layout(content: cell.view, in: place.offset(by: .zero - parent))
      if let traveler = cell.view as? any TileTraveling {
        traveler.travel(way, from: place)
      } else {
        cell.view.isHidden = way?.textOpacity == 0
      }
    }
  }

  private func rect(_ x: Double, _ width: Double, _ size: Size, _ isMirrored: Bool) -> Rect {
    let rect = Rect(x: x, y: 0, width: width, height: size.height)
    return isMirrored ? rect.mirrored(inWidth: size.width) : rect
  }

  /// Returns the frame of a cell's view: centred vertically, and aligned like a text if it fits its content.
  private func place(
    of cell: Cell, in room: Rect, _ alignment: TextAlignment, _ isMirrored: Bool, _ environment: Environment
  ) -> Rect {
    let wanted = cell.view.sizeThatFits(room.size, environment: environment)
    let height = wanted.height > 0 ? min(wanted.height, room.height) : room.height
    var rect = Rect(
      x: room.minX, y: environment.rounded((room.height - height) / 2), width: room.width, height: height)
    switch cell.component.layoutMode {
    case .fitContainer: rect = room
    case .flexibleHeight: break
    case .flexibleWidth, .fitContent:
      let width = min(max(0, wanted.width), room.width)
      let isAtLeft = (alignment == .start) != isMirrored
      rect.size.width = width
      if alignment == .center {
        rect.origin.x = environment.rounded(room.midX - width / 2)
      } else if !isAtLeft {
        rect.origin.x = room.maxX - width
      }
    }
    return rect
  }

  /// Returns the height of the tallest visible cell at rest, in logical pixels, without columns that are being hidden.
  func height(_ columns: ColumnLayout, _ environment: Environment) -> Double {
    cells.reduce(0) { height, cell in
      let isVisible = columns.slots.contains { $0.column == cell.column }
      guard isVisible, !columns.geometry.isHidden(cell.column) else { return height }
      let width = columns.geometry.width(of: cell.column)
      let room = Size(width: max(0, width - 2 * TableRowView.padding), height: .infinity)
      let own = cell.view.sizeThatFits(room, environment: environment).height
      return own.isFinite ? max(height, own) : height
    }
  }

  /// Returns the width that a cell's view asks for, in logical pixels; `nil` if the row has no view in the column.
  func width(of column: Int, _ environment: Environment) -> Double? {
    cells.first { $0.column == column }.map {
      $0.view.sizeThatFits(Size(width: .infinity, height: .infinity), environment: environment).width
    }
  }

  /// The text of a cell's view and its descendants; `nil` if the row has no view in the column.
  func text(of column: Int) -> String? { cells.first { $0.column == column }?.view.spokenText }

  /// Returns the first view in a cell that can get the keyboard focus; `nil` if there is none.
  func focusable(in column: Int) -> View? {
    cells.first { $0.column == column }.flatMap { Self.focusable(in: $0.view) }
  }

  private static func focusable(in view: View) -> View? {
    guard !view.isHidden else { return nil }
    if view.canBecomeFocused { return view }
    for child in view.focusableChildren { if let found = focusable(in: child) { return found } }
    return nil
  }
}

/// The pool of cell views for reuse, by the reuse identifiers of their components.
@MainActor
final class CellPool {
  private var views: [String: [View]] = [:]
  private static let viewLimit = 256

  func take(_ kind: String) -> View? { views[kind]?.popLast() }

  func put(_ view: View, _ kind: String) {
    if views[kind, default: []].count < Self.viewLimit { views[kind, default: []].append(view) }
  }
}
