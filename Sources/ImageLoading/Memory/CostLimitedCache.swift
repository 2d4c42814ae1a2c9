/// A least-recently-used cache with a limit on the total cost of its values.
///
/// The entries are nodes of a doubly linked list, stored in arrays; `nodes` finds a node by the hash of its key. All
/// operations are O(1) unless stated.
package struct CostLimitedCache<Key: QuickHashable, Value> {
  /// The neighbours of a node in the list, which is ordered by last use; -1 at an end.
  private struct Link {
    var cost: Int
    var newer: Int
    var older: Int
  }

  // Separate arrays, so that a look-up touches only the key and the value it needs.
  private var links: [Link] = []
  /// The keys of the nodes. A removed node keeps its key until it is reused, because clearing the key takes time.
  private var keys: [Key] = []
  /// The values of the nodes; `nil` for removed nodes.
  private var values: [Value?] = []
  private var freeNodes: [Int] = []
  /// Node indices by the hashes of their keys.
  private var nodes = ProbeTable<Int>()
  /// Node indices by the hashes of the groups that the keys belong to.
  private var groups = ProbeTable<Int>()
  private let groupHash: (@Sendable (Key) -> Int)?
  private var newest = -1
  private var oldest = -1

  /// The sum of the costs of all values.
  package private(set) var totalCost = 0

  /// The largest total cost. Lowering it removes values at once.
  package var limit: Int { didSet { trim(to: limit) } }

  /// The number of values.
  package var count: Int { nodes.count }

  /// Creates an empty cache.
  /// - Parameter groupHash: Returns the hash of a key's group; needed only for `costliest`.
  package init(limit: Int, groupHash: (@Sendable (Key) -> Int)? = nil) {
    self.limit = limit
    self.groupHash = groupHash
  }

  /// Returns the entry with the highest cost in a group; does not count as a use.
  /// - Parameter matches: Whether a key belongs to the group; called for keys whose group has the given hash.
  /// - Complexity: O(*k*) in the size of the group.
  package func costliest(inGroup hash: Int, where matches: (Key) -> Bool) -> (key: Key, value: Value)? {
    var best = -1
    groups.forEach(hash) { index in
      if matches(keys[index]), best < 0 || links[index].cost > links[best].cost { best = index }
    }
    guard best >= 0, let value = values[best] else { return nil }
    return (keys[best], value)
  }

  /// Returns the value for a key and makes it the most recently used; `nil` if there is none.
  package mutating func value(for key: Key) -> Value? {
    guard let index = node(of: key, key.quickHash) else { return nil }
    if newest != index {
      unlink(index)
      linkAsNewest(index)
    }
    return values[index]
  }

  /// Adds or replaces a value. A value that costs more than the limit is not stored, but the old one is removed.
  /// - Returns: The keys of the values that were removed to make room.
  @discardableResult
  package mutating func insert(_ value: Value, cost: Int, for key: Key) -> [Key] {
    let hash = key.quickHash
    remove(key, hash)
    guard cost <= limit else { return [] }
    let link = Link(cost: cost, newer: -1, older: -1)
    let index: Int
    if let free = freeNodes.popLast() {
      index = free
      (links[index], keys[index], values[index]) = (link, key, value)
    } else {
      index = links.count
      links.append(link)
      keys.append(key)
      values.append(value)
    }
    nodes.insert(index, hash: hash)
    if let groupHash { groups.insert(index, hash: groupHash(key)) }
    totalCost += cost
    linkAsNewest(index)
    return trim(to: limit)
  }

  /// Removes all values whose keys satisfy a condition.
  /// - Complexity: O(*n*)
  package mutating func removeAll(where isGone: (Key) -> Bool) {
    for (key, value) in zip(keys, values) where value != nil && isGone(key) { remove(key) }
  }

  /// Removes and returns the value for a key; `nil` if there is none.
  @discardableResult
  package mutating func remove(_ key: Key) -> Value? { remove(key, key.quickHash) }

  @discardableResult
  private mutating func remove(_ key: Key, _ hash: Int) -> Value? {
    guard let index = node(of: key, hash) else { return nil }
    nodes.remove(hash) { $0 == index }
    if let groupHash { groups.remove(groupHash(key)) { $0 == index } }
    unlink(index)
    defer { values[index] = nil }
    freeNodes.append(index)
    totalCost -= links[index].cost
    return values[index]
  }

  /// Removes the least recently used values until the total cost is at most a fraction of the limit.
  /// - Parameter part: The fraction, 0 to 1.
  /// - Returns: The keys of the removed values.
  @discardableResult
  package mutating func trim(toPart part: Double) -> [Key] { trim(to: Int(Double(limit) * part)) }

  /// Removes all values and frees their memory.
  package mutating func removeAll() {
    self = CostLimitedCache(limit: limit, groupHash: groupHash)
  }

  private func node(of key: Key, _ hash: Int) -> Int? { nodes.first(hash) { keys[$0] == key } }

  @discardableResult
  private mutating func trim(to limit: Int) -> [Key] {
    var removed: [Key] = []
    while totalCost > limit, oldest >= 0 {
      removed.append(keys[oldest])
      remove(keys[oldest])
    }
    return removed
  }

  /// Inserts a node as the most recently used.
  private mutating func linkAsNewest(_ index: Int) {
    links[index].newer = -1
    links[index].older = newest
    if newest >= 0 { links[newest].newer = index } else { oldest = index }
    newest = index
  }

  /// Removes a node from the list.
  private mutating func unlink(_ index: Int) {
    let link = links[index]
    if link.newer >= 0 { links[link.newer].older = link.older } else { newest = link.older }
    if link.older >= 0 { links[link.older].newer = link.newer } else { oldest = link.newer }
  }
}
