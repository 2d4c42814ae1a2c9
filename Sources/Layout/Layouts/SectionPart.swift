import ScrollworkDiffing
import ScrollworkGeometry

/// A section's layout as a part of another section, for ``NestedLayout``: groups, grids, tables, or a layout that places
/// cell by cell, with their insets.
///
/// Only cells have places here: headers, badges and backgrounds are those of the section that holds this part, and only
/// that scrolls by itself.
public struct SectionPart: CollectionLayout {
  public var layout: SectionLayout
  /// Gives the layout when the part comes near what is seen; then `layout` is not looked at.
  public var provider: SectionProvider?
  private var isTransposed = false

  public init(_ layout: SectionLayout, provider: SectionProvider? = nil) {
    self.layout = layout
    self.provider = provider
  }

  public func arrange(_ items: LayoutItems) -> any LayoutArrangement {
    SectionPartArrangement(layout: self, items: items)
  }

  fileprivate func input(_ items: LayoutItems) -> LayoutSolver.SectionInput {
    LayoutSolver.SectionInput(
      layout: inPlane(layout.orthogonalScrolling(.none)), provider: provider.map(inPlane), itemCount: items.count,
      identify: items.identifiers)
  }

  private func inPlane(_ layout: SectionLayout) -> SectionLayout { isTransposed ? layout.transposed : layout }

  private func inPlane(_ provider: SectionProvider) -> SectionProvider {
    guard isTransposed else { return provider }
    return SectionProvider(key: provider.key) { context in
      var context = context
      context.environment = context.environment.transposed
      return provider.body(context)?.orthogonalScrolling(.none).transposed
    }
  }
}

extension SectionPart: PlaneLayout {
  var inTransposedPlane: AnyCollectionLayout {
    var copy = self
    copy.isTransposed.toggle()
    return AnyCollectionLayout(copy)
  }
}

/// One section, laid out by a solver of its own.
private struct SectionPartArrangement: LayoutArrangement {
  private let layout: SectionPart
  private var solver = LayoutSolver()

  init(layout: SectionPart, items: LayoutItems) {
    self.layout = layout
    solver.reload([layout.input(items)], environment: Self.environment(items))
  }

  private static func environment(_ items: LayoutItems) -> LayoutEnvironment {
    LayoutEnvironment(container: items.container, scale: items.scale)
  }

  private func key(_ item: Int) -> LayoutElement.Key { .item(ElementPath(section: 0, item: item)) }

  var contentSize: Size {
    let geometry = solver.geometry(0)
    return Size(width: min(geometry.bodyWidth, solver.environment.container.width), height: solver.contentSize.height)
  }

  /// A group that has no place for any cell puts them nowhere.
  func frame(of item: Int) -> Rect {
    item < solver.itemCount(inSection: 0) ? Rect(solver.geometry(0).slot(of: item)) : .zero
  }

  func forEachItem(in rect: Rect, _ body: (Int, Rect) -> Void) {
    let geometry = solver.geometry(0)
    geometry.forEachSlot(in: solver.rows(of: rect), across: solver.columns(of: rect)) { slot in
      if !slot.isGroup { body(slot.leaf, Rect(slot)) }
    }
  }

  func forEachPinnedItem(in viewport: Rect, _ body: (Int, Rect) -> Void) {
    solver.geometry(0).forEachPinned(in: solver.rows(of: viewport), across: solver.columns(of: viewport)) { slot in
      body(slot.leaf, Rect(slot))
    }
  }

  func isFree(_ item: Int) -> (width: Bool, height: Bool) {
    let proposal = solver.proposedSize(for: key(item))
    return (proposal.width == nil, proposal.height == nil)
  }

  func isMeasured(_ item: Int) -> Bool { !solver.isEstimated(key(item)) }

  mutating func setMeasured(_ size: Size?, of item: Int) -> Bool {
    size.map { solver.setMeasured($0, for: key(item)) } ?? solver.forgetMeasured(key(item))
  }

  mutating func resolve(in rect: Rect) -> Bool { solver.prepare(in: rect) }

  mutating func update(to items: LayoutItems, _ mapping: PositionMapping) -> Bool {
    guard mapping.oldCount == solver.itemCount(inSection: 0) else { return false }
    solver.update(
      [layout.input(items)], mapping: ListMapping(sections: .identity(count: 1), elements: [mapping]))
    solver.setEnvironment(Self.environment(items))
    return true
  }
}

extension Rect {
  /// Where a place is, before it is snapped.
  fileprivate init(_ slot: LeafSlot) {
    self.init(
      minX: slot.minX, minY: Subpixels.pixels(slot.minY), maxX: slot.maxX, maxY: Subpixels.pixels(slot.maxY))
  }
}
