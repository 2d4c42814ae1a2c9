import ScrollworkContentViews
import ScrollworkDiffing
package import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// The description of a list's items in words, for assistive technology and for tools.
@MainActor
struct ItemSemantics {
  let list: List
  let solver: LayoutSolver
  /// The translation from content coordinates to those of the window.
  let shift: Point
  let now: Instant
  /// The depth of the items' nodes.
  var depth = 0
  /// The item that has the keyboard focus; `nil` if there is none.
  var focused: ElementPath?

  /// Appends the nodes of bound items, each followed by those of the lists in its content view.
  func describe(_ items: [BoundItem], into context: FrameContext) {
    for item in items {
      if let node = node(for: item) { context.semantics.append(node) }
      if item.content.emitsGroups { describeLists(in: item, into: context) }
    }
  }

  /// Appends the nodes of the lists in the content view of an item, one level below the item's. They move and fade with
  /// the item.
  private func describeLists(in item: BoundItem, into context: FrameContext) {
    let first = context.semantics.endIndex
    let presented = item.presented.offset(by: item.carried + item.slide)
    let outer = context.depth
    context.depth = depth + 1
    let frame = Rect(
      origin: presented.origin + shift + item.contentOrigin - context.origin, size: item.content.frame.size)
    context.descend(to: frame, clips: false) {
      context.describing(insideItem: true) { item.content.describe(into: context) }
    }
    context.depth = outer
    let (travel, alpha) = (item.target.origin - presented.origin, (item.hostItem ?? item).alpha.value(at: now))
    for index in context.semantics.indices[first...] {
      context.semantics[index].target = context.semantics[index].target.offset(by: travel)
      context.semantics[index].alpha *= alpha
    }
  }

  /// Returns the node of a bound item; `nil` for a decoration, and for a supplementary without text, such as a space.
  func node(for item: BoundItem) -> SemanticsNode? {
    let section = list.sections.indices.contains(item.key.section) ? list.sections[item.key.section] : nil
    let presented = item.placement.unveiled(item.presented).offset(by: item.carried + item.slide)
    var node = SemanticsNode(
      role: .cell, text: item.text, bounds: presented.offset(by: shift), target: item.target.offset(by: shift),
      depth: depth, section: section?.id.description ?? "", alpha: (item.hostItem ?? item).alpha.value(at: now))
    switch item.key.kind {
    case .header, .footer:
      guard !node.text.isEmpty else { return nil }
      node.role = item.key.kind == .header ? .header : .footer
    case .decoration: return nil
    case .listBoundary, .badge, .boundary:
      guard !node.text.isEmpty, let kind = solver.kind(of: item.key) else { return nil }
      node.role = .label
      node.id = kind.name
      if item.key.kind == .badge { node.depth += 1 }
    case .item:
      guard let section else { return nil }
      node.id = section.rows.identities.id(at: item.key.item).description
      let (own, position) = section.innermost(holding: item.key.item)
      guard own.rows.indices.contains(position) else {
        if node.text.isEmpty { return nil }
        node.role = position < 0 ? .header : .footer
        break
      }
      node.position = position
      node.setSize = own.itemCount
      describe(position, in: own.rows.outline?.shape, &node)
      if item.state.isSelected { node.states.insert(.selected) }
      if let focused, item.key.path == focused { node.states.insert(.focused) }
    }
    return node
  }

  /// Describes a row of an outline as an item of a tree.
  private func describe(_ row: Int, in shape: OutlineShape?, _ node: inout SemanticsNode) {
    guard let shape, row < shape.count else { return }
    let mark = shape[row]
    node.role = .treeItem
    node.level = mark.level + 1
    let place = shape.place(amongSiblings: row)
    (node.position, node.setSize) = place
    if mark.isExpandable { node.states.insert(.expandable) }
    if mark.isExpanded { node.states.insert(.expanded) }
  }

  /// Returns the node of an exiting item, for tools that inspect lists; `nil` for badges and the like. Assistive
  /// technology does not get these nodes.
  func node(forExiting item: BoundItem) -> SemanticsNode? {
    guard [.item, .header, .footer].contains(item.key.kind) else { return nil }
    var node = SemanticsNode(
      role: .cell, text: item.text, bounds: item.placement.unveiled(item.presented).offset(by: shift),
      target: item.target.offset(by: shift), depth: 0, section: item.sectionID?.description ?? "",
      alpha: item.alpha.value(at: now))
    switch item.key.kind {
    case .header: node.role = .header
    case .footer: node.role = .footer
    case .item: node.id = item.id?.description ?? ""
    case .listBoundary, .decoration, .badge, .boundary: break
    }
    return node
  }
}

/// A summary of what a collection view presents.
package struct CollectionReport: Sendable {
  package var offset: Point
  package var contentSize: Size
  package var viewport: Size
  package var total: Int
  package var animating: Int
  package var contents: Int
  package var pooled: Int
  /// The position of the first visible item, which updates and resizes keep in place; `nil` at the start of the list.
  package var anchor: ScrollPosition.Place?
  package var isAtEnd: Bool
  package var work: WorkCounts

  /// Describes what the view of an engine presents now.
  @MainActor
  init(of engine: ListEngine) {
    let (bound, exiting, now) = (engine.items.bound, engine.items.exiting, engine.lastFrame ?? .zero)
    (offset, contentSize, viewport) = (engine.contentOffset, engine.contentSize, engine.layout.size)
    (total, anchor, isAtEnd) = (engine.itemCount, engine.scrollPosition.places.first, engine.isAtEnd)
    animating = bound.count { !$0.isAtRest(at: now) } + exiting.count
    (contents, pooled, work) = (bound.count + exiting.count, engine.items.pool.count, engine.binder.work)
    work.reuses = engine.items.pool.reuses
  }
}
