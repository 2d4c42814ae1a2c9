extension JSONDocument {
  /// An object or array with its children. The path to a value consists of levels.
  package struct Level: Sendable {
    /// The identity of the object or array.
    package var id: Int
    package var children: [Node]
  }

  /// Returns the objects and arrays on the path from `top` to a value, from the outside in, each with its children.
  /// - Parameters:
  ///   - target: The identity of the value.
  ///   - top: The outermost object or array, which contains the value.
  /// - Complexity: O(*n*) in the number of the bytes of `top`, however deep the value is.
  package func levels(to target: Int, below top: Node) -> [Level] {
    text.withUnsafeBytes { text in
      var walk = LevelWalk(target: target)
      var cursor = JSONCursor(position: top.range.lowerBound, acceptsNonFinite: true)
      do throws(JSONFault) {
        while let token = try cursor.next(in: text, isLast: true) {
          walk.visit(token, endingAt: cursor.position)
          if walk.isDone { break }
        }
      } catch {
        // The values before the damage are children, as in `children(of:)`.
      }
      walk.closeAll(at: text.count)
      return walk.levels.reversed()
    }
  }

  /// Returns the objects and arrays at given paths, each with its children; outer ones come before inner ones.
  /// - Parameters:
  ///   - paths: The paths. A path is ignored unless the paths of all containers around it are given too.
  ///   - roots: The values at the top.
  ///   - base: The path to the document itself.
  ///   - limit: The size in bytes above which an object or array is skipped.
  /// - Complexity: O(*n*) in the number of the bytes of the objects and arrays.
  func levels(at paths: Set<String>, below roots: [Node], base: String, limit: Int = .max) -> [Level] {
    guard !paths.isEmpty else { return [] }
    var levels: [Level] = []
    var waiting = roots.filter(\.isContainer).map { (node: $0, path: base + step(to: $0)) }
    while let (node, path) = waiting.popLast() {
      guard node.range.count <= limit, paths.contains(path) else { continue }
      let children = children(of: node).nodes
      levels.append(Level(id: node.id, children: children))
      waiting += children.lazy.filter(\.isContainer).map { (node: $0, path: path + step(to: $0)) }
    }
    return levels
  }
}

/// Collects the objects and arrays around a value, with their children, in one pass.
private struct LevelWalk {
  let target: Int
  /// The levels of the objects and arrays that have ended, the innermost first.
  private(set) var levels: [JSONDocument.Level] = []
  private var open: [(node: JSONDocument.Node, children: [JSONDocument.Node])] = []
  private var key: Range<Int>?
  /// The number of open objects and arrays around the value; `nil` until the value is found.
  private var depth: Int?
  private(set) var isDone = false

  init(target: Int) { self.target = target }

  mutating func visit(_ token: JSONToken, endingAt end: Int) {
    switch token.kind {
    case .key: key = token.range
    case .objectEnd, .arrayEnd: close(at: end)
    default:
      let name = key.map { JSONDocument.Node.Name.key($0) } ?? .index(open.last?.node.childCount ?? 0)
      let node = JSONDocument.Node(name: name, kind: token.kind, range: token.range)
      key = nil
      if node.id == target { depth = open.count }
      if !open.isEmpty { open[open.count - 1].node.childCount += 1 }
      if node.isContainer { open.append((node, [])) } else { add(node) }
    }
  }

  mutating func closeAll(at end: Int) {
    while !open.isEmpty { close(at: end) }
  }

  private mutating func add(_ node: JSONDocument.Node) {
    if !open.isEmpty { open[open.count - 1].children.append(node) }
  }

  private mutating func close(at end: Int) {
    guard let ended = open.popLast() else { return }
    var node = ended.node
    if let depth, open.count < depth { levels.append(JSONDocument.Level(id: node.id, children: ended.children)) }
    node.range = node.range.lowerBound..<end
    add(node)
    isDone = open.isEmpty
  }
}
