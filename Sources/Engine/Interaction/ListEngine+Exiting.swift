import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
package import ScrollworkHostInterface
import ScrollworkLayout

extension ListEngine {
  /// Returns a semantics node for each exiting item, for tools that inspect lists. Assistive technology does not get
  /// these nodes.
  package func exitingNodes(at now: Instant) -> [SemanticsNode] {
    let shift = (view?.convertToRoot(layout.bounds) ?? layout.bounds).origin - scroll.presentedOrigin
    return items.exiting.lazy.filter { [.item, .header, .footer].contains($0.key.kind) }.map { item in
      var node = SemanticsNode(
        role: .cell, text: item.text, bounds: item.presented.offset(by: shift), target: item.target.offset(by: shift),
        depth: 0, section: item.sectionID?.description ?? "", alpha: item.alpha.value(at: now))
      switch item.key.kind {
      case .header: node.role = .header
      case .footer: node.role = .footer
      case .item: node.id = item.id?.description ?? ""
      case .global, .decoration, .badge, .boundary: break
      }
      return node
    }
  }
}
