import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Tests of the table of commands: keys, the context menu, the palette, the overview of keys and the typed path.

/// A viewer in a window without a display.
@MainActor
private struct Shown: ViewerStage {
  let viewer = Viewer()
  let harness: ViewHarness

  init(_ path: String?, _ size: Size = Size(width: 1000, height: 600)) async throws {
    if let path { try viewer.open(path) }
    harness = ViewHarness(showing: viewer, size: size)
    try await begin()
  }

  var menu: [String] {
    harness.show()
    return harness.semantics.filter { $0.role == .menuItem }.map(\.text)
  }

  func shows(_ words: String) -> Bool { text.contains("\"\(words)\"") }

  func key(_ text: String) throws {
    let shortcut = try #require(KeyShortcut(text: text))
    harness.key(shortcut.key, modifiers: shortcut.modifiers)
  }
}

@MainActor private func threeFiles() throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  for name in ["a.txt", "b.txt", "c.log"] { try folder.write("one\ntwo\n", to: name) }
  return folder
}

// MARK: The table

@MainActor @Test func `every command has a title, a name of its own, and keys of its own on each kind of screen`() {
  let table = CommandTable()
  #expect(Set(table.commands.map(\.id)).count == table.commands.count)
  for command in table.commands { #expect(!command.title.isEmpty && !command.screens.isEmpty) }
  for kind in ScreenKind.allCases {
    var owners: [KeyShortcut: String] = [:]
    for command in table.commands where command.screens.contains(kind) {
      for key in table.keys(of: command) {
        #expect(owners[key] == nil, "\(key.words) belongs to \(command.id) and \(owners[key] ?? "") on \(kind)")
        owners[key] = command.id
      }
    }
  }
}

@Test(arguments: ["Ctrl+F", "Ctrl+Shift+P", "F1", "Ctrl++", "Alt+Left", "?", "G", "Menu", "Ctrl+-", "Ctrl+Keypad +"])
func `a key is read from the words that menus show`(text: String) throws {
  let key = try #require(KeyShortcut(text: text))
  #expect(key.description == text)
}

@Test(arguments: ["", "Ctrl+", "Hyper+F", "Ctrl+Nokey", "Ctrl+F+"]) func `words that are no key are refused`(
  text: String
) {
  #expect(KeyShortcut(text: text) == nil)
}

/// The lines that the article of keys must have in its table.
@MainActor private var articleRows: [String] {
  let table = CommandTable()
  var (rows, series) = ([String](), Set<Command.Series>())
  for command in Command.Group.allCases.flatMap({ group in table.commands.filter { $0.group == group } }) {
    if let known = command.series, !series.insert(known).inserted { continue }
    let keys = command.series.map { ["`\($0.keys)`"] } ?? table.namedKeys(of: command).map { "`\($0.words)`" }
    let name = command.series == nil ? "`\(command.id)`" : "`\(command.id)`, ..."
    let title = command.series?.title ?? command.title
    rows.append("| \(title) | \(keys.joined(separator: ", ")) | \(command.screenWords) | \(name) |")
  }
  return rows
}

@MainActor @Test func `the article of keys lists exactly the commands`() throws {
  let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  let article = TemporaryFolder.text("/\(folder)/Sources/Scrollwork/Scrollwork.docc/Keys.md")
  let lines = article.split(separator: "\n").map(String.init)
  let rows = lines.filter { $0.hasPrefix("| ") && !$0.hasPrefix("| command ") }
  #expect(rows == articleRows, "the lines must be:\n\(articleRows.joined(separator: "\n"))")
}

// MARK: Keys

@MainActor @Test func `a key whose command is not available says why`() async throws {
  let folder = try threeFiles()
  let shown = try await Shown(folder.path)
  try shown.key("Ctrl+G")
  #expect(shown.status.contains("Ctrl+G is for texts, bytes and tables"), "\(shown.status)")
  try shown.key("Ctrl+C")
  #expect(shown.status.contains("Ctrl+C does nothing here: nothing is selected"))
  try shown.key("F7")
  #expect(shown.status.contains("F7 has no command; F1 shows the keys"))
}

@MainActor @Test func `changed keys perform their command in place of the former ones`() async throws {
  let folder = try threeFiles()
  let shown = try await Shown(folder.path)
  shown.viewer.commands.setKeys(["layoutTable": [try #require(KeyShortcut(text: "Ctrl+Alt+T"))]])
  try shown.key("Ctrl+2")
  #expect(!shown.shows("Name"))
  try shown.key("Ctrl+Alt+T")
  shown.harness.settle()
  #expect(shown.shows("Name"), "the header of the table")
}

@MainActor
@Test func `a key that the user gives to a command is no longer named for the one that had it`() async throws {
  let folder = try threeFiles()
  let shown = try await Shown(folder.path)
  shown.viewer.commands.setKeys(["trash": [try #require(KeyShortcut(text: "Ctrl+C"))]])
  let commands = shown.viewer.commands
  let (copy, trash) = (try #require(commands["copy"]), try #require(commands["trash"]))
  #expect(commands.namedKeys(of: trash, on: .folder).map(\.words) == ["Ctrl+C"])
  #expect(!commands.namedKeys(of: copy, on: .folder).map(\.words).contains("Ctrl+C"))
  // The trash is for files only.
  #expect(commands.namedKeys(of: copy, on: .text).map(\.words).contains("Ctrl+C"))
  shown.harness.key(.down)
  try shown.key("Menu")
  shown.harness.settle()
  #expect(shown.text.split(separator: "\"Ctrl+C\"").count == 2, "named once: \(shown.text)")
}

// MARK: The menu

@MainActor @Test(arguments: ["right click", "Menu", "Shift+F10"])
func `the menu of the selection has the commands with their keys`(how: String) async throws {
  let folder = try threeFiles()
  let shown = try await Shown(folder.path)
  shown.harness.key(.down)
  if how == "right click" {
    let place = try #require(shown.harness.tiles.first).bounds.center
    shown.harness.press(at: place, button: .right)
    shown.harness.release()
  } else {
    try shown.key(how)
  }
  shown.harness.settle()
  let first = ["Open", "Open with its program", "Open with another program…", "Select all", "Copy", "Cut", "Paste"]
  #expect(shown.menu.prefix(7) == first[...])
  #expect(shown.menu.contains("View") && shown.menu.contains("Tags and marks"))
  #expect(shown.shows("Ctrl+Shift+C"))
  for key in [Key.down, .down, .down, .down, .down, .enter] { shown.harness.key(key) }
  #expect(shown.harness.clipboard.text == folder.file("a.txt"))
}

@MainActor @Test func `a picture has a menu too`() async throws {
  let viewer = Viewer()
  let folder = try TemporaryFolder()
  let path = try folder.write("\0no picture", to: "a.png")
  try viewer.open(path)
  let harness = ViewHarness(content: viewer.root, size: Size(width: 800, height: 600))
  harness.press(at: Point(x: 400, y: 300), button: .right)
  harness.release()
  harness.settle()
  harness.show()
  let titles = harness.semantics.filter { $0.role == .menuItem }.map(\.text)
  #expect(titles.contains("Next picture") && titles.contains("Copy path"))
}

@MainActor @Test func `the parts and symbols of menus are those of commands that exist`() {
  #expect(Command.styledIDs.subtracting(CommandTable().names).isEmpty)
}

/// Returns the numbers of rows between the separators of a menu.
@MainActor private func parts(of menu: Menu) -> [Int] {
  var parts = [0]
  for element in menu.elements {
    switch element {
    case .separator: parts.append(0)
    case .action: parts[parts.count - 1] += 1
    case .submenu(let menu): parts[parts.count - 1] += menu.isEmpty ? 0 : 1
    }
  }
  return parts.filter { $0 > 0 }
}

@MainActor @Test(arguments: ["a.txt", "a.png"])
func `a menu is parted, has at most eighteen rows, and sets the trash apart`(name: String) async throws {
  let folder = try TemporaryFolder()
  for index in 0..<3 {
    try folder.write(name == "a.png" ? "\0no picture" : "text", to: "\(index)\(name)")
  }
  let shown = try await Shown(folder.path)
  shown.harness.key(.down)
  if name == "a.png" {
    shown.harness.key(.enter)
    shown.harness.settle()
  }
  let menu = shown.viewer.commandMenu
  let parts = parts(of: menu)
  #expect(parts.reduce(0, +) <= (name == "a.png" ? 14 : 18) && parts.allSatisfy { $0 <= 5 }, "\(parts)")
  let elements = menu.elements
  let index = try #require(
    elements.firstIndex { element in
      if case .action(let action) = element { action.title == "Move to the trash" } else { false }
    })
  guard case .action(let action) = elements[index], case .separator = elements[index - 1],
    case .separator = elements[index + 1]
  else {
    Issue.record("no separators")
    return
  }
  #expect(action.role == .destructive)
}

// MARK: The palette

@MainActor @Test(arguments: [300.0, 450, 600, 900])
func `half a row at the end of the palette shows that there are more`(height: Double) async throws {
  let folder = try threeFiles()
  let shown = try await Shown(folder.path, Size(width: 800, height: height))
  try shown.key("Ctrl+Shift+P")
  shown.harness.settle()
  shown.harness.show()
  let list = try #require(shown.harness.semantics.last { $0.role == .list }).bounds
  #expect(list.height.truncatingRemainder(dividingBy: 36) == 18 && list.maxY < height, "\(list)")
}

@MainActor @Test func `the palette finds a command by the beginnings of its words, and Return performs it`()
  async throws
{
  let folder = try threeFiles()
  let shown = try await Shown(folder.path)
  try shown.key("Ctrl+Shift+P")
  shown.harness.settle()
  #expect(shown.shows("New folder…") && shown.shows("Enclosing folder"))
  #expect(!shown.shows("Wrap long lines"), "it is not available in a folder")
  shown.harness.type("fol tab")
  shown.harness.settle()
  #expect(shown.shows("Folder as table") && !shown.shows("Folder as list"))
  shown.harness.key(.enter)
  shown.harness.settle()
  #expect(!shown.shows("Folder as table"), "the palette is closed")
  #expect(shown.shows("Name"), "the folder is a table")
  #expect(shown.viewer.list.isFocused, "the list has the focus again")
}

@MainActor @Test(arguments: ["delim", "quotes", "header", "encod"])
func `the palette finds each part of the form of a table, and Return opens its choice`(words: String) async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write("name;size\na;1\n", to: "a.csv"))
  try shown.key("Ctrl+Shift+P")
  shown.harness.type(words)
  shown.harness.settle()
  #expect(shown.shows("Delimiter, quotes, header and encoding…"))
  shown.harness.key(.enter)
  shown.harness.settle()
  #expect(shown.menu.contains("First row is the header"), "\(shown.menu)")
}

@MainActor @Test func `the key of the form offers the encoding of rows of JSON`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write("{\"a\": 1}\n{\"a\": 2}\n", to: "a.jsonl"))
  try shown.key("Ctrl+E")
  shown.harness.settle()
  #expect(shown.menu.contains("Encoding: UTF-8") && !shown.menu.contains("First row is the header"), "\(shown.menu)")
}

@MainActor @Test func `keys and clicks choose in the palette, and Escape or a click beside it closes it`() async throws
{
  let folder = try threeFiles()
  let shown = try await Shown(folder.path)
  try shown.key("Ctrl+Shift+P")
  shown.harness.type("folder as")
  for key in [Key.down, .down, .up, .enter] { shown.harness.key(key) }
  shown.harness.settle()
  #expect(shown.shows("Name"), "the second one was chosen")
  try shown.key("Ctrl+Shift+P")
  shown.harness.type("nothing like this")
  #expect(shown.shows("No command has these words"))
  shown.harness.key(.enter)
  #expect(shown.shows("No command has these words"))
  shown.harness.key(.escape)
  shown.harness.settle()
  #expect(!shown.shows("No command has these words"))
  try shown.key("Ctrl+Shift+P")
  shown.harness.settle()
  #expect(shown.shows("New folder…"))
  shown.harness.click(at: Point(x: 20, y: 580))
  shown.harness.settle()
  #expect(!shown.shows("New folder…"))
}

// MARK: The overview of keys

@MainActor @Test(arguments: ["F1", "?", "Shift+/"]) func `a key shows all keys of the screen by groups`(key: String)
  async throws
{
  let folder = try threeFiles()
  let shown = try await Shown(folder.file("a.txt"), Size(width: 900, height: 1_000))
  try shown.key(key)
  shown.harness.settle()
  for words in [
    "Keys", "Find and filter", "Wrap long lines", "W", "Ctrl+Shift+P", "Mark the word in a colour", "1 to 9",
  ] {
    #expect(shown.shows(words), "\(words)")
  }
  #expect(!shown.shows("Folder as table"))
  shown.harness.key(.escape)
  shown.harness.settle()
  #expect(!shown.shows("Wrap long lines"))
}

@MainActor @Test func `the overview of keys scrolls in a small window`() async throws {
  let folder = try threeFiles()
  let shown = try await Shown(folder.path, Size(width: 360, height: 240))
  try shown.key("F1")
  shown.harness.settle()
  #expect(shown.shows("Open") && !shown.shows("Close the window"))
  shown.harness.key(.end)
  shown.harness.settle()
  #expect(shown.shows("Close the window") && !shown.shows("Open"))
}

// MARK: The path

@MainActor @Test func `a typed path is completed by Tab and opened by Return`() async throws {
  let folder = try TemporaryFolder()
  try folder.makeFolder("summer days")
  try folder.write("text", to: "summer days/one.txt")
  try folder.write("x", to: "summary.txt")
  let shown = try await Shown(folder.path)
  try shown.key("Ctrl+Shift+L")
  func wait(for words: String) async throws {
    let isShown = await waitUntil(shown.harness) { shown.text.contains(words) }
    try #require(isShown, "\(words) in \(shown.text)")
  }
  shown.harness.type("su")
  shown.harness.key(.tab)
  try await wait(for: "\"summ\"")
  shown.harness.type("e")
  shown.harness.key(.tab)
  try await wait(for: "\"summer days/\"")
  try await wait(for: "\"one.txt\"")
  shown.harness.key(.down)
  shown.harness.key(.enter)
  try await waitForRest(of: shown.viewer, in: shown.harness)
  #expect(shown.viewer.title == "one.txt - Scrollwork")
}

@MainActor @Test func `a typed path that does not exist is refused in place`() async throws {
  let folder = try threeFiles()
  let shown = try await Shown(folder.path)
  try shown.key("Ctrl+Shift+L")
  shown.harness.type("nowhere")
  shown.harness.key(.enter)
  shown.harness.settle()
  #expect(shown.text.contains("no such file"), "\(shown.text)")
  shown.harness.key(.escape)
  shown.harness.settle()
  #expect(!shown.text.contains("no such file") && shown.viewer.list.isFocused)
  #expect(shown.viewer.title.hasSuffix(" - Scrollwork") && !shown.viewer.title.contains("nowhere"))
}

// MARK: Going up

@MainActor @Test func `the folder above the first one is the root`() async throws {
  let shown = try await Shown("/usr")
  try shown.key("Alt+Up")
  let isUp = await waitUntil(shown.harness) { !shown.viewer.isBusy && shown.viewer.title == "/ - Scrollwork" }
  #expect(isUp, "\(shown.viewer.title)")
  try shown.key("Alt+Up")
  #expect(shown.viewer.title == "/ - Scrollwork")
}

@MainActor @Test(arguments: ["Alt+Up", "Backspace"]) func `going up selects the folder that was left`(key: String)
  async throws
{
  let folder = try TemporaryFolder()
  for name in ["north", "south", "west"] {
    try folder.makeFolder(name)
    try folder.write("x", to: name + "/a.txt")
  }
  let shown = try await Shown(folder.file("south"))
  try shown.key(key)
  let isUp = await waitUntil(shown.harness) { !shown.viewer.isBusy && shown.viewer.list.itemCount == 3 }
  try #require(isUp)
  shown.harness.settle()
  shown.harness.show()
  #expect(shown.harness.tiles.filter { $0.states.contains(.selected) }.map { $0.text.prefix(5) } == ["south"])
}
