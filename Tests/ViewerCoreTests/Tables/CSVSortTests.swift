import ScrollworkTestSupport
import ScrollworkViewerCore
import Synchronization
import Testing

private func sorted(
  _ text: String, _ keys: [RowSortKey], among rows: [Int32]? = nil
) async throws -> [Int] {
  let snapshot = try await csvSnapshot(text.utf8, in: try TemporaryFolder())
  return try CSVSort.rows(of: snapshot, by: keys, among: rows).map(Int.init)
}

@Test func `rows are sorted by numbers, and other values come last in their order`() async throws {
  let text = "n,t\n10,a\n-2.5,b\nNaN,c\n1e400,d\n,e\n9,f\n\"1,000\",g\n-1e400,h\n+9.0,i\n-0,j\n0,k\n"
  let up = [7, 1, 9, 10, 5, 8, 0, 6, 3, 2, 4]
  #expect(try await sorted(text, [RowSortKey(column: 0, type: .number)]) == up)
  let down = [3, 6, 0, 5, 8, 9, 10, 1, 7, 2, 4]
  #expect(try await sorted(text, [RowSortKey(column: 0, type: .number, descending: true)]) == down)
}

@Test func `rows are sorted by dates and by texts in natural order`() async throws {
  let text = "d,t\n2026-03-01,item 10\n1.2.2026,Item 9\n2026-03-01T01:00:00+02:00,\n3/14/2026,été\nsoon,item 9\n"
  #expect(try await sorted(text, [RowSortKey(column: 0, type: .date)]) == [1, 2, 0, 3, 4])
  #expect(try await sorted(text, [RowSortKey(column: 1, type: .text)]) == [3, 1, 4, 0, 2])
  #expect(try await sorted(text, [RowSortKey(column: 1, type: .text, descending: true)]) == [0, 1, 4, 3, 2])
}

@Test func `later keys decide between equal values, and only some rows are sorted`() async throws {
  let text = "a,b\nx,2\ny,1\nx,1\ny,3\nx,1\n"
  let keys = [RowSortKey(column: 0, type: .text), RowSortKey(column: 1, type: .number, descending: true)]
  #expect(try await sorted(text, keys) == [0, 2, 4, 3, 1])
  #expect(try await sorted(text, keys, among: [4, 3, 2, 1]) == [4, 2, 3, 1])
}

@Test(arguments: 0..<rounds / 4) func `random numbers are sorted as by a simple sort`(seed: Int) async throws {
  var random = SeededGenerator(seed: seed)
  let count = random.pick([2, 100, 30_000])
  let kind = random.below(4)
  let values = (0..<count).map { _ -> Double in
    switch kind {
    case 0: Double(random.below(50))
    case 1: Double.random(in: 0..<1, using: &random)
    case 2: Double(random.below(1 << 40)) * (random.chance(50) ? 1 : -1)
    default: Double.random(in: -1e-300..<1e300, using: &random)
    }
  }
  let text = "n,x\n" + values.map { random.chance(3) ? ",\n" : "\($0),\n" }.joined()
  let snapshot = try await csvSnapshot(text.utf8, in: try TemporaryFolder())
  let known = (0..<count).map { Double(snapshot.fields(of: $0, columns: 0..<1)[0]?.text ?? "") }
  let isDescending = random.chance(50)
  let expected = (0..<count).sorted { a, b in
    guard let x = known[a], let y = known[b] else { return known[a] != nil || (known[b] == nil && a < b) }
    return x == y ? a < b : (x < y) != isDescending
  }
  let key = RowSortKey(column: 0, type: .number, descending: isDescending)
  #expect(try CSVSort.rows(of: snapshot, by: [key]) == expected.map { Int32($0) })
}

/// Returns a number of a few digits in one of several forms, and its value.
private func randomNumber(
  _ random: inout SeededGenerator, fraction: Int, bits: Int, odd: Int
) -> (text: String, value: Double?) {
  if random.chance(3) { return (random.pick(["", "none", "-", "."]), nil) }
  if random.chance(odd) {
    let odd = [
      "1e3", "\"1,234.5\"", "1e999", "-1e999", "4294967296", "0.12345678901", "2147483647", "-2147483648", "5.",
    ]
    let text = random.pick(odd)
    return (text, text == "5." ? 5 : Double(text.filter { $0 != "," && $0 != "\"" }))
  }
  let digits = String(random.below(1 << bits))
  let padded = String(repeating: "0", count: max(0, fraction + 1 - digits.count)) + digits
  let kept = random.chance(50) ? fraction : random.below(fraction + 1)
  let text =
    random.pick(["", "", "-", "+"]) + padded.dropLast(fraction)
    + (kept > 0 ? "." + padded.suffix(fraction).prefix(kept) : "")
  return (text, Double(text))
}

@Test(arguments: 0..<rounds / 2) func `numbers in any form are sorted by their values`(seed: Int) async throws {
  var random = SeededGenerator(seed: seed)
  let (fraction, bits) = (random.below(12), random.pick([3, 10, 24, 31, 33]))
  // Odd numbers may be so rare that the rows that are looked at first have none.
  let (count, odd) = (random.pick([2, 100, 20_000]), random.pick([0, 0, 1, 30]))
  var numbers = (0..<count).map { _ in randomNumber(&random, fraction: fraction, bits: bits, odd: odd) }
  if random.chance(30) { numbers[count - 1] = randomNumber(&random, fraction: fraction, bits: bits, odd: 100) }
  let choice = CSVDialect.Choice(delimiter: UInt8(ascii: ","), quote: .some(0x22), hasHeader: true, encoding: .utf8)
  let text = "n,x\n" + numbers.map { "\($0.text),\n" }.joined()
  let snapshot = try await csvSnapshot(text.utf8, choice, in: try TemporaryFolder())
  let rows = random.chance(50) ? nil : (0..<Int32(count)).filter { _ in random.chance(50) }
  let isDescending = random.chance(50)
  let expected = (rows ?? Array(0..<Int32(count))).sorted { a, b in
    guard let x = numbers[Int(a)].value, let y = numbers[Int(b)].value else {
      return numbers[Int(a)].value != nil || (numbers[Int(b)].value == nil && a < b)
    }
    return x == y ? a < b : (x < y) != isDescending
  }
  let key = RowSortKey(column: 0, type: .number, descending: isDescending)
  #expect(try CSVSort.rows(of: snapshot, by: [key], among: rows) == expected)
}

@Test func `random texts are sorted as by their natural keys`() async throws {
  var random = SeededGenerator(seed: 3)
  // Without capitals, accents and zeros, only equal texts have equal keys.
  let values = (0..<20_000).map { _ in String((0..<random.below(12)).map { _ in random.pick(Array("ab129.")) }) }
  let snapshot = try await csvSnapshot(("t\n" + values.map { "\"\($0)\"\n" }.joined()).utf8, in: try TemporaryFolder())
  for isDescending in [false, true] {
    let keys = values.map { NaturalKey($0) }
    let expected = values.indices.sorted { a, b in
      if values[a].isEmpty || values[b].isEmpty {
        return values[a].isEmpty == values[b].isEmpty ? a < b : !values[a].isEmpty
      }
      return keys[a] == keys[b] ? a < b : (keys[a] < keys[b]) != isDescending
    }
    let key = RowSortKey(column: 0, type: .text, descending: isDescending)
    #expect(try CSVSort.rows(of: snapshot, by: [key]) == expected.map { Int32($0) })
  }
}

@Test func `a sort ends soon after it is cancelled`() async throws {
  let text = "n\n" + (0..<50_000).map { "\($0)\n" }.joined()
  let snapshot = try await csvSnapshot(text.utf8, in: try TemporaryFolder())
  #expect(throws: CSVSort.Failure.cancelled) {
    try CSVSort.rows(of: snapshot, by: [RowSortKey(column: 0, type: .number)], isCancelled: { true })
  }
}

@Test func `numbers beyond Double are infinite, and NaN is a text`() async throws {
  let values = [
    "1e999", "NaN", "-1e999", "123456789012345678901234567890", "", "1e-999", "inf", "-0", "1.7976931348623157e308",
    "0x10", String(repeating: "9", count: 400), "nan", "-123456789012345678901234567890",
  ]
  let text = "n\n" + values.map { "\($0)\n" }.joined()
  let rows = [2, 12, 5, 7, 3, 8, 0, 10, 1, 4, 6, 9, 11]
  #expect(try await sorted(text, [RowSortKey(column: 0, type: .number)]) == rows)
  let snapshot = try await csvSnapshot(text.utf8, in: try TemporaryFolder())
  for (filter, expected) in [("n>1e308", [0, 8, 10]), ("n<0", [2, 12]), ("n=NaN", [1]), ("n=0", [5, 7])] {
    let log = ValueLog<CSVQueryResult>()
    let query = CSVQuery([try TableFilterExpression(filter, columns: snapshot.columns)]) { [weak log] in log?.add($0) }
    log.keep(query)
    query.update(snapshot)
    #expect(await log.first { $0.isComplete }.rows == expected.map { Int32($0) }, "\(filter)")
  }
}
