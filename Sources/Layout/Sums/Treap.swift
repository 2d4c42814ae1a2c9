/// A long sequence in pieces, which are the nodes of a balanced tree: a treap (Seidel and Aragon, 1996) with
/// pseudo-random priorities, so that it can be split and joined anywhere in O(log *n*).
///
/// The nodes lie in one array and refer to each other by index: there are no objects to reference-count, and copies
/// share their storage. A negative index stands for an empty tree.
protocol Treap {
  associatedtype Node: TreapNode

  var nodes: [Node] { get set }
  var root: Int32 { get set }
  /// The nodes that are not in use, and the source of priorities.
  var spare: TreapSpare { get set }

  /// Computes the values of a node's subtree again from those of its piece and of both subtrees.
  mutating func refresh(_ node: Int32)

  /// Moves the elements of a piece that start at `offset` to a new node without subtrees, and returns the node.
  mutating func cut(_ node: Int32, at offset: Int) -> Int32

  /// Returns whether the elements of the next piece can be appended to a piece.
  func canAppend(_ next: Int32, to last: Int32) -> Bool

  /// Appends the elements of piece `next` to piece `last`, without updating the values of subtrees.
  mutating func append(_ next: Int32, to last: Int32)
}

/// A node of a ``Treap``: a piece, and the subtrees of the pieces before and after it.
protocol TreapNode {
  associatedtype Total: TreapSums

  var left: Int32 { get set }
  var right: Int32 { get set }
  /// The number of elements in the left subtree, stored because it halves the memory accesses of a walk.
  var before: Int { get }
  var priority: UInt32 { get }
  /// The sums over the elements of the piece.
  var own: Total { get }
  /// The sums over the elements of the piece and of both subtrees.
  var all: Total { get set }
}

/// Sums over some elements of a ``Treap``.
protocol TreapSums: Equatable {
  init()
  var count: Int { get }
  mutating func add(_ other: Self)
}

/// The nodes of a ``Treap`` that are not in use, and the source of the priorities of new ones.
struct TreapSpare: Sendable {
  var nodes: [Int32] = []
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Returns the next number of a fixed pseudo-random sequence (splitmix64, Steele, Lea and Flood 2014).
  mutating func nextPriority() -> UInt32 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return UInt32(truncatingIfNeeded: value ^ (value >> 31))
  }
}

extension Treap {
  /// The index that stands for an empty tree.
  static var none: Int32 { -1 }

  func sums(_ node: Int32) -> Node.Total { node < 0 ? Node.Total() : nodes[Int(node)].all }

  /// Returns the piece that contains an element, and the position of the element in the piece.
  /// - Complexity: O(log *n*)
  @inline(__always)
  func piece(at index: Int) -> (node: Int32, offset: Int) {
    let root = root
    return nodes.withUnsafeBufferPointer { nodes in
      var (node, left) = (root, index)
      while true {
        OperationCounter.step()
        let current = Int(node)
        let before = nodes[current].before
        if left < before {
          node = nodes[current].left
          continue
        }
        left -= before
        if left < nodes[current].own.count { return (node, left) }
        left -= nodes[current].own.count
        node = nodes[current].right
      }
    }
  }

  // MARK: Making nodes

  /// Stores a new node.
  /// - Returns: Its index, and whether the array of nodes became longer.
  mutating func store(_ node: Node) -> (index: Int32, isNew: Bool) {
    if let reused = spare.nodes.popLast() {
      nodes[Int(reused)] = node
      return (reused, false)
    }
    nodes.append(node)
    return (Int32(nodes.count - 1), true)
  }

  mutating func release(_ node: Int32) { spare.nodes.append(node) }

  mutating func releaseTree(_ node: Int32) {
    guard node >= 0 else { return }
    releaseTree(nodes[Int(node)].left)
    releaseTree(nodes[Int(node)].right)
    release(node)
  }

  // MARK: Splitting and joining

  /// Joins two trees without changing pieces; all elements of `a` precede those of `b`.
  /// - Complexity: O(log *n*)
  mutating func merge(_ a: Int32, _ b: Int32) -> Int32 {
    if a < 0 { return b }
    if b < 0 { return a }
    if nodes[Int(a)].priority >= nodes[Int(b)].priority {
      let right = merge(nodes[Int(a)].right, b)
      nodes[Int(a)].right = right
      refresh(a)
      return a
    }
    let left = merge(a, nodes[Int(b)].left)
    nodes[Int(b)].left = left
    refresh(b)
    return b
  }

  /// Joins two trees. If possible, the elements of the first piece of `b` are appended to the last piece of `a`.
  /// - Complexity: O(log *n*)
  mutating func join(_ a: Int32, _ b: Int32) -> Int32 {
    guard a >= 0, b >= 0 else { return a < 0 ? b : a }
    var (last, next) = (a, b)
    while nodes[Int(last)].right >= 0 { last = nodes[Int(last)].right }
    while nodes[Int(next)].left >= 0 { next = nodes[Int(next)].left }
    guard canAppend(next, to: last) else { return merge(a, b) }
    let (head, rest) = split(b, at: nodes[Int(next)].own.count)
    append(head, to: last)
    release(head)
    refreshPath(to: .max, in: a)
    return merge(a, rest)
  }

  /// Splits a tree into a tree of the elements before `position` and one of the others.
  /// - Complexity: O(log *n*)
  mutating func split(_ tree: Int32, at position: Int) -> (Int32, Int32) {
    var tail = Self.none
    let (a, b) = divide(tree, at: position, &tail)
    return (a, merge(tail, b))
  }

  /// Splits a tree. If `position` is inside a piece, the elements after it in that piece are in neither result.
  /// - Parameter tail: Receives a new node with these elements, if there are any.
  private mutating func divide(_ node: Int32, at position: Int, _ tail: inout Int32) -> (Int32, Int32) {
    if position <= 0 { return (Self.none, node) }
    if position >= sums(node).count { return (node, Self.none) }
    let (left, right, own) = (nodes[Int(node)].left, nodes[Int(node)].right, nodes[Int(node)].own.count)
    let offset = position - nodes[Int(node)].before
    if offset <= 0 {
      let (a, b) = divide(left, at: position, &tail)
      nodes[Int(node)].left = b
      refresh(node)
      return (a, node)
    }
    var (a, b) = (Self.none, right)
    if offset < own {
      tail = cut(node, at: offset)
    } else {
      (a, b) = divide(right, at: offset - own, &tail)
    }
    nodes[Int(node)].right = a
    refresh(node)
    return (node, b)
  }

  /// Updates the values of all subtrees that contain a piece after it changed.
  /// - Parameter first: The first element of the piece, counted from the start of `node`; a number beyond the last
  ///   element stands for the last piece.
  mutating func refreshPath(to first: Int, in node: Int32) {
    OperationCounter.step()
    let before = nodes[Int(node)].before
    if first < before {
      refreshPath(to: first, in: nodes[Int(node)].left)
    } else if first > before, nodes[Int(node)].right >= 0 {
      refreshPath(to: first - before - nodes[Int(node)].own.count, in: nodes[Int(node)].right)
    }
    refresh(node)
  }

  /// Traps if the sums over a subtree or the order of priorities are wrong.
  /// - Complexity: O(*k*), where *k* is the number of nodes.
  func checkTree(_ node: Int32) {
    guard node >= 0 else { return }
    let current = nodes[Int(node)]
    var all = sums(current.left)
    all.add(current.own)
    all.add(sums(current.right))
    precondition(all == current.all, "a subtree of \(all) is stored as \(current.all)")
    precondition(sums(current.left).count == current.before, "\(current.before) elements in a left subtree")
    for child in [current.left, current.right] where child >= 0 {
      precondition(nodes[Int(child)].priority <= current.priority, "priorities are out of order")
      checkTree(child)
    }
  }
}
