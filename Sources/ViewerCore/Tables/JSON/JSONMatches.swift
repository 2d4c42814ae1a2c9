/// The values of a JSON document whose key or text matches, as far as it was searched.
package struct JSONMatches: Sendable {
  /// The identities of the values, ascending.
  package fileprivate(set) var ids: [Int32] = []
  /// The number of values that were searched.
  package fileprivate(set) var valueCount = 0
  /// The number of bytes that were searched.
  package fileprivate(set) var searched = 0
  /// Whether all values were searched.
  package fileprivate(set) var isComplete = false
  /// The top-level values of the tree of matches, which contains the matching values and the containers around them.
  package fileprivate(set) var roots: [JSONDocument.Node] = []
  /// The children in the tree of matches, by the identity of their parent.
  package fileprivate(set) var children: [Int: [JSONDocument.Node]] = [:]
  /// The identities of objects and arrays whose own key matches, so that the tree of matches has all their values.
  package fileprivate(set) var matchingContainers: Set<Int> = []

  package var count: Int { ids.count }

  /// Whether a matching value has an identity in `range`.
  package func hasMatch(in range: Range<Int>) -> Bool {
    var (low, high) = (0, ids.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(ids[middle]) < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < ids.count && Int(ids[low]) < range.upperBound
  }
}

/// Searches the values of a JSON document, each by its key and, if it is no object or array, by its text.
package struct JSONMatchScan: Sendable {
  /// The largest number of matches in the tree of matches. Further ones are only counted.
  package static let maximumKept = 50_000
  /// The number of bytes that are searched before the first report. Later the distance doubles.
  private static let firstReport = 1 << 19

  private struct Open {
    var node: JSONDocument.Node
    /// The children in the tree of matches.
    var children: [JSONDocument.Node] = []
    var isMatch = false
    /// Whether the container itself matches but passes the filter only as the parent of another shown value. If there
    /// is one, the container counts as a match.
    var isCandidate = false
    /// Whether all values inside of the container are shown.
    var showsAll = false
  }

  private let document: JSONDocument
  private var wanted: JSONMatcher
  private var filter: JSONMatcher?
  private let keepsTree: Bool
  private var found = JSONMatches()
  private var open: [Open] = []
  /// The number of open containers, from the outside, that are known to be shown.
  private var shownDepth = 0
  private var key: Range<Int>?

  /// - Parameters:
  ///   - expressions: The expressions, all of which must match.
  ///   - filter: The expressions of a filter, whose tree of matches is searched; empty to search the whole document.
  ///   - keepsTree: Whether to build the tree of matches.
  package init(
    _ expressions: [FilterExpression], in document: JSONDocument, shownBy filter: [FilterExpression] = [],
    keepsTree: Bool = false
  ) {
    self.document = document
    self.keepsTree = keepsTree
    wanted = JSONMatcher(expressions)
    self.filter = filter.isEmpty ? nil : JSONMatcher(filter)
  }

  /// Searches all values, and reports at growing distances and at the end.
  package mutating func run(isCancelled: () -> Bool, report: (JSONMatches) -> Void) {
    document.text.withUnsafeBytes { text in
      var cursor = JSONCursor(position: document.root.range.lowerBound, acceptsNonFinite: true)
      var next = Self.firstReport
      do throws(JSONFault) {
        while let token = try cursor.next(in: text, isLast: true) {
          visit(token, endingAt: cursor.position, in: text)
          guard cursor.position >= next else { continue }
          if isCancelled() { return }
          next = cursor.position * 2
          found.searched = cursor.position
          report(found)
        }
      } catch {
        // The values before the damage are searched.
      }
      while !open.isEmpty { close(at: text.count) }
      (found.searched, found.isComplete) = (text.count, true)
      if !isCancelled() { report(found) }
    }
  }

  private mutating func visit(_ token: JSONToken, endingAt end: Int, in text: UnsafeRawBufferPointer) {
    switch token.kind {
    case .key: key = token.range
    case .objectEnd, .arrayEnd: close(at: end)
    default:
      guard let parent = open.indices.last else {
        open.append(Open(node: document.root))
        return
      }
      let name = key.map { JSONDocument.Node.Name.key($0) } ?? .index(open[parent].node.childCount)
      open[parent].node.childCount += 1
      found.valueCount += 1
      search(JSONDocument.Node(name: name, kind: token.kind, range: token.range), in: text)
      key = nil
    }
  }

  private mutating func search(_ node: JSONDocument.Node, in text: UnsafeRawBufferPointer) {
    let isFiltered = filter?.matches(node, key: key, in: text) ?? true
    let isShown = isFiltered || open[open.count - 1].showsAll
    if isFiltered { showAncestors() }
    let isMatch = wanted.matches(node, key: key, in: text)
    if isMatch, isShown { found.ids.append(Int32(truncatingIfNeeded: node.id)) }
    let isKept = isMatch && found.count <= Self.maximumKept
    if node.isContainer {
      open.append(Open(node: node, isMatch: isKept, isCandidate: isMatch && !isShown, showsAll: isShown))
    } else if keepsTree, isKept {
      open[open.count - 1].children.append(node)
    }
  }

  /// Marks the open containers as shown, and counts those that match.
  private mutating func showAncestors() {
    guard filter != nil else { return }
    for place in shownDepth..<max(shownDepth, open.count) where open[place].isCandidate {
      found.ids.append(Int32(truncatingIfNeeded: open[place].node.id))
    }
    shownDepth = open.count
  }

  private mutating func close(at end: Int) {
    guard var ended = open.popLast() else { return }
    shownDepth = min(shownDepth, open.count)
    guard keepsTree else { return }
    ended.node.range = ended.node.range.lowerBound..<end
    guard let parent = open.indices.last else {
      found.roots = ended.children
      return
    }
    guard ended.isMatch || !ended.children.isEmpty else { return }
    if ended.isMatch { found.matchingContainers.insert(ended.node.id) }
    if !ended.children.isEmpty { found.children[ended.node.id] = ended.children }
    open[parent].children.append(ended.node)
  }
}

/// Decides whether a value matches all of some expressions, each by its key or by its text.
struct JSONMatcher: Sendable {
  private var filters: [(filter: Filter, isNegated: Bool)]
  private let hasNegated: Bool

  init(_ expressions: [FilterExpression]) {
    filters = expressions.map { (Filter([$0]), $0.isNegated) }
    hasNegated = expressions.contains(where: \.isNegated)
  }

  mutating func matches(_ node: JSONDocument.Node, key: Range<Int>?, in text: UnsafeRawBufferPointer) -> Bool {
    // An object without a text stands for all its values, so only they can be without it.
    if node.isContainer, hasNegated { return false }
    for place in filters.indices {
      if filters[place].isNegated {
        // Neither the key nor the text may have what is left out.
        if let key, !accepts(place, string: key, in: text) { return false }
        if !accepts(place, value: node, in: text) { return false }
      } else {
        if let key, accepts(place, string: key, in: text) { continue }
        if node.isContainer || !accepts(place, value: node, in: text) { return false }
      }
    }
    return true
  }

  private mutating func accepts(
    _ place: Int, value node: JSONDocument.Node, in text: UnsafeRawBufferPointer
  ) -> Bool {
    if node.kind == .string { return accepts(place, string: node.range, in: text) }
    return filters[place].filter.matches(line: UnsafeRawBufferPointer(rebasing: text[node.range]))
  }

  private mutating func accepts(_ place: Int, string range: Range<Int>, in text: UnsafeRawBufferPointer) -> Bool {
    let inside = UnsafeRawBufferPointer(rebasing: text[range.lowerBound + 1..<range.upperBound - 1])
    guard inside.contains(0x5C) else { return filters[place].filter.matches(line: inside) }
    let decoded = JSONText.decodedBytes(UnsafeRawBufferPointer(rebasing: text[range]))
    return decoded.withUnsafeBytes { filters[place].filter.matches(line: $0) }
  }
}
