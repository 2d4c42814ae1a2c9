import Scrollwork
import ScrollworkImageLoading
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

private let rounds = UInt64(perBuild(debug: 3, optimized: 60))

/// An item of a wall of pictures. Each version has another picture.
private struct Item: Hashable, Identifiable {
  let id: Int
  var version = 0

  /// The name of the item's picture, which is also the picture's bytes.
  var name: String { "\(id).\(version)" }
  var request: ImageRequest { ImageRequest(source: .url("http://host\(id % 3)/\(name)"), target: nil) }
}

private struct Tile: Component, Equatable, ComponentImagePrefetchable {
  var item: Item

  func renderContent() -> ImageView { ImageView() }

  func render(in content: ImageView) { content.request = item.request }

  func imageRequests(at place: PrefetchPlace) -> [ImageRequest] {
    var request = item.request
    request.target = place.pixels(of: place.cellSize)
    return [request]
  }
}

/// A list of 5,000 items, 150 of them visible, over the whole pipeline with manual clocks.
@MainActor
private final class Wall {
  let stepped = SteppedPipeline {
    // The memory has room for a few dozen pictures, so that many are loaded more than once.
    $0.memoryLimit = 60 * 4
  }
  let list = CollectionView()
  let harness: ViewHarness
  var generator: SeededGenerator
  private var items = (0..<5000).map { Item(id: $0) }
  /// The number of correct pictures seen in all frames.
  private(set) var seen = 0
  private(set) var wrong: [String] = []
  /// The visible items of the previous frame, to count reused cells.
  private var formerItems: Set<Int> = []
  private(set) var reuses = 0
  /// The items with a picture in the last frame.
  private var shownItems: [Int] = []

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    harness = ViewHarness(content: list, size: Size(width: 400, height: 600), motion: .reduced)
    harness.changeEnvironment { $0.images = stepped.pipeline }
    list.prefetchingPlugins = [ImagePrefetchingPlugin(pipeline: stepped.pipeline)]
    apply()
  }

  private func apply() {
    list.apply(
      List(sections: [
        Section(id: 0, data: items, id: \.id) { Tile(item: $0) }
          .withSectionLayout(.grid(minimumItemWidth: 40, aspectRatio: 1, spacing: 0)).withHighlight(.none)
      ]))
    show()
  }

  func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  func act() {
    switch random(0...11) {
    case 0: list.scroll(to: .offset(Double(random(0...19_000))), animated: false)
    case 1...2: harness.wheel(Double(random(-20...20)), at: Point(x: 200, y: 300))
    case 3...6: for _ in 0..<random(1...200) { work() }
    case 7...8: stepped.pipeline.deliverFinished()
    case 9: change()
    case 10: harness.click(at: Point(x: Double(random(0...399)), y: Double(random(0...599))))
    default: stepped.pipeline.removeAllCached()
    }
    let seconds = Double(random(0...1000)) / 1000
    stepped.clock.advance(by: seconds)
    harness.advance(by: .milliseconds(16))
    show()
  }

  /// Performs one step of the network or of a thread, chosen at random.
  private func work() {
    switch random(0...2) {
    case 0: answerOne()
    case 1: _ = stepped.core.readNext()
    default: _ = stepped.core.decodeNext()
    }
  }

  /// Answers a random load, or lets it fail in one of many ways.
  private func answerOne() {
    guard let load = stepped.network.open.randomElement(using: &generator) else { return }
    switch random(0...9) {
    case 0: load.send(.failure(.status([404, 500, 503][random(0...2)], retryAfter: nil)))
    case 1: load.send(.failure(.dropped("reset")))
    case 2: succeed(load, with: "mess")
    case 3: succeed(load, with: "bad")
    default: succeed(load)
    }
  }

  private func succeed(_ load: ScriptedByteLoader.Load, with bytes: String? = nil) {
    let name = load.request.address.split(separator: "/").last.map(String.init) ?? ""
    load.send(.response(ByteResponse()))
    load.send(.bytes(Array((bytes ?? name).utf8)))
    load.send(.end)
  }

  /// Gives random items other pictures, some of them visible.
  private func change() {
    for _ in 0..<random(1...20) {
      let id = Bool.random(using: &generator) ? shownItems.randomElement(using: &generator) : nil
      items[id ?? random(0...4999)].version += 1
    }
    apply()
  }

  /// Answers all loads successfully until nothing is left.
  func finish() {
    for _ in 0..<400 {
      stepped.settle()
      show()
      let open = stepped.network.open
      for load in open { succeed(load) }
      if open.isEmpty, stepped.pipeline.isIdle { break }
      stepped.clock.advance(by: 1)
    }
    harness.settle()
    show()
  }

  /// Makes a frame, and compares the picture of each visible cell with the item at its position.
  func show() {
    harness.showIfNeeded()
    var itemOfPlace: [Point: Item] = [:]
    for node in harness.semantics where node.role == .cell {
      if let id = Int(node.id) { itemOfPlace[node.bounds.origin] = items[id] }
    }
    shownItems.removeAll(keepingCapacity: true)
    for group in harness.frame.groups {
      for case .image(let bitmap, _, _, _, _) in group.canvas.commands {
        guard let item = itemOfPlace[group.frame.origin] else {
          wrong.append("a picture at \(group.frame) where there is no cell")
          continue
        }
        seen += 1
        shownItems.append(item.id)
        if bitmap.pixels.first != ScriptedDecoder.color(of: item.name) {
          wrong.append("another picture at \(group.frame), the place of \(item.name)")
        }
      }
    }
    let items = Set(itemOfPlace.values.map(\.id))
    reuses += min(items.subtracting(formerItems).count, formerItems.subtracting(items).count)
    formerItems = items
    let addresses = stepped.network.open.map(\.request.address)
    if Set(addresses).count < addresses.count { wrong.append("two loads of one address at a time") }
  }
}

@MainActor
@Test(arguments: 0..<rounds)
func `a reused cell never shows the picture of another item`(seed: UInt64) {
  let wall = Wall(seed: seed)
  var steps = 0
  while wall.reuses < 1000 || steps < 120, wall.wrong.isEmpty, steps < 2000 {
    wall.act()
    steps += 1
  }
  wall.finish()
  #expect(wall.wrong.isEmpty, "seed \(seed), step \(steps): \(wall.wrong.first ?? "")")
  #expect(wall.reuses >= 1000 && wall.seen > 2000, "\(wall.reuses) reuses, \(wall.seen) pictures seen")
  let statistics = wall.stepped.core.statistics
  #expect(statistics.inFlight == 0 && statistics.reservedBytes == 0 && wall.stepped.core.brokenInvariant() == nil)
}

@MainActor @Test func `a view that is resized while its picture loads keeps that load`() {
  let stepped = SteppedPipeline()
  let (address, view, root) = ("http://host/a", ImageView(), View())
  root.addChild(view)
  let harness = ViewHarness(content: root)
  harness.changeEnvironment { $0.images = stepped.pipeline }
  view.request = ImageRequest(source: .url(address), target: nil)
  for width in 40...120 {
    view.frame = Rect(x: 0, y: 0, width: Double(width), height: 30)
    harness.showIfNeeded()
    stepped.settle()
  }
  #expect(stepped.network.count(address) == 1 && stepped.network.last(address)?.isCancelled == false)
  stepped.answer(address, "picture")
  harness.showIfNeeded()
  #expect(view.state == .shown && stepped.decoder.decoded == ["picture"] && stepped.pipeline.isIdle)
}
