import Foundation
import ScrollworkTestSupport
import Testing

private let lines = """
  {"name": "pear", "amount": 10, "size": {"w": 3, "h": 4}}
  {"name": "apple", "amount": 9.5}
  not JSON
  {"amount": 100, "name": "f\\u00efg", "seen": true}

  """

private let array = """
  [
    {"name": "pear", "amount": 10},
    {"name": "apple",
     "amount": 9.5}
  ]

  """

/// Returns the texts of the rows, without their numbers.
private func rows(_ dump: Dump) -> [String] {
  dump.texts.map { String(($0.hasPrefix("! ") ? $0.dropFirst(2) : $0[...]).drop { $0 != " " }.dropFirst()) }
}

private let all = ["pear 10 {\"w\":3,\"h\":4} —", "apple 9.5 — —", "not JSON — — —", "fïg 100 — true"]

@Test func `JSON lines are shown as a table with the columns of all keys`() throws {
  let folder = try TemporaryFolder()
  let session = try Session([try folder.write(lines, to: "a.jsonl")])
  #expect(try rows(session.settled()) == all)
  // The line that is no JSON is marked.
  #expect(try session.settled().texts[2].hasPrefix("! 3 "))
  // Lines that are added appear, with their new keys.
  try folder.append("{\"price\": 7}\n", to: "a.jsonl")
  #expect(try rows(session.settled()) == all.map { $0 + " —" } + ["— — — — 7"])
}

@Test func `JSON lines are filtered, sorted and tagged by their values`() throws {
  let folder = try TemporaryFolder()
  let session = try Session([try folder.write(lines, to: "a.ndjson"), "--filter", "amount>9", "--sort", "amount"])
  #expect(try rows(session.settled()) == [all[1], all[0], all[3]])
  try session.run("filter fïg")
  #expect(try rows(session.settled()) == [all[3]])
  try session.run("filter name=not JSON")
  #expect(try rows(session.settled()) == [all[2]])
}

@Test func `JSON lines are printed byte for byte, and as CSV`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(lines, to: "a.jsonl")
  #expect(try Program.run([path, "--print", "text"]).output == lines)
  let source = lines.split(separator: "\n").map { $0 + "\n" }
  #expect(
    try Program.run([path, "--print", "text", "--sort", "amount:desc"]).output == source[3] + source[0] + source[1]
      + source[2])
  #expect(
    try Program.run([path, "--print", "csv", "--filter", "amount<50"]).output
      == "name,amount,size,seen\npear,10,\"{\"\"w\"\":3,\"\"h\"\":4}\",\napple,9.5,,\n")
}

@Test func `a JSON array of objects is shown as a table`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(array, to: "a.json")
  let session = try Session([path])
  #expect(try rows(session.settled()) == ["pear 10", "apple 9.5"])
  #expect(
    try Program.run([path, "--print", "ndjson", "--filter", "amount<10"]).output
      == "{\"name\":\"apple\",\"amount\":9.5}\n")
}

@Test func `a JSON document is shown as a tree, whose nodes are unfolded and folded by keys`() throws {
  let folder = try TemporaryFolder()
  let text = #"{"name": "x", "rows": [{"id": 7}, null], "none": {}}"#
  let session = try Session([try folder.write(text, to: "a.json")])
  let top = ["name \"x\"", "rows [ 2 items ]", "none { 0 keys }"]
  #expect(try session.settled().texts == top)
  let rows = try session.settled().cells[1].center
  try session.run("click \(rows.x) \(rows.y)", "key Right")
  #expect(try session.settled().texts == [top[0], top[1], "0 { 1 key }", "1 null", top[2]])
  try session.run("key Down", "key Right")
  #expect(try session.settled().texts == [top[0], top[1], "0 { 1 key }", "id 7", "1 null", top[2]])
  try session.run("key Left", "key Left", "key Left")
  #expect(try session.settled().texts == top)
}

@Test func `the values before the damage of a JSON document are shown, and text that is none stays text`() throws {
  let folder = try TemporaryFolder()
  let cut = try Session([try folder.write(#"{"a": 1, "b": [1, 2"#, to: "cut.json")])
  #expect(try cut.settled().texts == ["a 1", "b [ 2 items ]"])
  let text = try Session([try folder.write("// settings\n{}\n", to: "b.json")])
  #expect(try text.settled().texts.first == "// settings")
}
