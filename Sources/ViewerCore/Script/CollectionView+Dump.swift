package import Scrollwork

extension CollectionView {
  /// Returns the members of the reply to the script command `dump`.
  /// - Parameters:
  ///   - frame: The newest frame, with semantics.
  ///   - now: The time of that frame.
  ///   - images: The statistics of the image pipeline.
  /// - Complexity: O(*n*), where *n* is the number of visible items.
  package func dump(of frame: Frame, at now: Instant, images: JSON) -> [JSON.Member] {
    let report = report
    return [
      .init("offset", Self.pair(report.offset.x, report.offset.y)),
      .init("contentSize", Self.pair(report.contentSize.width, report.contentSize.height)),
      .init("viewport", Self.pair(report.viewport.width, report.viewport.height)),
      .init("total", .int(isHidden ? 0 : report.total)),
      .init(
        "visible",
        .array((Self.items(of: frame.semantics) + (isHidden ? [] : exitingNodes(at: now))).map(Self.item))),
      .init("animating", .int(report.animating)),
      .init("images", images),
      .init("live", .object([.init("contents", .int(report.contents)), .init("pooled", .int(report.pooled))])),
    ]
  }

  /// Returns the nodes of the items in the focused list, or in the first list if none has the focus.
  private static func items(of nodes: [SemanticsNode]) -> [SemanticsNode] {
    let lists = nodes.indices.filter { nodes[$0].role == .list }
    guard let start = lists.first(where: { nodes[$0].states.contains(.focused) }) ?? lists.first else { return [] }
    return nodes[(start + 1)...].prefix { $0.depth > nodes[start].depth }
      .filter { $0.depth == nodes[start].depth + 1 && [.cell, .treeItem, .header, .footer].contains($0.role) }
  }

  /// Returns the description of a cell, header or footer.
  private static func item(_ node: SemanticsNode) -> JSON {
    .object([
      .init("section", .string(node.section)), .init("id", .string(node.id)),
      .init("kind", .string((node.role == .treeItem ? .cell : node.role).rawValue)),
      .init("frame", rect(node.bounds)), .init("target", rect(node.target)), .init("alpha", .number(node.alpha)),
      .init("selected", .bool(node.states.contains(.selected))),
      .init("focused", .bool(node.states.contains(.focused))), .init("text", .string(node.text)),
    ])
  }

  private static func pair(_ a: Double, _ b: Double) -> JSON { .array([.number(a), .number(b)]) }

  private static func rect(_ rect: Rect) -> JSON {
    .array([.number(rect.minX), .number(rect.minY), .number(rect.width), .number(rect.height)])
  }
}
