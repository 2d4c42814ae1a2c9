import Foundation
import Glibc
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

// Tables whose files are extreme, damaged, or changed by other programs while a window shows them.

/// Returns the texts of the rows, without their numbers.
private func rows(_ dump: Dump) -> [String] { dump.texts.map { String($0.drop { $0 != " " }.dropFirst()) } }

@Test(arguments: ["a.txt", "a.csv", "a.jsonl", "a.json"]) func `one line of 100 MB is shown, and its window answers`(
  name: String
) throws {
  let folder = try TemporaryFolder()
  let isJSON = name.hasPrefix("a.json")
  let filler = [UInt8](repeating: UInt8(ascii: "x"), count: perBuild(debug: 10_000_000, optimized: 100_000_000))
  let start = isJSON ? "{\"long\": \"start " : name == "a.csv" ? "text\nstart " : "start "
  let path = try folder.write(start, to: name)
  try folder.write(filler, to: name, mode: "a")
  try folder.append(isJSON ? "\"}\n" : "\n", to: name)
  let session = try Session([path])
  let dump = try session.settled()
  // A line of a text is shown in parts of 16 KB.
  let isDivided = name == "a.txt"
  #expect(isDivided ? dump.total > 600 : dump.total == 1)
  #expect(dump.texts[0].contains("start xxx"))
  try session.run("key Down", "key ctrl+I", "settle", "key End", "filter start", "settle")
  #expect(try session.settled().total == dump.total)
  #expect(session.finish() == 0)
}

@Test func `a table of a million columns is shown at both ends`() throws {
  let folder = try TemporaryFolder()
  let count = perBuild(debug: 50_000, optimized: 1_000_000)
  let names = (0..<count).map { "c\($0)" }.joined(separator: ",")
  let values = (0..<count).map { String($0) }.joined(separator: ",")
  let session = try Session([try folder.write(names + "\n" + values + "\n", to: "a.csv")])
  let start = try session.settled()
  #expect(start.total == 1 && rows(start)[0].hasPrefix("0 1 2"))
  try session.run("filter c\(count - 1)=\(count - 1)", "settle")
  #expect(try session.settled().total == 1)
  try session.run("filter c\(count - 1)=0", "settle")
  #expect(try session.settled().total == 0)
}

@Test func `columns without a name and with equal names are told apart`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("name,,name,\na,b,c,d\ne,f,g,h\n", to: "a.csv")
  let session = try Session([path])
  #expect(try rows(session.settled()) == ["a b c d", "e f g h"])
  try session.run("filter name (2)=g")
  #expect(try rows(session.settled()) == ["e f g h"])
  try session.run("filter column 2=b", "sort column 4:desc")
  #expect(try rows(session.settled()) == ["a b c d"])
  #expect(
    try Program.run([path, "--print", "ndjson", "--filter", "column 4=h"]).output
      == "{\"name\":\"e\",\"column 2\":\"f\",\"name (2)\":\"g\",\"column 4\":\"h\"}\n")
  // Keys of JSON may be empty and repeated too.
  let json = try Session([try folder.write("{\"\": 1, \"a\": 2, \"a\": 3}\n{\"a\": 4}\n", to: "a.jsonl")])
  #expect(try json.settled().total == 2)
}

@Test func `cells of 10 MB are shown, filtered, sorted and printed`() throws {
  let folder = try TemporaryFolder()
  let size = perBuild(debug: 1_000_000, optimized: 10_000_000)
  let path = try folder.write("id,text\n", to: "a.csv")
  for id in 0..<3 {
    try folder.append("\(id),\"\(id) ", to: "a.csv")
    try folder.write([UInt8](repeating: UInt8(ascii: "a") + UInt8(id), count: size), to: "a.csv", mode: "a")
    try folder.append(" end\"\n", to: "a.csv")
  }
  let session = try Session([path])
  let dump = try session.settled()
  #expect(dump.total == 3 && rows(dump)[1].hasPrefix("1 1 bbb"))
  try session.run("key Down", "key ctrl+I", "settle", "sort id:desc")
  #expect(try rows(session.settled()).map { $0.prefix(5) } == ["2 2 c", "1 1 b", "0 0 a"])
  try session.run("filter b end")
  #expect(try session.settled().total == 1)
  let printed = try Program.run([path, "--print", "csv", "--filter", "id=2"])
  #expect(printed.output.utf8.count == "id,text\n2,\"2  end\"\n".utf8.count + size)
}

@Test func `a quote that never closes at the start of a large file is marked, and the other rows are shown`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("a,b\n\"open,1\n", to: "a.csv")
  let chunk = [UInt8](String(repeating: "row,123\n", count: 1 << 17).utf8)
  let chunks = perBuild(debug: 20, optimized: 1_000)
  for _ in 0..<chunks { try folder.write(chunk, to: "a.csv", mode: "a") }
  let session = try Session([path])
  let dump = try session.settled()
  #expect(dump.total == 1 + chunks << 17)
  #expect(rows(dump).prefix(2) == ["\"open 1", "row 123"])
  try session.run("key End")
  #expect(try rows(session.settled()).last == "row 123")
}

@Test(arguments: ["a.csv", "a.jsonl"]) func `a table that is cut while it is shown shows the rows that are left`(
  name: String
) throws {
  let folder = try TemporaryFolder()
  let isJSON = name == "a.jsonl"
  func row(_ number: Int) -> String { isJSON ? "{\"id\": \(number)}\n" : "\(number),x\n" }
  let start = (isJSON ? "" : "id,name\n") + (1000..<1010).map(row).joined()
  let path = try folder.write(start + (1010..<9000).map(row).joined(), to: name)
  let session = try Session([path])
  #expect(try session.settled().total == 8000)
  try session.run("key End", "settle")
  #expect(truncate(path, start.utf8.count) == 0)
  #expect(try session.settled().total == 10)
  #expect(try rows(session.settled()).contains { $0.hasPrefix("1005") })
  // Cut in the middle of a row, then to nothing, then filled again.
  #expect(truncate(path, start.utf8.count - 3) == 0)
  #expect(try session.settled().total == 10)
  #expect(truncate(path, 0) == 0)
  #expect(try session.settled().total == 0)
  try folder.write(start, to: name)
  #expect(try session.settled().total == 10)
  #expect(session.finish() == 0)
}

@Test(arguments: ["a.csv", "a.jsonl", "a.json"]) func `a table or document that a folder replaces keeps its rows`(
  name: String
) throws {
  let folder = try TemporaryFolder()
  let text =
    ["a.csv": "x,y\n1,2\n", "a.jsonl": "{\"x\": 1, \"y\": 2}\n", "a.json": "{\"x\": {\"y\": 2}}\n"][name] ?? ""
  let session = try Session([try folder.write(text, to: name)])
  let before = try session.settled().texts
  #expect(before.count == 1)
  try folder.remove(name)
  try folder.makeFolder(name)
  #expect(try session.settled().texts == before)
  try session.run("key Down", "key ctrl+I", "reload")
  #expect(try session.settled().texts == before)
  // The file comes back.
  try FileManager.default.removeItem(atPath: folder.file(name))
  try folder.write(text, to: name)
  #expect(try session.settled().texts == before)
  #expect(session.finish() == 0)
}

@Test(arguments: ["text", "csv", "ndjson"])
func `printing by a column that a table does not have is an error that names the columns`(format: String) throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("name,amount\nplum,3\npear,nope=2\n", to: "a.csv")
  for order in [[], ["--sort", "amount"]] {
    let result = try Program.run([path, "--print", format, "--filter", "nope=1"] + order)
    #expect(result.code == 2 && result.output.isEmpty, "\(result)")
    #expect(result.errors.contains("No column has the name “nope”"), "\(result.errors)")
    #expect(result.errors.contains("the columns are “name”, “amount”"), "\(result.errors)")
  }
  for filter in ["!nope=1", "nope<5", "nope~x", "!nope~x", "!nope>=2"] {
    let result = try Program.run([path, "--print", format, "--filter", filter])
    #expect(result.code == 2 && result.output.isEmpty, "\(filter): \(result)")
    #expect(result.errors.contains("No column has the name “nope”"), "\(filter): \(result.errors)")
  }
  // Such a text is found or left out where rows have it, and a column without the value is no error.
  let found = try Program.run([path, "--print", format, "--filter", "nope=2"])
  #expect(found.code == 0 && found.output.contains("pear"))
  let left = try Program.run([path, "--print", format, "--filter", "!nope=2"])
  #expect(left.code == 0 && left.output.contains("plum") && !left.output.contains("pear"))
  let none = try Program.run([path, "--print", format, "--filter", "amount=9"])
  #expect(none.code == 1 && none.errors.isEmpty)
}
