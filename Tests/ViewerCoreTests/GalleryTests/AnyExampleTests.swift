import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

/// Behaviour of every screen of the gallery.
@MainActor
struct AnyExampleTests {
  @Test(arguments: Demo.addresses)
  func `every screen scrolls, becomes narrow, dark and sharp, and has no problem`(address: String) async throws {
    let stage = try GalleryStage(address)
    func expectContent(_ state: String) async {
      _ = await waitUntil(stage.harness) { !stage.viewer.isBusy }
      #expect(stage.harness.settle(), "\(state): something moves for ever")
      let window = Rect(origin: .zero, size: stage.harness.host.size)
      let cells = stage.cells.filter { $0.bounds.intersects(window) }
      #expect(!cells.isEmpty, "\(state): nothing is shown")
      #expect(cells.allSatisfy { $0.bounds == $0.target }, "\(state): at rest")
    }
    await expectContent("wide")
    stage.wheel(-6)
    await expectContent("scrolled")
    stage.harness.resize(to: Size(width: 360, height: 640))
    await expectContent("narrow")
    stage.harness.changeEnvironment { $0.theme = .dark }
    await expectContent("dark")
    stage.harness.changeEnvironment { $0.scale = 2 }
    await expectContent("sharp")
    for key: Key in [.end, .home, .down, .right, .tab] {
      stage.harness.key(key)
      stage.harness.settle()
    }
    stage.harness.changeEnvironment { $0.direction = .rightToLeft }
    await expectContent("from right to left")
    #expect(stage.problems.texts == [])
  }

  @Test(arguments: Demo.addresses)
  func `the source of every screen is a key away, and it is the compiled one`(address: String) async throws {
    let stage = try GalleryStage(address)
    stage.harness.key("F4")
    let name = String(stage.viewer.title.prefix { $0 != " " })
    let type = name.dropLast(".swift".count)
    #expect(name.hasSuffix(".swift"))
    let isRead = await waitUntil(stage.harness) { !stage.viewer.isBusy && stage.list.itemCount > 0 }
    try #require(isRead)
    let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    let sources = root + "/Sources/ViewerCore/Gallery"
    let path = try #require(
      ["/Examples/", "/", "/Playground/"].map { sources + $0 + name }.first { access($0, R_OK) == 0 })
    let file = try RandomAccessFile(path: path)
    let source = String(decoding: try file.bytes(at: 0, count: try file.size), as: UTF8.self)
    #expect(source.contains("final class \(type): "))
    #expect(stage.list.itemCount == source.split(separator: "\n", omittingEmptySubsequences: false).count - 1)
    stage.harness.settle()
    #expect(stage.texts.contains { $0.contains("import Scrollwork") })
    stage.harness.key(.backspace)
    #expect(stage.viewer.title.hasSuffix(".swift - Scrollwork") == false)
  }

  @Test func `the sources that the program shows are a link to those that are compiled`() throws {
    let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    let target = try #require(realpath(root + "/assets/gallery", nil))
    defer { free(target) }
    let sources = try #require(realpath(root + "/Sources/ViewerCore/Gallery", nil))
    defer { free(sources) }
    #expect(String(cString: target) == String(cString: sources))
  }
}

/// The start screen, as the page that lists the gallery's screens.
@MainActor
struct GalleryPageTests {
  private func search(_ text: String, _ stage: GalleryStage) {
    stage.harness.key("L", modifiers: .control)
    stage.harness.type(text)
    stage.harness.settle()
  }

  @Test(arguments: [
    ("Home", "Carbon", "carbon-home"), ("Hello", "Carbon", "hello"), ("Pangram", "Carbon", "pangram"),
    ("Kyoto", "Carbon", "kyoto"), ("Shuffle Emoji", "Carbon", "shuffle-emoji"), ("Todo", "Carbon", "todo"),
    ("Profile Form", "Carbon", "profile-form"), ("Kyoto SwiftUI", "Carbon", "outside"),
    ("Playground", "Carbon", "minimal"), ("VerticalLayout", "KarrotListKit", "vertical-layout"),
    ("Menu", "Conv", "carbon-home"), ("List", "Conv", "list"), ("Detail", "Conv", "detail"),
    ("Interaction", "Conv", "interaction"), ("Shuffle", "Conv", "conv-shuffle"), ("Profile", "Conv", "profile"),
    ("Horizontal Gallery", "CollectionKit", "horizontal-gallery"), ("Grid", "CollectionKit", "grid"),
    ("Articles", "CollectionKit", "articles"), ("Reload", "CollectionKit", "reload"),
    ("Reload Animation", "CollectionKit", "reload"), ("Header", "CollectionKit", "header"),
    ("Chat", "CollectionKit", "chat"), ("Animators", "CollectionKit", "animators"),
    ("Home", "CollectionKit", "collectionkit-home"),
  ])
  func `every example of the four libraries is found by its name`(
    name: String, library: String, address: String
  ) throws {
    let stage = try GalleryStage()
    search("\(name) \(library)", stage)
    #expect(stage.cells.map(\.id).contains("gallery:" + address), "\(stage.texts)")
    #expect(stage.cells.count <= 6, "\(stage.texts)")
  }

  @Test func `each card says what its screen shows, and names the thread behind it`() throws {
    let stage = try GalleryStage(height: 4000)
    let cards = stage.cells.filter { $0.id.hasPrefix("gallery:") }
    #expect(Set(cards.map(\.id)) == Set(Demo.addresses))
    for card in cards {
      let thread = try #require(card.text.firstMatch(of: /\([\w.\/-]+#\d+\)/), "\(card.text)")
      // Before the thread stand a title, what the screen shows, and the wish.
      #expect(card.text[..<thread.range.lowerBound].split(separator: " ").count >= 5, "\(card.text)")
    }
  }

  @Test func `F12 asks for the debug overlay on every kind of screen`() throws {
    @MainActor final class Asked { var count = 0 }
    for id in ["", "minimal", "controls"] {
      let (stage, asked) = (try GalleryStage(id), Asked())
      stage.viewer.onDebugOverlay = { asked.count += 1 }
      stage.harness.key("F12")
      #expect(asked.count == 1, "\(id)")
    }
  }

  @Test func `a search narrows the cards with animation, and a card opens with one click`() throws {
    let stage = try GalleryStage()
    let all = stage.list.itemCount
    #expect(all > 35)
    stage.harness.key("L", modifiers: .control)
    stage.harness.type("pangram")
    stage.harness.advance(by: .milliseconds(50))
    #expect(stage.cells.contains { $0.bounds != $0.target }, "the card is on its way")
    stage.harness.settle()
    #expect(stage.list.itemCount == 1)
    stage.harness.click(at: try #require(stage.cells.first).bounds.center)
    stage.harness.settle()
    #expect(stage.viewer.title == "Pangram - Scrollwork")
    stage.harness.key(.left, modifiers: .alt)
    stage.harness.settle()
    #expect(stage.list.itemCount == 1, "the search is still there")
  }

  @Test func `a search without a match says so, and its button clears it`() throws {
    let stage = try GalleryStage()
    search("zzz", stage)
    #expect(stage.list.itemCount == 0)
    let button = try #require(stage.views(Button.self).first { $0.title == "Clear filter" })
    stage.harness.click(button)
    stage.harness.settle()
    #expect(stage.list.itemCount > 35)
  }

  @Test func `arrows move between cards, Return opens one, and Alt with the up arrow returns`() throws {
    let stage = try GalleryStage()
    stage.harness.key(.down)
    stage.harness.key(.right)
    #expect(stage.viewer.title == "Scrollwork")
    stage.harness.type("kyo")
    stage.harness.settle()
    stage.harness.key(.enter)
    stage.harness.settle()
    #expect(stage.viewer.title == "Kyoto - Scrollwork")
    stage.harness.key(.up, modifiers: .alt)
    stage.harness.settle()
    #expect(stage.viewer.title == "Scrollwork")
  }

  @Test func `the gallery has an address`() throws {
    let viewer = Viewer()
    try viewer.open("gallery:")
    #expect(viewer.title == "Scrollwork")
    #expect(throws: (any Error).self) { try viewer.open("gallery:nothing") }
  }
}
