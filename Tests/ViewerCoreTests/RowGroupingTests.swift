import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

private func snapshot(_ folder: borrowing TemporaryFolder, _ text: String) throws -> CSVSnapshot {
  let path = try folder.write(text, to: "a.csv")
  return CSVSnapshot.read(try RandomAccessFile(path: path), name: path)
}

@Test func `groups are sorted by number, hold each row once, and end with the missing value`() throws {
  let folder = try TemporaryFolder()
  var generator = SeededGenerator(seed: 7)
  let values = (0..<3_000).map { _ in Int.random(in: 0...40, using: &generator) }
  // Every eleventh value is missing.
  let text = "n,x\n" + values.map { $0 % 11 == 10 ? ",1\n" : "\($0 % 2 == 0 ? " " : "")\($0),1\n" }.joined()
  let snapshot = try snapshot(folder, text)
  let key = RowSortKey(column: 0, type: .number)
  let grouped = try RowGrouping.rows(of: snapshot, by: key)
  let present = Set(values.filter { $0 % 11 != 10 }).sorted()
  #expect(grouped.groups.map(\.value) == present.map { String($0) } + [nil])
  for group in grouped.groups {
    let expected = values.indices.filter { row in
      let value = values[row] % 11 == 10 ? nil : String(values[row])
      return value == group.value
    }
    #expect(grouped.rows[group.range].map { Int($0) } == expected)
  }
  // The rows of each group keep the order of the sorted or filtered rows.
  let some = (0..<Int32(3_000)).filter { $0 % 3 == 0 }.reversed() as [Int32]
  let part = try RowGrouping.rows(of: snapshot, by: key, among: some)
  #expect(part.rows.count == 1_000)
  for group in part.groups { #expect(part.rows[group.range].elementsEqual(part.rows[group.range].sorted(by: >))) }
}

@Test func `collapsed groups keep their titles, in any order of changes`() throws {
  let folder = try TemporaryFolder()
  let snapshot = try snapshot(folder, "k\n" + (0..<500).map { "v\($0 % 7)\n" }.joined())
  var grouped = try RowGrouping.rows(of: snapshot, by: RowSortKey(column: 0, type: .text))
  var generator = SeededGenerator(seed: 3)
  var collapsed: Set<Int> = []
  for _ in 0..<60 {
    let group = Int.random(in: 0..<7, using: &generator)
    if collapsed.remove(group) == nil { collapsed.insert(group) }
    grouped.setCollapsed(collapsed.contains(group), group)
    var expected: [Int32] = []
    for (index, group) in grouped.groups.enumerated() {
      expected.append(group.title)
      if !collapsed.contains(index) { expected += grouped.rows[group.range] }
    }
    #expect(grouped.items == expected)
    #expect(grouped.shape.count == expected.count)
    grouped.shape.checkInvariants()
    for (position, item) in expected.enumerated() where item < 0 {
      #expect(grouped.item(ofTitle: Int(item)) == position)
    }
  }
}

@Test func `a column with too many values has no groups`() throws {
  let folder = try TemporaryFolder()
  let snapshot = try snapshot(folder, "k\n" + (0...RowGrouping.maximumGroups).map { "\($0)\n" }.joined())
  #expect(throws: RowGrouping.Failure.tooMany) {
    try RowGrouping.rows(of: snapshot, by: RowSortKey(column: 0, type: .number))
  }
}

@Test func `a group keeps its title when a filter removes its first rows`() throws {
  let folder = try TemporaryFolder()
  let snapshot = try snapshot(folder, "k,n\n" + (0..<90).map { "v\($0 % 3),\($0)\n" }.joined())
  let key = RowSortKey(column: 0, type: .text)
  let all = try RowGrouping.rows(of: snapshot, by: key)
  let some = try RowGrouping.rows(of: snapshot, by: key, among: (50..<90).filter { $0 % 3 != 1 }.map { Int32($0) })
  #expect(some.groups.map(\.value) == ["v0", "v2"])
  #expect(some.groups.map(\.title) == [all.groups[0].title, all.groups[2].title])
  #expect(Set(all.groups.map(\.title)).count == 3 && all.groups.allSatisfy { $0.title < 0 })
}
