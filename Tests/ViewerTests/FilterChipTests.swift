import Foundation
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

private let table = """
  name,amount,kind
  pear,10,fruit
  apple,9.5,fruit
  leek,100,vegetable
  plum,2,fruit
  salt,3,

  """

/// Returns the first word of each row after its number.
private func names(_ dump: Dump) -> [String] {
  dump.texts.map { String($0.split(separator: " ").dropFirst().first ?? "") }
}

@Test func `filters kept by Return hold together, and Escape removes the last one`() throws {
  let folder = try TemporaryFolder()
  let session = try Session([try folder.write(table, to: "a.csv")])
  _ = try session.settled()
  try session.run("key ctrl+l", "text amount>5", "key Return")
  #expect(try names(session.settled()) == ["pear", "apple", "leek"])
  try session.run("key ctrl+l", "text kind=fruit", "key Return")
  #expect(try names(session.settled()) == ["pear", "apple"])
  // A filter that is being typed holds too.
  try session.run("key ctrl+l", "text app")
  #expect(try names(session.settled()) == ["apple"])
  try session.run("key Escape")
  #expect(try names(session.settled()) == ["pear", "apple"])
  try session.run("key Escape")
  #expect(try names(session.settled()) == ["pear", "apple", "leek"])
  try session.run("key Escape")
  #expect(try names(session.settled()) == ["pear", "apple", "leek", "plum", "salt"])
}

@Test func `an expression that is no filter stays in the field when Return is pressed`() throws {
  let folder = try TemporaryFolder()
  let session = try Session([try folder.write(table, to: "a.csv")])
  _ = try session.settled()
  try session.run("key ctrl+l", "text name~/[/", "key Return", "key Backspace", "key Backspace", "text s/")
  #expect(try names(session.settled()) == ["salt"])
}

@Test func `each filter of the command line must hold, in a window and in print`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(table, to: "a.csv")
  let filters = ["--filter", "amount>5", "--filter", "kind=fruit"]
  let session = try Session([path] + filters)
  #expect(try names(session.settled()) == ["pear", "apple"])
  try session.run("key Escape")
  #expect(try names(session.settled()) == ["pear", "apple", "leek"])
  let printed = try Program.run([path, "--print", "text"] + filters)
  #expect(printed.output == "name,amount,kind\npear,10,fruit\napple,9.5,fruit\n")
  // Texts and streams have the same filters.
  let text = try folder.write("one two\ntwo three\none three\n", to: "a.txt")
  let words = ["--filter", "one", "--filter", "!two"]
  let lines = try Session([text] + words)
  #expect(try lines.settled().total == 1)
  try lines.run("key Escape")
  #expect(try lines.settled().total == 2)
  #expect(try Program.run([text, "--print", "text"] + words).output == "one three\n")
  try lines.run("key ctrl+l", "text three", "key Return")
  #expect(try lines.settled().total == 1)
}

@Test func `a key and the menu of a cell filter by its value`() throws {
  let folder = try TemporaryFolder()
  let session = try Session([try folder.write(table, to: "a.csv")])
  let cells = try session.settled().cells
  func kind(_ row: Int) -> String { "\(220) \(cells[row].center.y)" }
  try session.run("click \(kind(0))", "key =")
  #expect(try names(session.settled()) == ["pear", "apple", "plum"])
  try session.run("key Escape", "key Escape")
  #expect(try names(session.settled()).count == 5)
  try session.run("click \(kind(0))", "key -")
  #expect(try names(session.settled()) == ["leek", "salt"])
  try session.run("key Escape", "key Escape")
  #expect(try names(session.settled()).count == 5)
  // A missing value is a value too.
  try session.run("click \(kind(4)) 1 right", "key Down", "key Return")
  #expect(try names(session.settled()) == ["salt"])
}
