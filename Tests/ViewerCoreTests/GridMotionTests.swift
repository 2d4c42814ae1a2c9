import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Rows that become tiles and back, looked at frame by frame.

/// A part of a drawn frame: a text, a picture or an opaque fill. Its rectangle is in window coordinates.
private struct Part {
  enum Kind { case text, picture, ground }
  var kind: Kind
  var place: Rect
  /// The index of the draw group, of a cell, list or bar, that draws the part.
  var group: Int
  /// Whether a clip inside the list hides some of the part.
  var isCut = false
}

/// A window with a table or a folder of pictures, all of them loaded.
@MainActor
private struct Shown: ViewerStage {
  let folder: TemporaryFolder
  let viewer = Viewer()
  let harness: ViewHarness

  /// Opens a table or a folder of pictures.
  /// - Parameters:
  ///   - texts: The number of files without pictures at the end of the folder.
  ///   - isMixed: Whether the folder also has folders, and texts among its pictures.
  init(table isTable: Bool, texts: Int = 0, mixed isMixed: Bool = false, motion: MotionPolicy = .full) async throws {
    folder = try TemporaryFolder()
    for index in 0..<texts { try folder.write("", to: "z\(index).txt") }
    let rest = isTable ? "" : " of the old harbour in the morning of a long day in summer"
    for index in 0..<(isMixed ? 6 : 40) { try folder.write("\0not looked at", to: "p\(index)\(rest).png") }
    if isMixed {
      for name in ["Documents of the year before the last one", "Empty", "Music"] { try folder.makeFolder(name) }
      for index in 0..<5 { try folder.write("", to: "p\(index) text.txt") }
    }
    let rows = (0..<200).map { "\($0),row \($0),p\($0 % 40).png,\($0 * 37 % 101)\n" }
    let path = isTable ? try folder.write("id,name,file,size\n" + rows.joined(), to: "a.csv") : folder.path
    try viewer.open(path)
    harness = ViewHarness(showing: viewer, size: Size(width: 960, height: 640), motion: motion)
    try await begin()
  }

  func rest() async throws {
    try await waitForRest(of: viewer, in: harness)
    answer()
  }

  /// Completes every requested picture.
  func answer() {
    let bitmap = Bitmap(width: 40, height: 30, color: Color(hex: 0x3060C0))
    for _ in 0..<3 {
      for load in harness.images.pending { harness.images.finish(load.request.source, with: bitmap) }
      harness.settle()
    }
  }

  var hasHeader: Bool { harness.semantics.contains { $0.role == .header && $0.text.hasPrefix("name") } }
  /// The frame of the list in the window.
  var place: Rect { viewer.list.convertToRoot(viewer.list.bounds) }

  /// Returns the visible texts, pictures and opaque fills of the cells, in the order in which they are drawn.
  func parts() -> [Part] {
    var parts: [Part] = []
    for (index, group) in harness.frame.groups.enumerated()
    where group.alpha > 0 && group.frame.intersects(place) && group.frame.minY >= 48 && group.frame.maxX > 20 {
      var clips: [Rect] = []
      func add(_ kind: Part.Kind, _ rect: Rect) {
        let whole = rect.offset(by: group.frame.origin).intersection(place)
        let shown = clips.reduce(rect) { $0.intersection($1) }.offset(by: group.frame.origin)
          .intersection(group.clip).intersection(place)
        guard shown.width > 1, shown.height > 1 else { return }
        let isCut = whole.width - shown.width > 1 || whole.height - shown.height > 1
        parts.append(Part(kind: kind, place: shown, group: index, isCut: isCut))
      }
      if group.background != nil { add(.ground, Rect(origin: .zero, size: group.frame.size)) }
      for command in group.canvas.commands {
        switch command {
        case .pushClip(let rect): clips.append(rect)
        case .popClip: clips.removeLast()
        case .image(_, let rect, _, _, let opacity): if opacity > 0 { add(.picture, rect) }
        case .text(let line, let point, let color):
          let box = Rect(x: point.x, y: point.y - 9, width: line.width, height: 10)
          if color.alpha > 0 { add(.text, box) }
        case .fill(let rect, let color), .roundedRect(let rect, _, let color):
          if color.alpha == 255 { add(.ground, rect) }
        default: break
        }
      }
    }
    return parts
  }

  /// Returns descriptions of texts that are drawn over a visible picture or covered by something drawn later.
  func faults() -> [String] {
    let parts = parts()
    var faults: [String] = []
    for (index, text) in parts.enumerated() where text.kind == .text {
      for other in parts[..<index] where other.kind == .picture && isOver(text, other) {
        let isHidden = parts[..<index].contains {
          $0.kind == .ground && $0.group > other.group && $0.place.intersection(text.place) == text.place
        }
        if !isHidden { faults.append("\(text.place) is printed over the picture at \(other.place)") }
      }
      // A picture may pass over the title of a section that fades in or out as a whole.
      guard harness.frame.groups[text.group].alpha == 1 else { continue }
      for other in parts[(index + 1)...] where other.kind != .text && other.group > text.group && isOver(text, other) {
        faults.append("\(text.place) is cut by what is drawn at \(other.place)")
      }
    }
    return faults
  }

  /// Returns descriptions of texts that their cell cuts, that cross the edge of their card, or that overlap.
  func brokenTexts() -> [String] {
    let parts = parts().filter { harness.frame.groups[$0.group].alpha == 1 }
    var faults: [String] = []
    for (index, text) in parts.enumerated() where text.kind == .text {
      if text.isCut { faults.append("\(text.place) is cut by its own cell") }
      for other in parts[..<index] where isOver(text, other) {
        switch other.kind {
        case .picture: continue
        case .ground:
          guard other.group == text.group, other.place.intersection(text.place) != text.place else { continue }
          faults.append("\(text.place) stands on the edge of \(other.place)")
        case .text:
          let isHidden = parts[..<index].contains {
            $0.kind == .ground && $0.group > other.group && $0.place.intersection(text.place) == text.place
          }
          if !isHidden { faults.append("\(text.place) is printed over the text at \(other.place)") }
        }
      }
    }
    return faults
  }

  /// Returns descriptions of pictures that an opaque fill of another item covers.
  func coveredPictures() -> [String] {
    let parts = parts()
    return parts.enumerated().flatMap { index, picture -> [String] in
      guard picture.kind == .picture else { return [] }
      // The check mark of a selected tile is on its own picture, which may lie over another one.
      return parts[(index + 1)...].filter {
        $0.kind == .ground && $0.group > picture.group && $0.place.width > 24 && isOver($0, picture)
      }
      .map { "the picture at \(picture.place) is covered at \($0.place)" }
    }
  }

  private func isOver(_ a: Part, _ b: Part) -> Bool {
    let common = a.place.intersection(b.place)
    return common.width > 2 && common.height > 2
  }

  /// Returns the presented frame of an item's picture, in the window; `nil` without a bound item or picture.
  func picture(_ id: ElementID) -> Rect? {
    guard let content = viewer.list.content(of: id), let node = cell(id) else { return nil }
    var views: [View] = [content]
    while let view = views.popLast() {
      if let image = view as? ImageView, !image.isHidden {
        return image.convertToRoot(image.bounds).offset(by: node.bounds.origin - node.target.origin)
      }
      views += view.children
    }
    return nil
  }

  private func cell(_ id: ElementID) -> SemanticsNode? { harness.tiles.first { $0.id == "\(id)" } }

  /// The presented frames of the pictures in the first items, by the identities of the items.
  var pictures: [String: Rect] {
    (0..<min(60, viewer.list.itemCount)).reduce(into: [:]) { places, item in
      let id = viewer.list.id(at: ElementPath(section: 0, item: item))
      places["\(id)"] = picture(id)
    }
  }
}

/// The keys that show pictures as rows and as tiles, and whether in a table; in a folder the keys need Ctrl.
private let switches = [("G", "G", true), ("1", "3", false), ("2", "3", false)]

/// Switches from rows to tiles and back, and expects no faults in any frame of the animations.
@MainActor
private func expectNone(
  _ faults: (Shown) -> [String], rows: String, grid: String, isTable: Bool, selectsRow: Bool = false,
  isMixed: Bool = false
) async throws {
  let shown = try await Shown(table: isTable, mixed: isMixed)
  let modifiers: Modifiers = isTable ? [] : .control
  if !isTable { try await shown.press(Key(rows), modifiers) }
  if selectsRow {
    for _ in 0..<3 { shown.harness.key(.down) }
    #expect(shown.viewer.list.selectedRanges(inSection: 0).count == 1)
  }
  #expect(faults(shown) == [])
  for key in [grid, rows] {
    let before = shown.harness.tiles.map(\.target)
    shown.harness.key(Key(key), modifiers: modifiers)
    for frame in 1...30 {
      shown.harness.advance(by: .milliseconds(17))
      let found = faults(shown)
      #expect(found.isEmpty, "frame \(frame) after \(key): \(found.count), such as \(found.first ?? "")")
    }
    try await shown.rest()
    #expect(faults(shown) == [])
    #expect(shown.harness.tiles.map(\.target) != before)
  }
}

@MainActor @Test(arguments: switches)
func `on their way between rows and tiles no text is printed over a picture or cut by one`(
  rows: String, grid: String, isTable: Bool
) async throws {
  try await expectNone({ $0.faults() }, rows: rows, grid: grid, isTable: isTable)
}

@MainActor @Test(arguments: switches)
func `on their way between rows and tiles texts are whole or hidden`(
  rows: String, grid: String, isTable: Bool
) async throws {
  try await expectNone({ $0.brokenTexts() }, rows: rows, grid: grid, isTable: isTable)
}

@MainActor @Test(arguments: ["1", "2"])
func `folders and texts among pictures keep their names legible on the way between rows and tiles`(
  rows: String
) async throws {
  try await expectNone(
    { $0.faults() + $0.brokenTexts() + $0.coveredPictures() }, rows: rows, grid: "3", isTable: false, isMixed: true)
}

@MainActor @Test(arguments: switches)
func `a selected row that becomes a tile covers no picture of its neighbours, and neither on the way back`(
  rows: String, grid: String, isTable: Bool
) async throws {
  try await expectNone({ $0.coveredPictures() }, rows: rows, grid: grid, isTable: isTable, selectsRow: true)
}

@MainActor @Test(arguments: switches)
func `pictures begin and end their way between rows and tiles without a jump`(
  rows: String, grid: String, isTable: Bool
) async throws {
  let shown = try await Shown(table: isTable)
  let modifiers: Modifiers = isTable ? [] : .control
  if !isTable { try await shown.press(Key(rows), modifiers) }
  func expectSame(_ a: [String: Rect], _ b: [String: Rect], _ words: String) {
    for (id, place) in a {
      guard let other = b[id] else { continue }
      let corners = [
        other.minX - place.minX, other.maxX - place.maxX, other.minY - place.minY, other.maxY - place.maxY,
      ]
      #expect(corners.allSatisfy { abs($0) <= 1.5 }, "\(words), picture \(id): \(place), then \(other)")
    }
  }
  for key in [grid, rows, grid] {
    let before = shown.pictures
    #expect(before.count > 3)
    shown.harness.key(Key(key), modifiers: modifiers)
    shown.harness.advance(by: .milliseconds(1))
    expectSame(before, shown.pictures, "first frame after \(key)")
    var (last, frames) = (shown.pictures, 0)
    while shown.viewer.list.report.animating > 0, frames < 500 {
      last = shown.pictures
      shown.harness.advance(by: .milliseconds(4))
      frames += 1
    }
    #expect(frames > 20)
    expectSame(last, shown.pictures, "last frame after \(key)")
    try await shown.rest()
    expectSame(last, shown.pictures, "at rest after \(key)")
  }
}

@MainActor @Test func `a list shows the names of files whose rows are made while tiles become rows`() async throws {
  let shown = try await Shown(table: false, texts: 12)
  shown.harness.key("1", modifiers: .control)
  shown.harness.advance(by: .milliseconds(17))
  shown.harness.key(.end)
  try await shown.rest()
  let frame = shown.harness.frame.textSnapshot
  for index in 0..<12 { #expect(frame.contains("\"z\(index).txt\""), "z\(index).txt") }
}

@MainActor @Test func `the header of a table leaves with the rows that become tiles, and comes back`() async throws {
  let shown = try await Shown(table: true)
  #expect(shown.hasHeader)
  let top = shown.place.minY
  for isGrid in [true, false, true] {
    shown.harness.key("G")
    shown.harness.settle()
    #expect(shown.hasHeader == !isGrid)
    #expect(shown.place.minY == (isGrid ? top - 32 : top))
  }
}

@MainActor @Test func `the header moves without a jump when the change is turned back on the way`() async throws {
  let shown = try await Shown(table: true)
  var last = shown.place.minY
  for step in 0..<60 {
    if step % 3 == 0 { shown.harness.key("G") }
    shown.harness.advance(by: .milliseconds(17))
    #expect(abs(shown.place.minY - last) < 12, "step \(step)")
    last = shown.place.minY
  }
}

@MainActor @Test func `without motion the header is gone in the first frame`() async throws {
  let shown = try await Shown(table: true, motion: .off)
  shown.harness.key("G")
  shown.harness.show()
  #expect(!shown.hasHeader)
}
