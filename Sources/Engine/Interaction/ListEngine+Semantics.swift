import ScrollworkContentViews
import ScrollworkDiffing
package import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

extension ListEngine {
  /// Appends the semantics nodes of the list, its bound items and its chrome.
  func describeItems(into context: FrameContext) {
    context.semantics.append(
      SemanticsNode(
        role: .list, bounds: Rect(origin: context.origin, size: layout.size), depth: context.depth,
        setSize: itemCount,
        states: view?.semanticsStates ?? []))
    for item in items.bound { describe(item, into: context) }
    context.depth += 1
    for holder in [chrome.pillHolder, chrome.paging.startStatus, chrome.paging.endStatus, chrome.stateHolder] {
      context.descend(to: holder) { holder.describe(into: context) }
    }
    context.depth -= 1
  }

  private func describe(_ item: BoundItem, into context: FrameContext) {
    let shift = context.origin - scroll.presentedOrigin
    let section =
      document.list.sections.indices.contains(item.key.section) ? document.list.sections[item.key.section] : nil
    let presented = item.presented.offset(by: item.carried)
    var node = SemanticsNode(
      role: .cell, text: item.text, bounds: presented.offset(by: shift), target: item.target.offset(by: shift),
      depth: context.depth + 1, section: section?.id.description ?? "",
      alpha: (item.hostItem ?? item).alpha.value(at: context.now))
    switch item.key.kind {
    case .header: node.role = .header
    case .footer: node.role = .footer
    case .decoration: return
    case .global, .badge, .boundary:
      guard !node.text.isEmpty, let kind = layout.solver.kind(of: item.key) else { return }
      node.role = .label
      node.id = kind.name
      if item.key.kind == .badge { node.depth += 1 }
    case .item:
      guard let section else { return }
      node.id = section.rows.identities.id(at: item.key.item).description
      let (own, position) = section.innermost(holding: item.key.item)
      guard own.rows.indices.contains(position) else {
        node.role = position < 0 ? .header : .footer
        break
      }
      node.position = position
      node.setSize = own.countOfItems
      if item.state.isSelected { node.states.insert(.selected) }
      if item.key.path == interaction.focused, view?.isFocused == true { node.states.insert(.focused) }
    }
    context.semantics.append(node)
  }

  /// A summary of what the view presents now, for tools that inspect lists.
  package var report: CollectionReport {
    CollectionReport(
      offset: contentOffset, contentSize: contentSize, viewport: layout.size, total: itemCount,
      animating: items.bound.count { !$0.isAtRest(at: lastFrame ?? .zero) } + items.exiting.count,
      contents: items.bound.count + items.exiting.count, pooled: items.pool.count)
  }

  /// Returns the metrics of the frames since the last call.
  package func takeMetrics() -> FrameMetrics { outbox.takeMetrics() }
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
}
