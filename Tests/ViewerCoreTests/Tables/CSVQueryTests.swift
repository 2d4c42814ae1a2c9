import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

private let people = #"""
  name,score,day,note
  Ada,1.5,2026-01-02,plain
  Bob,20,2026-02-01,"with, comma
  and line"
  ada,-3,,ERROR 42
  Cyd,x,2025-12-31,a=b
  "D ""E""",5,2026-01-02,

  """#

/// Returns the rows that match all filters, in an order.
private func rows(
  _ filters: String..., order: [RowSortKey] = [], text: String = people, name: String = "a.csv"
) async throws -> [Int32]? {
  let snapshot = try await csvSnapshot(text.utf8, in: try TemporaryFolder(), name: name)
  let expressions = try filters.map { try TableFilterExpression($0, columns: snapshot.columns) }
  let log = ValueLog<CSVQueryResult>()
  let query = CSVQuery(expressions, order: order) { [weak log] in log?.add($0) }
  log.keep(query)
  query.update(snapshot)
  return await log.first { $0.isComplete }.rows
}

@Test func `a column whose name begins with an exclamation mark is filtered by that name`() async throws {
  let text = "!n,m\n3,1\n4,3\n"
  #expect(try await rows("!n=3", text: text) == [0])
  #expect(try await rows("!!n=3", text: text) == [1])
  #expect(try await rows("!m=3", text: text) == [0])
}

@Test func `rows are filtered by the values of a column`() async throws {
  #expect(try await rows() == nil)
  #expect(try await rows("name=Ada") == [0])
  #expect(try await rows("score<5") == [0, 2])
  #expect(try await rows("score <= 5") == [0, 2, 4])
  #expect(try await rows("score>=1.50") == [0, 1, 4])
  #expect(try await rows("score=5.0") == [4])
  #expect(try await rows("score == 5") == [4])
  #expect(try await rows("note = =x", text: "n,note\n1,=x\n2,x\n") == [0])
  #expect(try await rows("note==x", text: "n,note\n1,=x\n2,x\n") == [1])
  #expect(try await rows("score!=5") == [0, 1, 2, 3])
  #expect(try await rows("!score<5") == [1, 3, 4])
  #expect(try await rows("day>2025-12-31") == [0, 1, 4])
  #expect(try await rows("day=") == [2])
  #expect(try await rows("name<b") == [0, 2])
  #expect(try await rows("name=D \"E\"") == [4])
  #expect(try await rows("note~LINE") == [1])
  #expect(try await rows("note~/^ERROR \\d+$/") == [2])
}

@Test func `large integers are compared and sorted exactly`() async throws {
  let large = "id\n9007199254740993\n9007199254740992\n-9007199254740993\n5\nx\n9007199254740994\n"
  #expect(try await rows("id=9007199254740993", text: large) == [0])
  #expect(try await rows("id!=9007199254740993", text: large) == [1, 2, 3, 4, 5])
  #expect(try await rows("id>9007199254740992", text: large) == [0, 5])
  #expect(try await rows("id<=-9007199254740993", text: large) == [2])
  #expect(try await rows("id=-9007199254740992", text: large) == [])
  let key = RowSortKey(column: 0, type: .number)
  #expect(try await rows(order: [key], text: large) == [2, 3, 1, 0, 5, 4])
  let descending = RowSortKey(column: 0, type: .number, descending: true)
  #expect(try await rows(order: [descending], text: large) == [5, 0, 1, 3, 2, 4])
  // With a fraction among them, they are compared as floating point numbers.
  #expect(try await rows(order: [key], text: large + "2.5\n") == [2, 6, 3, 0, 1, 5, 4])
  let objects = (0..<20).map { "{\"big\": 100000000000000000000000\(10 + $0)}\n" }.joined()
  #expect(try await rows("big=10000000000000000000000013", text: objects, name: "a.jsonl") == [3])
}

@Test func `random large integers are filtered and sorted as exact ones`() async throws {
  var generator = SystemRandomNumberGenerator()
  let base = 1 << 60
  let numbers = (0..<400).map { _ in
    (base + Int.random(in: -40...40, using: &generator)) * (Bool.random(using: &generator) ? 1 : -1)
  }
  let text = "id\n" + numbers.map { "\($0)\n" }.joined()
  for bound in [base, base - 7, -base, -base + 3] {
    let smaller = numbers.indices.filter { numbers[$0] < bound }.map { Int32($0) }
    #expect(try await rows("id<\(bound)", text: text) == smaller)
    let equal = numbers.indices.filter { numbers[$0] == bound }.map { Int32($0) }
    #expect(try await rows("id=\(bound)", text: text) == equal)
  }
  let sorted = numbers.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }.map { Int32($0) }
  #expect(try await rows(order: [RowSortKey(column: 0, type: .number)], text: text) == sorted)
}

@Test func `in a column of texts, a number with a zero in front is a code`() async throws {
  let codes = "code,n\n" + ["01234", "1234", "7", "007", "a", "b", "c", "d", "e", "f"].map { "\($0),1\n" }.joined()
  #expect(try await rows("code=01234", text: codes) == [0])
  #expect(try await rows("code=7", text: codes) == [2])
  #expect(try await rows("code=7.0", text: codes) == [2])
  #expect(try await rows("code!=7", text: codes) == [0, 1, 3, 4, 5, 6, 7, 8, 9])
  #expect(try await rows("n=1.0", text: codes)?.count == 10)
}

@Test func `an expression may end in a backslash that stands for itself`() async throws {
  let paths = "path\nc:\\x\nc:\\/z\nc:x\n"
  #expect(try await rows(#"/c:\\/"#, text: paths) == [0, 1])
  #expect(try await rows(#"/c:\\\//"#, text: paths) == [1])
  #expect(try await rows(#"path~/:\\/"#, text: paths) == [0, 1])
}

@Test func `rows are filtered by their whole text, and by several expressions`() async throws {
  #expect(try await rows("ada") == [0, 2])
  #expect(try await rows("!ada") == [1, 3, 4])
  #expect(try await rows("/,\\d+,2026/") == [1, 4])
  // The text is no name of a column.
  #expect(try await rows("a=b") == [3])
  #expect(try await rows("ada", "score<0") == [2])
  let columns = try await csvSnapshot(people.utf8, in: try TemporaryFolder()).columns
  #expect(throws: ExpressionError.self) { try TableFilterExpression("name~/(/", columns: columns) }
}

@Test func `numbers and dates are compared with numbers and dates only`() async throws {
  let text = "score,day,name\n" + (1...9).map { "\($0)0,2026-01-0\($0),n\($0)\n" }.joined()
  let columns = try await csvSnapshot(text.utf8, in: try TemporaryFolder()).columns
  for (filter, words) in [
    ("score<abc", "“score” is a column of numbers, and “abc” is not a number"),
    ("!score >= 1.2.3", "“score” is a column of numbers, and “1.2.3” is not a number"),
    ("score>", "Type a number to compare “score” with"),
    ("score>2026-01-02", "“score” is a column of numbers, and “2026-01-02” is not a number"),
    ("day<soon", "“day” is a column of dates, and “soon” is not a date"),
    ("tag>blue", "“tag” is a column of numbers, and “blue” is not a number"),
  ] {
    do throws(ExpressionError) {
      _ = try TableFilterExpression(filter, columns: columns)
      Issue.record("\(filter) is taken")
    } catch {
      #expect(error.description == words)
    }
  }
  // Any value may be missing, equal or contained.
  for filter in ["score=abc", "score!=abc", "score=", "score~abc", "day=soon", "name<abc", "name<5", "day>2026"] {
    #expect(throws: Never.self) { try TableFilterExpression(filter, columns: columns) }
  }
}

@Test func `rows are filtered and sorted`() async throws {
  let byScore = RowSortKey(column: 1, type: .number, descending: true)
  #expect(try await rows("day~2026", order: [byScore]) == [1, 4, 0])
}

@Test func `random filters find the rows that a simple search finds`() async throws {
  var random = SeededGenerator(seed: 11)
  for _ in 0..<rounds / 2 {
    let bytes = Array("a,b,c\n".utf8) + randomCSV(&random, limit: 3_000)
    let choice = CSVDialect.Choice(delimiter: UInt8(ascii: ","), quote: .some(0x22), hasHeader: true, encoding: .utf8)
    let snapshot = try await csvSnapshot(bytes, choice, in: try TemporaryFolder())
    let column = random.below(3)
    let text = String((0..<random.below(3)).map { _ in random.pick(Array("abc 0")) })
    let expression = try TableFilterExpression("\("abc".map(String.init)[column])=\(text)", columns: snapshot.columns)
    let log = ValueLog<CSVQueryResult>()
    let query = CSVQuery([expression]) { [weak log] in log?.add($0) }
    log.keep(query)
    query.update(snapshot)
    let wanted = text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed().map { $0 }
    let expected = (0..<snapshot.rowCount).filter { row in
      let value = snapshot.fields(of: row, columns: column..<column + 1)[0]?.text ?? ""
      let trimmed = value.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed().map { $0 }
      // `Double` reads a text only up to a zero.
      let number =
        Double(String(wanted)).flatMap { trimmed.contains("\0") ? false : Double(String(trimmed)) == $0 } ?? false
      // In a column of texts, digits after a zero are a code.
      let isCode = [trimmed, wanted].contains { $0.count > 1 && $0[0] == "0" && $0[1] == "0" }
      return trimmed == wanted || number && !(isCode && snapshot.columns[column].type != .number)
    }
    #expect(await log.first { $0.isComplete }.rows?.map(Int.init) == expected)
  }
}

@Test func `a query goes on where it was when the file grows`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("n\n" + (0..<1_000).map { "\($0)\n" }.joined() + "77", to: "live.csv")
  let (_, log) = try csvIndex(path, follows: true)
  let first = await log.first { $0.state.isCaughtUp }
  let results = ValueLog<CSVQueryResult>()
  let query = CSVQuery([try TableFilterExpression("n~77", columns: first.columns)]) { [weak results] in
    results?.add($0)
  }
  results.keep(query)
  query.update(first)
  let before = await results.first { $0.isComplete }
  #expect(before.rows?.suffix(2) == [977, 1_000])
  try folder.append("0\n5\n778\n", to: "live.csv")
  query.update(await log.first { $0.rowCount == 1_003 })
  let after = await results.first { $0.isComplete && $0.searched == 1_003 }
  #expect(after.rows?.suffix(3) == [977, 1_000, 1_002])
}

@Test func `the column of pictures is found by names that exist`() async throws {
  let text = "id,file,thumb,page\n1,img/a.png,https://x.org/t/1.jpg?s=2,https://x.org/1\n2,img/b.JPG,,https://x.org/2\n"
  let snapshot = try await csvSnapshot(text.utf8, in: try TemporaryFolder())
  #expect(TablePicture.pictureColumn(in: snapshot) { ["img/a.png", "img/b.JPG"].contains($0) } == 1)
  #expect(TablePicture.pictureColumn(in: snapshot) { _ in false } == 2)
  let none = try await csvSnapshot("a,b\nx.png,1\n/dev/zero,2\nfifo,3\n".utf8, in: try TemporaryFolder())
  #expect(TablePicture.pictureColumn(in: none) { _ in true } == nil)
  #expect(TablePicture("data:image/png;base64,AAAA") == .data("data:image/png;base64,AAAA"))
  #expect(TablePicture("../a.webp") == .path("../a.webp"))
  #expect(TablePicture("some text") == nil)
}
