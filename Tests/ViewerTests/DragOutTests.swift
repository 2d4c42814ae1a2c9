import Glibc
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// Tests of drags out of the window. The target is another process of the program, which takes drops through SDL, or
/// another window of the same one.
@Suite(.serialized) struct DragOutTests {
  /// Two windows side by side, each with a folder.
  private struct Stage {
    let folder: TemporaryFolder
    let display: Display
    let (source, target): (LiveWindow, LiveWindow)

    /// Opens the two windows.
    /// - Parameter isOneProgram: Whether both windows belong to the same process.
    init(isOneProgram: Bool = false) throws {
      folder = try TemporaryFolder()
      for name in ["from", "to"] { try folder.makeFolder(name) }
      for name in ["a ä.txt", "b.txt", "c.txt"] { try folder.write("text of \(name)", to: "from/" + name) }
      display = try Display()
      if isOneProgram {
        let first = try display.open([folder.file("to")], size: "400x400")
        try first.activate()
        try display.use("xdotool", "key", "ctrl+n")
        source = try display.newWindow(of: first.child, beside: [first])
        target = first
        try source.activate()
        try display.use("xdotool", "key", "ctrl+shift+l")
        try display.use("xdotool", "key", "ctrl+a")
        try display.use("xdotool", "type", folder.file("from"))
        try display.use("xdotool", "key", "Return")
        let (display, source) = (display, source)
        try #require(try poll { try source.title().hasPrefix("from ") }, "\(display.errors)")
      } else {
        source = try display.open([folder.file("from")], size: "400x400")
        target = try display.open([folder.file("to")], size: "400x400", beside: [source])
      }
      try display.use("xdotool", "windowmove", "--sync", source.id, "10", "40")
      try display.use("xdotool", "windowmove", "--sync", target.id, "560", "40")
      try source.activate()
    }

    /// The names in the folder of the target.
    var names: [String] { FolderNames.of(folder.file("to")) }

    func mouse(_ arguments: String...) throws {
      for step in arguments {
        let parts = step.split(separator: " ").map(String.init)
        switch parts.count {
        case 3: try display.use("xdotool", "mousemove", "--window", parts[0], parts[1], parts[2])
        default: try display.use("xdotool", parts[0], parts[1])
        }
        usleep(80_000)
      }
    }

    /// Returns the part of the display next to the pointer that the picture of a drag covers.
    func besidePointer() throws -> Picture {
      let words = try display.use("xdotool", "getmouselocation", "--shell").output
        .split(whereSeparator: { $0 == "=" || $0.isNewline }).compactMap { Double($0) }
      let path = folder.file("display.png")
      try display.use("import", "-silent", "-window", "root", "-depth", "8", "png24:" + path)
      return try Picture(contentsOf: path)
        .cropped(to: Rect(x: words[0] + 14, y: words[1] + 14, width: 60, height: 30))
    }

    /// Presses a row of the source and moves the pointer in small steps to a point of a window, without releasing it.
    func drag(to place: (id: String, x: Int, y: Int)) throws {
      try mouse("\(source.id) 120 120", "mousedown 1", "\(source.id) 126 126", "\(source.id) 150 140")
      for step in 0..<4 { try mouse("\(place.id) \(place.x) \(place.y + step)") }
    }
  }

  @Test func `a file that is dragged to another window is copied there`() throws {
    let stage = try Stage()
    try stage.drag(to: (stage.target.id, 200, 250))
    #expect(stage.names.isEmpty, "before the release")
    try stage.mouse("mouseup 1")
    #expect(poll { stage.names.count == 1 })
    let name = try #require(stage.names.first)
    #expect(TemporaryFolder.text(stage.folder.file("to/" + name)) == "text of \(name)")
    #expect(FolderNames.of(stage.folder.file("from")).count == 3, "nothing is moved")
    // The window gets input again.
    try stage.source.activate()
    try stage.display.use("xdotool", "key", "ctrl+a")
    try stage.drag(to: (stage.target.id, 200, 250))
    try stage.mouse("mouseup 1")
    #expect(poll { stage.names.contains { $0.hasPrefix("c") } }, "\(stage.names)")
    #expect(try stage.source.close() == 0)
  }

  @Test func `a file that is dragged to another window of the same program is copied there, and with Shift it moves`()
    throws
  {
    let stage = try Stage(isOneProgram: true)
    try stage.drag(to: (stage.target.id, 200, 250))
    #expect(stage.names.isEmpty, "before the release")
    try stage.mouse("mouseup 1")
    #expect(poll { stage.names.count == 1 })
    #expect(FolderNames.of(stage.folder.file("from")).count == 3, "nothing is moved")
    let copied = stage.names
    try stage.source.activate()
    try stage.drag(to: (stage.target.id, 200, 250))
    try stage.display.use("xdotool", "key", "Escape")
    usleep(200_000)
    try stage.mouse("mouseup 1")
    usleep(200_000)
    #expect(stage.names == copied, "Escape ends a drag without a drop")
    try stage.display.use("xdotool", "key", "ctrl+a")
    try stage.drag(to: (stage.target.id, 200, 250))
    try stage.mouse("keydown shift", "mouseup 1", "keyup shift")
    #expect(poll { FolderNames.of(stage.folder.file("from")).isEmpty }, "\(stage.names)")
    #expect(stage.names.count == 4)
  }

  @Test func `a file that is dragged on a folder of its window moves into it, and with Ctrl it is copied`() throws {
    let stage = try Stage()
    try stage.folder.makeFolder("from/ box")
    let box = stage.folder.file("from/ box")
    // The folder comes first in the list, so the pressed row is the one before.
    usleep(500_000)
    try stage.drag(to: (stage.source.id, 120, 74))
    #expect(FolderNames.of(box).isEmpty, "before the release")
    try stage.mouse("mouseup 1")
    #expect(poll { FolderNames.of(box).count == 1 }, "\(FolderNames.of(stage.folder.file("from")))")
    #expect(FolderNames.of(stage.folder.file("from")).count == 3, "the file is moved")
    try stage.drag(to: (stage.source.id, 120, 74))
    try stage.mouse("keydown ctrl", "mouseup 1", "keyup ctrl")
    #expect(poll { FolderNames.of(box).count == 2 })
    #expect(FolderNames.of(stage.folder.file("from")).count == 3, "the file is copied")
  }

  @Test func `the dragged file is seen beside the pointer until the drag ends`() throws {
    let stage = try Stage()
    try stage.mouse("\(stage.target.id) 200 253")
    let before = try stage.besidePointer()
    try stage.drag(to: (stage.target.id, 200, 250))
    let edge = Theme.light.colors.edge
    #expect(try poll { try stage.besidePointer()[20, 0] == edge && stage.besidePointer() != before })
    #expect(try stage.besidePointer()[0, 0] == before[0, 0], "its corners are round")
    try stage.display.use("xdotool", "key", "Escape")
    #expect(try poll { try stage.besidePointer() == before })
    try stage.mouse("mouseup 1")
  }

  @Test func `Escape ends a drag, and a drop on the own window changes nothing`() throws {
    let stage = try Stage()
    try stage.drag(to: (stage.target.id, 200, 250))
    try stage.display.use("xdotool", "key", "Escape")
    usleep(200_000)
    try stage.mouse("mouseup 1")
    try stage.drag(to: (stage.source.id, 200, 300))
    try stage.mouse("mouseup 1")
    usleep(300_000)
    #expect(stage.names.isEmpty && FolderNames.of(stage.folder.file("from")).count == 3)
    try stage.drag(to: (stage.target.id, 200, 250))
    try stage.mouse("mouseup 1")
    #expect(poll { stage.names.count == 1 }, "the next drag works")
  }
}

/// The names of a folder's entries.
enum FolderNames {
  static func of(_ path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let bytes = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      names.append(String(decoding: bytes, as: UTF8.self))
    }
    return names.filter { $0 != "." && $0 != ".." }.sorted()
  }
}
