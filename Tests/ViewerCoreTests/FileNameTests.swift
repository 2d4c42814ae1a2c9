import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Synchronization
import Testing

/// Difficult names as bytes: "é" precomposed and decomposed; two invalid names that look alike; a combining accent at
/// the start and after a dot; Greek, Han, an emoji; and a private-use character from the range that `PathBytes` uses
/// for escaped bytes.
private let names: [[UInt8]] = [
  Array("caf\u{E9}.txt".utf8), Array("cafe\u{301}.txt".utf8), [0x63, 0xE9, 0x2E, 0x74], [0x63, 0xE8, 0x2E, 0x74],
  Array("\u{301}x".utf8), Array("a.\u{301}".utf8), Array("\u{3A9}".utf8), Array("\u{2126}".utf8),
  Array("\u{65E5}\u{672C}".utf8), Array("\u{1F600}".utf8), Array("\u{10FEE9}".utf8), [0xE9], [0xE9, 0xCC, 0x81],
  Array("e\u{301}\u{323}".utf8), Array("e\u{323}\u{301}".utf8), [0xC3], [0xF4, 0x8F], Array("\u{1112}\u{1161}".utf8),
  Array("\u{D558}".utf8),
]

extension TemporaryFolder {
  /// Creates a file with a name of arbitrary bytes.
  func make(_ name: [UInt8], _ text: String) {
    let path = (Array(path.utf8) + [0x2F] + name + [0]).map { CChar(bitPattern: $0) }
    let descriptor = creat(path, 0o600)
    #expect(Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count)
    #expect(close(descriptor) == 0)
  }

  /// Renames a file to a name of arbitrary bytes.
  func rename(_ old: [UInt8], to new: [UInt8]) {
    let (old, new) = (PathBytes.decode(old), PathBytes.decode(new))
    #expect(
      PathBytes.withCString(file(old)) { old in PathBytes.withCString(file(new)) { Glibc.rename(old, $0) } } == 0)
  }
}

/// Returns the names of the entries as bytes.
private func bytes(_ snapshot: FolderSnapshot) -> Set<[UInt8]> {
  Set(snapshot.entries.map { PathBytes.encode(FilePath.lastComponent(of: $0.path)) })
}

private func model(_ path: String) -> (FolderModel, ValueLog<FolderSnapshot>) {
  let inbox = ValueLog<FolderSnapshot>()
  let model = FolderModel(path: path) { [weak inbox] in inbox?.add($0) }
  inbox.keep(model)
  return (model, inbox)
}

@Test func `two names are equal exactly if their bytes are`() {
  for a in names {
    #expect(PathBytes.encode(PathBytes.decode(a)) == a)
    let isText = String(validating: a, as: UTF8.self) != nil
    #expect(PathBytes.display(PathBytes.decode(a)).utf8.elementsEqual(a) == isText)
    for b in names { #expect((PathBytes.decode(a) == PathBytes.decode(b)) == (a == b)) }
    for b in names { #expect((NaturalKey(PathBytes.decode(a)) == NaturalKey(PathBytes.decode(b))) == (a == b)) }
  }
}

@Test(arguments: 0..<rounds) func `paths of any bytes compare like their bytes, also when joined and divided`(seed: Int)
{
  var generator = SeededGenerator(seed: UInt64(seed))
  let pieces: [[UInt8]] = [
    [0x65], [0xCC, 0x81], [0xC3, 0xA9], [0xE9], [0x2E], [0xCC], [0xEA, 0xB0, 0x80], [0xE1, 0x86, 0xA8],
  ]
  func random() -> [UInt8] {
    (0..<Int.random(in: 1...4, using: &generator)).flatMap { _ in pieces.randomElement(using: &generator) ?? [] }
  }
  for _ in 0..<50 {
    let (a, b, c) = (random(), random(), random())
    let (path, other) = (
      PathBytes.decode(a) + "/" + PathBytes.decode(b), PathBytes.decode(a) + "/" + PathBytes.decode(c)
    )
    #expect((path == other) == (b == c))
    #expect(PathBytes.encode(path) == a + [0x2F] + b)
    #expect(PathBytes.encode(FilePath.lastComponent(of: path)) == b)
    #expect(PathBytes.encode(FilePath.parent(of: path)) == a)
    #expect(PathBytes.canonical(PathBytes.written(path)) == path)
  }
}

@Test func `a folder has an entry for each name, and each opens its own file`() async throws {
  let folder = try TemporaryFolder()
  for (place, name) in names.enumerated() { folder.make(name, "\(place)") }
  let (_, inbox) = model(folder.path)
  let snapshot = await inbox.first { $0.state == .complete }
  #expect(bytes(snapshot) == Set(names))
  #expect(Set(snapshot.entries.map(\.id)).count == names.count)
  for entry in snapshot.entries {
    let place = names.firstIndex(of: PathBytes.encode(FilePath.lastComponent(of: entry.path)))
    let text = try RandomAccessFile(path: entry.path).bytes(at: 0, count: 10)
    #expect(String(decoding: text, as: UTF8.self) == place.map(String.init))
  }
  #expect(snapshot.entries.contains { $0.name.unicodeScalars.elementsEqual("cafe\u{301}.txt".unicodeScalars) })
  #expect(snapshot.entries.count { $0.name == "c\u{FFFD}.t" } == 2)
}

@Test(arguments: [false, true]) func `a rename between two normal forms is noticed`(readsAgain: Bool) async throws {
  let folder = try TemporaryFolder()
  let forms = [names[0], names[1]]
  folder.make(forms[0], "x")
  let (live, inbox) = model(folder.path)
  let before = await inbox.first { $0.state == .complete && bytes($0) == [forms[0]] }
  folder.rename(forms[0], to: forms[1])
  if readsAgain { live.reload() }
  let after = await inbox.first { bytes($0) == [forms[1]] }
  #expect(after.entries.map(\.id) == before.entries.map(\.id))
  live.stop()
}

@Test func `a list of paths keeps canonically equivalent names apart`() async throws {
  let folder = try TemporaryFolder()
  for name in names { folder.make(name, "x") }
  let inbox = ValueLog<FolderSnapshot>()
  let paths = names.map { folder.file(PathBytes.decode($0)) }
  let model = PathListModel(paths: paths + paths) { inbox.add($0) }
  #expect(bytes(await inbox.first { $0.state == .complete }) == Set(names))
  folder.rename(names[0], to: [0x7A])
  #expect(bytes(await inbox.first { $0.entries.count == names.count - 1 }) == Set(names.dropFirst()))
  model.stop()
}

@Test func `addresses keep normal forms of a letter apart`() {
  let text = Array("https://h/\u{E9}.png\nhttps://h/e\u{301}.png\nfile:///\u{E9}.png\nhttps://b\u{FC}r.de/a.png\n".utf8)
  #expect(
    PictureAddress.list(in: text) == [
      "https://h/%C3%A9.png", "https://h/e%CC%81.png", "file:///%C3%A9.png", "https://b\u{FC}r.de/a.png",
    ])
}

@Test func `positions are saved for each name separately, in readable text`() throws {
  var places = SavedPositions()
  let paths = names.map { "/d/" + PathBytes.decode($0) }
  for path in paths {
    places.keep(SavedPosition(position: ScrollPosition(places: [], isAtEnd: true), sort: []), for: path)
  }
  let text = places.text
  #expect(text.contains("/d/\u{65E5}\u{672C}\t"))
  let read = try SavedPositions(text: text)
  #expect(Set(read.paths) == Set(paths))
  #expect(read.paths.count == paths.count)
}
