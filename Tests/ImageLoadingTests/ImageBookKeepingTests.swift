import ScrollworkHostInterface
import ScrollworkImageLoading
import ScrollworkPlatform
import ScrollworkTestSupport
import Testing

private let rounds = UInt64(perBuild(debug: 20, optimized: 1000))

@Test(arguments: 0..<rounds)
func `the cache equals a list in the order of use`(seed: UInt64) {
  var generator = SeededGenerator(seed: seed)
  var cache = CostLimitedCache<Int, Int>(limit: 50)
  var model: [(key: Int, value: Int, cost: Int)] = []  // The most recently used is last.
  for step in 0..<300 {
    let key = Int.random(in: 0..<20, using: &generator)
    let index = model.firstIndex { $0.key == key }
    switch Int.random(in: 0..<10, using: &generator) {
    case 0..<4:
      let expected = index.map { model.remove(at: $0) }
      if let expected { model.append(expected) }
      #expect(cache.value(for: key) == expected?.value)
    case 4..<8:
      let cost = Int.random(in: 0...60, using: &generator)
      if let index { model.remove(at: index) }
      if cost <= cache.limit { model.append((key, step, cost)) }
      cache.insert(step, cost: cost, for: key)
    case 8:
      #expect(cache.remove(key) == index.map { model.remove(at: $0).value })
    default:
      cache.limit = Int.random(in: 0...80, using: &generator)
    }
    while model.reduce(0, { $0 + $1.cost }) > cache.limit { model.removeFirst() }
    #expect(cache.totalCost == model.reduce(0) { $0 + $1.cost })
    #expect(cache.count == model.count)
  }
}

@Test(arguments: 0..<rounds)
func `the queue equals a searched list`(seed: UInt64) {
  var generator = SeededGenerator(seed: seed)
  var queue = ImageJobQueue()
  var model: [(id: Int, priority: ImagePriority)] = []  // The latest request is last.
  for _ in 0..<400 {
    let id = Int.random(in: 0..<30, using: &generator)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0..<5:
      let priority = [ImagePriority.low, .normal, .visible].randomElement(using: &generator) ?? .low
      model.removeAll { $0.id == id }
      model.append((id, priority))
      queue.insert(id, priority: priority)
    case 5:
      #expect(queue.remove(id) == model.contains { $0.id == id })
      model.removeAll { $0.id == id }
    default:
      let best = model.map(\.priority).max()
      let index =
        best == .low ? model.firstIndex { $0.priority == best } : model.lastIndex { $0.priority == best }
      #expect(queue.popFirst() == index.map { model.remove(at: $0).id })
    }
    #expect(queue.count == model.count)
    #expect(queue.contains(id) == model.contains { $0.id == id })
  }
}

@Test func `data addresses are decoded`() throws {
  #expect(try DataURL.bytes(of: "data:image/png;base64,aGVsbG8=") == Array("hello".utf8))
  #expect(try DataURL.bytes(of: "Data:;base64,aGVs\nbG8") == Array("hello".utf8))
  #expect(try DataURL.bytes(of: "data:;base64,aG%56sbG8%3D") == Array("hello".utf8))
  #expect(try DataURL.bytes(of: "data:text/plain,a%20b+c") == Array("a b+c".utf8))
  for damaged in ["data:;base64,a§b", "data:,a%2", "data:,a%+1", "data:,%"] {
    #expect(throws: ImageError.corrupt("the data address is damaged")) { try DataURL.bytes(of: damaged) }
  }
  #expect(throws: ImageError.self) { try DataURL.bytes(of: "data:image/png;base64") }
}

@Test func `paths become the same addresses as in other programs`() {
  #expect(FileURL.address(ofPath: "/home/jens/photos/me.png") == "file:///home/jens/photos/me.png")
  #expect(FileURL.address(ofPath: "/a b/ü#%?.png") == "file:///a%20b/%C3%BC%23%25%3F.png")
  for path in ["/a", "/ä ö/%41;x[1].png", PathBytes.decode([0x2F, 0xFF, 0x01])] {
    #expect(FileURL.path(of: FileURL.address(ofPath: path)) == path)
  }
}

@Test func `file addresses are decoded to paths`() {
  #expect(FileURL.path(of: "file:///a/b%20c.png") == "/a/b c.png")
  #expect(FileURL.path(of: "file:/a") == "/a")
  #expect(FileURL.path(of: "file://localhost/a") == "/a")
  #expect(FileURL.path(of: "file://other/a") == nil)
  #expect(FileURL.path(of: "file:///a%0") == nil)
  #expect(FileURL.path(of: "file:///a%00b") == nil)
  #expect(FileURL.path(of: "file:///a%FF") == PathBytes.decode([0x2F, 0x61, 0xFF]))
  #expect(FileURL.path(of: "http://host/a") == nil)
}
