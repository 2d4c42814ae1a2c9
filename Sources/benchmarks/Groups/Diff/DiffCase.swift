/// A workload of the group `diff`; the raw value is its name in the results.
enum DiffCase: String, CaseIterable {
  case published, same, append, prepend, edit1, shuffle, reverse
  case firstToLast = "first-to-last"
  case update10, move1
  case sectionedSame = "sectioned-same"
  case sectionedMoves = "sectioned-moves"
  case sectionedMixed = "sectioned-mixed"
  case sectionedCrossed = "sectioned-crossed"

  var isSectioned: Bool { rawValue.hasPrefix("sectioned") }

  /// Returns the numbers of elements to measure; `published` has its own two sizes.
  func sizes(quick: Bool) -> [Int] {
    if self == .published { return [5000, 100_000] }
    return quick ? [20, 1000, 100_000] : [20, 1000, 10_000, 100_000, 1_000_000]
  }

  /// Whether the standard library's difference ends soon enough; its time grows with the size times the number of
  /// changes.
  func isFeasibleForStandardLibrary(_ size: Int) -> Bool {
    switch self {
    case .same, .append, .prepend, .firstToLast, .update10: true
    case .published: size <= 5000
    case .edit1, .move1: size <= 10_000
    case .shuffle, .reverse: size <= 1000
    case .sectionedSame, .sectionedMoves, .sectionedMixed, .sectionedCrossed: false
    }
  }
}

/// The numbers that stand for the elements of a case, before and after the change.
struct DiffWorkload {
  /// The sections before the change, each with its number and the numbers of its elements; a single section if the case
  /// has none.
  var old: [(section: Int, keys: [Int])]
  var new: [(section: Int, keys: [Int])]
  /// The distance between elements with changed content in the new list; 0 if no content changes.
  var updateStride = 0

  init(_ kind: DiffCase, size: Int) {
    var random = PeerRandom()
    let keys = Array(0..<size)
    if kind.isSectioned {
      let length = min(100, max(1, size / 4))
      old = stride(from: 0, to: size, by: length).map { ($0 / length, Array(keys[$0..<min(size, $0 + length)])) }
      new = Self.sections(kind, old, size: size, &random)
      updateStride = kind == .sectionedMixed ? 50 : 0
    } else {
      old = [(0, keys)]
      new = [(0, Self.list(kind, keys, &random))]
      updateStride = kind == .update10 ? 10 : 0
    }
  }

  private static func list(_ kind: DiffCase, _ keys: [Int], _ random: inout PeerRandom) -> [Int] {
    let size = keys.count
    var new = keys
    switch kind {
    case .published: publish(&new, &random)
    case .append: new += size..<size + 20
    case .prepend: new = Array(size..<size + 20) + new
    case .edit1: edit(&new, count: max(1, size / 100), fresh: size, &random)
    case .shuffle: shuffle(&new[...], &random)
    case .reverse: new.reverse()
    case .firstToLast: new.append(new.removeFirst())
    case .move1: move(&new, count: max(1, size / 100), &random)
    default: break
    }
    return new
  }

  /// Changes the keys as DifferenceKit's benchmark does: deletes a fifth (a tenth at the larger size), inserts as many
  /// further on, and shuffles some at the start.
  private static func publish(_ keys: inout [Int], _ random: inout PeerRandom) {
    let size = keys.count
    let part = size > 5000 ? size / 10 : size / 5
    keys.removeSubrange(2 * part..<3 * part)
    keys.insert(contentsOf: size..<size + part, at: 3 * part)
    shuffle(&keys[0..<(size > 5000 ? 2000 : 200)], &random)
  }

  private static func shuffle(_ keys: inout ArraySlice<Int>, _ random: inout PeerRandom) {
    let count = keys.count
    for index in 0..<count {
      keys.swapAt(keys.startIndex + index, keys.startIndex + index + Int(random.next()) % (count - index))
    }
  }

  /// Deletes `count` keys and inserts as many new ones, spread over the list.
  /// - Parameter fresh: The first new key. No key in use is equal to it or greater.
  private static func edit(_ keys: inout [Int], count: Int, fresh: Int, _ random: inout PeerRandom) {
    let size = keys.count
    let step = max(1, size / count)
    var result: [Int] = []
    result.reserveCapacity(size)
    for start in stride(from: 0, to: size, by: step) {
      let end = min(size, start + step)
      let deleted = start + Int(random.next()) % (end - start)
      let inserted = start + Int(random.next()) % (end - start)
      for index in start..<end {
        if index == inserted { result.append(fresh + index) }
        if index != deleted { result.append(keys[index]) }
      }
    }
    keys = result
  }

  /// Moves up to `count` keys to random positions.
  private static func move(_ keys: inout [Int], count: Int, _ random: inout PeerRandom) {
    let size = keys.count
    let sources = Set((0..<count).map { _ in Int(random.next()) % size })
    var moved = sources.sorted().map { keys[$0] }
    shuffle(&moved[...], &random)
    var targets = moved.map { _ in Int(random.next()) % size }
    targets.sort(by: >)
    var result: [Int] = []
    result.reserveCapacity(size)
    for index in 0..<size {
      while let target = targets.last, target <= index {
        targets.removeLast()
        result.append(moved.removeLast())
      }
      if !sources.contains(index) { result.append(keys[index]) }
    }
    keys = result
  }

  private static func sections(
    _ kind: DiffCase, _ old: [(section: Int, keys: [Int])], size: Int, _ random: inout PeerRandom
  ) -> [(section: Int, keys: [Int])] {
    var new = old
    if kind == .sectionedSame { return new }
    if kind == .sectionedCrossed {
      // Each section gets the elements of the next one.
      for index in new.indices { new[index].keys = old[(index + 1) % old.count].keys }
      return new
    }
    for _ in 0..<max(1, size / 100) {
      let (source, target) = (Int(random.next()) % new.count, Int(random.next()) % new.count)
      guard !new[source].keys.isEmpty else { continue }
      let key = new[source].keys.remove(at: Int(random.next()) % new[source].keys.count)
      new[target].keys.insert(key, at: Int(random.next()) % (new[target].keys.count + 1))
    }
    guard kind == .sectionedMixed else { return new }
    for index in new.indices {
      edit(&new[index].keys, count: max(1, new[index].keys.count / 100), fresh: size * (2 + index), &random)
    }
    for added in 0..<max(1, new.count / 100) {
      new.remove(at: Int(random.next()) % new.count)
      let section = (section: size + added, keys: [-1 - 2 * added, -2 - 2 * added])
      new.insert(section, at: Int(random.next()) % (new.count + 1))
      new.swapAt(Int(random.next()) % new.count, Int(random.next()) % new.count)
    }
    return new
  }
}
