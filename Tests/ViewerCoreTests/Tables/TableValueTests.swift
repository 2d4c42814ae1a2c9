import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

// Numbers and dates in the ways in which people write them.

private func snapshot(_ text: String) async throws -> CSVSnapshot {
  try await csvSnapshot(text.utf8, in: try TemporaryFolder())
}

private func rows(_ snapshot: CSVSnapshot, _ filters: String..., order: String? = nil) async throws -> [Int32]? {
  let expressions = try filters.map { try TableFilterExpression($0, columns: snapshot.columns) }
  let keys = try order.map { try RowSortKey.parse($0, columns: snapshot.columns) } ?? []
  let log = ValueLog<CSVQueryResult>()
  let query = CSVQuery(expressions, order: keys) { [weak log] in log?.add($0) }
  log.keep(query)
  query.update(snapshot)
  return await log.first { $0.isComplete }.rows
}

@Test func `a column with decimal commas is sorted and filtered by its numbers`() async throws {
  let table = try await snapshot("n;x\n1.234,56;a\n3,5;b\n12;c\n-0,5;d\n1.234;e\n")
  #expect(table.columns[0].type == .number && table.columns[0].style.hasDecimalComma)
  #expect(try await rows(table, order: "n") == [3, 1, 2, 4, 0])
  #expect(try await rows(table, "n>3,4", "n<1234") == [1, 2])
  #expect(try await rows(table, "n=1234,56") == [0])
  #expect(table.texts(0) == ["1.234,56", "a"])
  // Groups of three digits alone do not tell.
  let groups = try await snapshot("n,x\n\"1,234\",a\n2.5,b\n")
  #expect(groups.columns[0].type == .number && !groups.columns[0].style.hasDecimalComma)
}

@Test func `truth values are compared in any case`() async throws {
  let table = try await snapshot("ok,x\nTrue,a\nFalse,b\ntrue,c\n")
  #expect(try await rows(table, "ok=true") == [0, 2])
  #expect(try await rows(table, "!ok=TRUE") == [1])
}

@Test func `amounts of money and percentages are numbers`() async throws {
  let table = try await snapshot("n\n€ 3.50\n\"$1,200\"\n-$5\n3 EUR\n£2\n2.50 €\n")
  #expect(table.columns[0].type == .number)
  #expect(try await rows(table, order: "n") == [2, 4, 5, 3, 0, 1])
  #expect(try await rows(table, "n>=$3") == [0, 1, 3])
  let shares = try await snapshot("n\n50%\n7 %\n100%\n-3%\n")
  #expect(shares.columns[0].type == .number)
  #expect(try await rows(shares, order: "n:desc") == [2, 0, 1, 3])
  #expect(try await rows(shares, "n<10%") == [1, 3])
  #expect(try await snapshot("n\n$$5\n5%%\nA1\n").columns[0].type == .text)
}

@Test func `a number with a unit equals only those with the same one, and one without equals all`() async throws {
  let table = try await snapshot("n,x\n$5,a\n5,b\n5 %,c\n5.00,d\n-$5,e\n5 $,f\n\"$5.0\",g\nUSD 5,h\n-5,i\n")
  #expect(table.columns[0].type == .number)
  #expect(try await rows(table, "n=5") == [0, 1, 2, 3, 5, 6, 7])
  #expect(try await rows(table, "n=$5") == [0, 5, 6])
  #expect(try await rows(table, "n=5%") == [2])
  #expect(try await rows(table, "n=USD 5") == [7])
  #expect(try await rows(table, "n=-$5") == [4])
  #expect(try await rows(table, "n!=$5") == [1, 2, 3, 4, 7, 8])
  #expect(try await rows(table, "n>=5") == [0, 1, 2, 3, 5, 6, 7])
  #expect(try await rows(table, "n<$5") == [4, 8])
}

@Test func `numbers may have spaces or apostrophes between groups of three digits`() async throws {
  let texts = ["1 234", "1'233", "12\u{A0}345", "1\u{202F}234\u{202F}567,5", "999", "-1\u{2019}000", "1 235 €"]
  let table = try await snapshot("n\n" + texts.map { "\"\($0)\"\n" }.joined())
  #expect(table.columns[0].type == .number)
  #expect(try await rows(table, order: "n") == [5, 4, 1, 0, 6, 2, 3])
  #expect(try await rows(table, "n>=1234") == [0, 2, 3, 6])
  // Other groups and mixed separators are texts, as are numbers of telephones.
  let others = try await snapshot("n\n1 23\n12 34 56\n1 234'567\n030 123 456\n1 2345\n")
  #expect(others.columns[0].type == .text)
}

@Test func `dates with names of months and with the day first are dates`() async throws {
  let table = try await snapshot("d\n31 Dec 2024\n1 Feb 2025\n15-Jan-2025\n\"March 3, 2024\"\n\"Dec 1, 2024\"\n")
  #expect(table.columns[0].type == .date)
  #expect(try await rows(table, order: "d") == [3, 4, 0, 2, 1])
  let dayFirst = try await snapshot("d\n31/12/2024\n03/04/2024\n01/05/2024\n")
  #expect(dayFirst.columns[0].type == .date && dayFirst.columns[0].style.hasDayFirst)
  #expect(try await rows(dayFirst, order: "d") == [1, 2, 0])
  #expect(try await rows(dayFirst, "d=2024-04-03") == [1])
  let monthFirst = try await snapshot("d\n12/31/2024\n03/04/2024\n")
  #expect(try await rows(monthFirst, "d=2024-03-04") == [1])
  #expect(try await snapshot("d\nMay\nMarch 2024\nmayor 1, 2024\n").columns[0].type == .text)
}

@Test func `a column of dates is compared with a year, a month and a day`() async throws {
  let table = try await snapshot("date,x\n2024-05-01,a\n2024-05-31 12:30,b\n2023-12-31,c\n2025-01-01,d\n01.05.2024,e\n")
  #expect(table.columns[0].type == .date)
  #expect(try await rows(table, "date=2024") == [0, 1, 4])
  #expect(try await rows(table, "date!=2024") == [2, 3])
  #expect(try await rows(table, "date=2024-05") == [0, 1, 4])
  #expect(try await rows(table, "date=2024-05-01") == [0, 4])
  #expect(try await rows(table, "date<2024-05-02") == [0, 2, 4])
  #expect(try await rows(table, "date<2024-05-01") == [2])
  #expect(try await rows(table, "date<=2024") == [0, 1, 2, 4])
  #expect(try await rows(table, "date>2024") == [3])
  #expect(try await rows(table, "date>=2024-05-31") == [1, 3])
}

@Test func `a filter finds the text of fields as it is shown`() async throws {
  let table = try await snapshot("a,b\n\"say \"\"hi\"\" now\",1\n\"x, y\",2\nplain,3\n\"two\nlines\",4\n")
  #expect(try await rows(table, "say \"hi\"") == [0])
  #expect(try await rows(table, "\"\"") == [])
  #expect(try await rows(table, "x, y") == [1])
  #expect(try await rows(table, "/^x, y,2$/") == [1])
  #expect(try await rows(table, "y,2") == [1])
  #expect(try await rows(table, "plain,3") == [2])
  #expect(try await rows(table, "!\"") == [1, 2, 3])
  #expect(try await rows(table, "/\"hi\"/", "now") == [0])
}

@Test func `random filters find the rows whose shown text has them`() async throws {
  var random = SeededGenerator(seed: 5)
  for _ in 0..<rounds / 2 {
    let bytes = Array("a,b,c\n".utf8) + randomCSV(&random, limit: 3_000)
    let choice = CSVDialect.Choice(delimiter: UInt8(ascii: ","), quote: .some(0x22), hasHeader: true, encoding: .utf8)
    let table = try await csvSnapshot(bytes, choice, in: try TemporaryFolder())
    let text = String((0..<1 + random.below(3)).map { _ in random.pick(Array("abc 0\",")) })
    let slow = Array(SlowParser(quoteLimit: 1 << 24).parse(bytes).rows.dropFirst())
    let expected = slow.indices.filter { row in
      searchedForms(of: slow[row]).contains { String(decoding: $0, as: UTF8.self).utf8.contains(text) }
    }
    let found = try await rows(table, text)
    // A quote after a closed one is taken out of the text, which is not found there.
    #expect(found?.map(Int.init) == expected, "\(text)")
  }
}

extension String.UTF8View {
  /// Whether the text contains `text`, ignoring case.
  fileprivate func contains(_ text: String) -> Bool {
    let (whole, part) = (String(self).lowercased().utf8.map { $0 }, text.lowercased().utf8.map { $0 })
    return whole.indices.contains { whole[$0...].starts(with: part) }
  }
}

@Test func `words for a missing value do not change the type of a column`() async throws {
  let words = ["", "n/a", "-", "NA", "null", "None", "NaN", "—"]
  let rows = (0..<40).map { row in
    row % 5 == 0
      ? "\(words[row / 5]),\(words[row / 5]),\(words[row / 5])\n" : "\(row),2026-01-\(10 + row / 2),word \(row)\n"
  }
  let snapshot = try await csvSnapshot(("n,day,text\n" + rows.joined()).utf8, in: try TemporaryFolder())
  #expect(snapshot.columns.map(\.type) == [.number, .date, .text])
  // They are neither numbers nor dates, so they come last.
  let order = try CSVSort.rows(of: snapshot, by: [snapshot.columns[0].key(0)])
  #expect(order.suffix(8).map { Int($0) % 5 } == Array(repeating: 0, count: 8))
  #expect(order.first == 1)
}

extension TableColumnInfo {
  fileprivate func key(_ number: Int) -> RowSortKey { RowSortKey(column: number, type: type, style: style) }
}

@Test func `the value of a cell with a tab around it finds its row`() async throws {
  let table = try await snapshot("a,b\n1,\"\tx\"\n2,y\n3,x\n")
  #expect(try await rows(table, "b=\tx") == [0, 2])
  #expect(try await rows(table, "!b=x\t") == [1])
}

@Test func `a column far to the right has a type too`() async throws {
  let names = (0..<5_000).map { "c\($0)" }.joined(separator: ",")
  let lines = [10, 9, 100].map { number in Array(repeating: "\(number)", count: 5_000).joined(separator: ",") }
  let table = try await snapshot(names + "\n" + lines.joined(separator: "\n") + "\n")
  #expect(table.columns.count == 5_000 && table.columns[4_999].type == .number)
  #expect(try await rows(table, order: "c4999") == [1, 0, 2])
}
