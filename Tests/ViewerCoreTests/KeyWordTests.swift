import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Keys that do nothing, which say so, and the context menu, which has every command with its key.

private let inputs: [ScreenKind: (name: String, text: String)] = [
  .text: ("a.log", "09:00:00 INFO one\n09:00:01 INFO two\n"),
  .bytes: ("a.bin", "\u{7F}ELF\u{2}\u{1}\u{1}\0\0\u{3}\u{4}\0\0\0\u{1}\0"),
  .table: ("a.csv", "name,amount\nplum,1\npear,2\n"), .document: ("a.json", "{\"a\": {\"b\": 1}}\n"),
  .picture: ("a.png", "\0no picture"), .message: ("a.pdf", "%PDF-1.7\n%text"),
]

extension FileStage {
  /// Shows a screen of a kind, with the first item selected if there is one.
  fileprivate init(kind: ScreenKind) async throws {
    let folder = try textFiles(["one.txt", "two.txt"])
    if let input = inputs[kind] { try folder.write(input.text.utf8, to: input.name) }
    try await self.init(folder.path, data: folder)
    switch kind {
    case .folder: break
    case .start: try viewer.open("gallery:")
    case .gallery: try viewer.open("gallery:menus")
    default: try viewer.open(folder.file(try #require(inputs[kind]).name))
    }
    let isShown = await waitUntil(harness) {
      answer()
      return !viewer.isBusy && viewer.screenKind == kind
    }
    try #require(isShown, "\(viewer.title)")
    harness.settle()
    viewer.focusList()
  }
}

@MainActor @Test(arguments: ScreenKind.allCases)
func `a key whose command is of no use on a screen says so`(kind: ScreenKind) async throws {
  let shown = try await FileStage(kind: kind)
  let table = shown.viewer.commands
  // These keys are pressed everywhere, so that they say nothing.
  let quiet: Set<String> = ["open", "leave", "back", "forward"]
  // Lists move and select by these keys, and the list of the gallery has an action of its own for another one.
  let ofLists: Set<String> = ["Right", "Left", "Up", "Down", "PageUp", "PageDown", "Home", "End", "Space"]
  let ofGallery: Set<String> = ["Ctrl+A", "Delete"]
  for command in table.commands where !quiet.contains(command.id) {
    for key in table.keys(of: command) {
      let isTyped = key.modifiers.isSubset(of: .shift) && key.key.name.count == 1
      guard !isTyped, !ofLists.contains(key.words), kind != .gallery || !ofGallery.contains(key.words)
      else { continue }
      guard table.command(for: key, on: kind)?.id == command.id, command.objection(in: shown.viewer) != nil
      else { continue }
      shown.harness.key(key.key, modifiers: key.modifiers)
      #expect(shown.status.contains("\(key.words) "), "\(command.id) on \(kind): \(shown.status)")
    }
  }
}

@MainActor @Test(arguments: ScreenKind.allCases)
func `a function key or a character with Ctrl that has no command says so`(kind: ScreenKind) async throws {
  let shown = try await FileStage(kind: kind)
  for text in ["F7", "F9", "Shift+F8", "Ctrl+J", "Ctrl+Shift+B", "Ctrl+7"] {
    let key = try #require(KeyShortcut(text: text))
    shown.harness.key(key.key, modifiers: key.modifiers)
    #expect(shown.status.contains("\(text) has no command; F1 shows the keys"), "\(shown.status)")
  }
}

@MainActor @Test func `the key of the grid of a folder names that of a table with pictures`() async throws {
  let folder = try TemporaryFolder()
  try folder.write("\0no picture", to: "a.png")
  try folder.write("name,picture\none,a.png\ntwo,a.png\n", to: "a.csv")
  let shown = try await FileStage(folder.file("a.csv"))
  try await shown.key("Ctrl+3")
  #expect(shown.status.contains("Ctrl+3 is for folders; here G is “Pictures as a grid”"), "\(shown.status)")
  let plain = try await FileStage(kind: .table)
  try await plain.key("Ctrl+3")
  #expect(plain.status.contains("Ctrl+3 is for folders") && !plain.status.contains("here G"), "\(plain.status)")
}

@MainActor @Test func `a key that has commands on several screens is named with all of them`() async throws {
  let shown = try await FileStage(kind: .bytes)
  try await shown.key("T")
  #expect(shown.status.contains("T is for texts, tables, JSON trees and pictures"), "\(shown.status)")
  try await shown.key("W")
  #expect(shown.status.contains("W is for texts"), "\(shown.status)")
}

@MainActor @Test(arguments: [ScreenKind.text, .table], ["Up", "Down", "PageUp", "PageDown"])
func `keys that move say nothing while a question has the focus`(kind: ScreenKind, key: String) async throws {
  let shown = try await FileStage(kind: kind)
  try await shown.key("Ctrl+G")
  let before = shown.status
  try await shown.key(key)
  #expect(shown.status == before)
  // A key that is for other screens only still says so.
  try await shown.key("F11")
  #expect(shown.status.contains("F11 is for pictures"), "\(shown.status)")
}

@MainActor @Test(arguments: ["=", "-"]) func `the number of a row is no value to filter by, which is told`(
  key: String
) async throws {
  let shown = try await FileStage(kind: .table)
  try await shown.key("Home")
  try await shown.key("Right")
  try await shown.key(key)
  #expect(shown.status.contains("\(key) does nothing here: the number of a row is no value"), "\(shown.status)")
  try await shown.key("Right")
  try await shown.key(key)
  #expect(shown.viewer.list.itemCount == 1, "the next column has values: \(shown.status)")
}

@MainActor @Test func `keys at the ends of what they change say so`() async throws {
  let folder = try pictureFolder(2)
  let shown = try await FileStage(folder.path)
  for _ in 0..<8 { try await shown.key("Ctrl++") }
  #expect(shown.status.contains("Ctrl++ does nothing here: this is the largest size"), "\(shown.status)")
  for _ in 0..<8 { try await shown.key("Ctrl+-") }
  #expect(shown.status.contains("Ctrl+- does nothing here: this is the smallest size"), "\(shown.status)")
  shown.select(0...0)
  shown.harness.key(.enter)
  try await shown.wait(forTitle: "p100.png")
  shown.harness.key(.left)
  #expect(shown.status.contains("Left does nothing here: this is the first picture"), "\(shown.status)")
  shown.harness.key(.right)
  try await shown.wait(forTitle: "p101.png")
  shown.harness.key(.end)
  #expect(shown.status.contains("End does nothing here: this is the last picture"), "\(shown.status)")
}

@MainActor @Test(arguments: ScreenKind.allCases)
func `the context menu has every command that is of use, with its key`(kind: ScreenKind) async throws {
  let shown = try await FileStage(kind: kind)
  shown.harness.key(.down)
  let table = shown.viewer.commands
  let actions = shown.viewer.commandMenu.actions
  // The menu of a cell has those about its value itself; the others are about the menu or the keyboard.
  let others: Set<String> = ["leave", "escape", "menu", "onlyValue", "withoutValue", "group"]
  for command in table.commands where !others.contains(command.id) && command.objection(in: shown.viewer) == nil {
    let action = actions.first { $0.title == command.title }
    #expect(action != nil, "\(command.id) on \(kind)")
    #expect(action?.shortcut == table.namedKeys(of: command).first, "\(command.id) on \(kind)")
  }
}
