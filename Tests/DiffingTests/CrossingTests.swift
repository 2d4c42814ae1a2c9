import FoundationEssentials
import ScrollworkDiffing
import ScrollworkTestSupport
import Testing

/// An identity that is large: five words.
private struct WideType: Hashable {
  var value: Int
  var more = (1, 2, 3, 4)

  static func == (a: WideType, b: WideType) -> Bool { a.value == b.value }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// Long lists without a common section, so that every surviving element crosses.
private struct Crossed {
  var old: [[Int]]
  var new: [[Int]]

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 500...1_500, using: &generator)
    let span = seed % 3 == 0 ? count : count * Int.random(in: 2...40, using: &generator)
    var keys = (0..<count).map { _ in Int.random(in: 0...span, using: &generator) }
    old = Self.cut(keys, &generator)
    keys.removeSubrange(0..<Int.random(in: 0...50, using: &generator))
    keys += (0..<Int.random(in: 0...50, using: &generator)).map { span + $0 }
    keys.shuffle(using: &generator)
    new = Self.cut(keys, &generator)
  }

  private static func cut(_ keys: [Int], _ generator: inout SeededGenerator) -> [[Int]] {
    let length = Int.random(in: 1...400, using: &generator)
    return stride(from: 0, to: keys.count, by: length).map { Array(keys[$0..<min(keys.count, $0 + length)]) }
  }

  /// Returns whether arrays of sections and columns of identities both give the expected pairs.
  func crosses<ID: Hashable>(_ id: (Int) -> ID) -> Bool {
    let oldPaths = Self.paths(old)
    let expected = referencePairs(old.flatMap(\.self), new.flatMap(\.self)).map { $0.map { oldPaths[$0] } }
    let (source, target) = (Self.sheets(old, from: 0, id), Self.sheets(new, from: 10_000, id))
    let columns = { (sheets: [ArraySection<Int, Item<ID>>]) in
      sheets.map { SectionIdentity(id: ElementID($0.model), elements: IdentityColumn($0.elements, id: \.id)) }
    }
    return [ListMapping.between(source, and: target), .between(columns(source), and: columns(target))].allSatisfy {
      mapping in
      Self.paths(new).map { mapping.oldPath(ofNew: $0) } == expected
        && oldPaths.allSatisfy { old in mapping.newPath(ofOld: old).map { mapping.oldPath(ofNew: $0) == old } ?? true }
        && mapping.crossings.count == expected.count { $0 != nil }
        && mapping.repetition?.isRight(in: target.map(\.elements)) ?? true
    }
  }

  private static func sheets<ID: Hashable>(
    _ lists: [[Int]], from first: Int, _ id: (Int) -> ID
  ) -> [ArraySection<Int, Item<ID>>] {
    lists.enumerated().map { index, keys in
      ArraySection(model: first + index, elements: keys.map { Item(id: id($0), content: 0) })
    }
  }

  private static func paths(_ lists: [[Int]]) -> [ElementPath] {
    lists.enumerated().flatMap { section, keys in keys.indices.map { ElementPath(section: section, item: $0) } }
  }
}

@Test func `thousands of elements that all cross sections pair by occurrence`() {
  for seed in seeds(100) {
    let crossed = Crossed(seed: seed)
    require(crossed.crosses { $0 }, seed)
    require(crossed.crosses { "a key of some length: \($0)" }, seed)
    require(crossed.crosses { $0 % 7 == 0 ? "\u{E9}\($0)" : "e\($0)" }, seed)
    require(crossed.crosses(OwnType.init), seed)
    require(crossed.crosses { WideType(value: $0) }, seed)
    require(crossed.crosses { UUID(uuid: unsafeBitCast(($0, ~$0), to: uuid_t.self)) }, seed)
  }
}
