import ScrollworkImageLoading
import Testing

/// Returns the items around a viewport that ten items fill; `offset` is the index of the first visible one.
private func items(_ offset: Int, count: Int = 1000) -> [PrefetchItem<Int>] {
  (max(0, offset - 60)..<min(count, offset + 70)).map { item in
    let gap = item < offset ? item - offset : item < offset + 10 ? 0 : item - offset - 9
    return PrefetchItem(id: item, distance: Double(gap) / 10)
  }
}

private func ids(_ changes: [(id: Int, ring: PrefetchRing)], _ ring: PrefetchRing) -> [Int] {
  changes.filter { $0.ring == ring }.map(\.id)
}

struct PrefetchRingTests {
  @Test func `little is prefetched before the first scroll`() {
    var rings = PrefetchRings<Int>()
    let changes = rings.update(items(0), motion: PrefetchMotion(hasScrolled: false))
    #expect(ids(changes.started, .visible).sorted() == Array(0..<10))
    #expect(ids(changes.started, .picture) == [10, 11] && ids(changes.started, .bytes) == [12, 13, 14])
    #expect(changes.moved.isEmpty && changes.cancelled.isEmpty)
    #expect(rings.update(items(0), motion: PrefetchMotion(hasScrolled: false)).isEmpty)
  }

  @Test func `the rings reach further in the direction of motion, nearest first`() {
    var rings = PrefetchRings<Int>()
    let changes = rings.update(items(100), motion: PrefetchMotion(velocity: 0.001))
    #expect(ids(changes.started, .picture).filter { $0 >= 110 } == Array(110..<120))
    #expect(ids(changes.started, .picture).filter { $0 < 100 } == [99, 98, 97, 96, 95])
    #expect(ids(changes.started, .bytes).filter { $0 >= 110 } == Array(120..<135))
    #expect(ids(changes.started, .bytes).filter { $0 < 100 } == [94, 93, 92, 91, 90, 89, 88, 87, 86, 85])
    #expect(Array(changes.started.prefix(10).map(\.id)).sorted() == Array(100..<110))
    #expect(changes.started[10].id == 110)
  }

  @Test func `a step reports only items that enter a ring`() {
    var rings = PrefetchRings<Int>()
    _ = rings.update(items(100), motion: PrefetchMotion(velocity: 0.001))
    let changes = rings.update(items(101), motion: PrefetchMotion(velocity: 0.001))
    #expect(changes.started.map(\.id) == [135])
    #expect(changes.moved.map(\.id).sorted() == [95, 100, 110, 120])
    for (id, from, to) in [
      (95, PrefetchRing.picture, PrefetchRing.bytes), (100, .visible, .picture), (110, .picture, .visible),
    ] {
      #expect(changes.moved.contains { $0.id == id && $0.from == from && $0.to == to })
    }
    #expect(changes.cancelled == [85])
  }

  @Test func `the rings turn with the direction`() {
    var rings = PrefetchRings<Int>()
    _ = rings.update(items(100), motion: PrefetchMotion(velocity: 0.001))
    let changes = rings.update(items(100), motion: PrefetchMotion(velocity: -0.001))
    #expect(changes.started.map(\.id) == Array((75..<85).reversed()))
    #expect(changes.cancelled.sorted() == Array(125..<135))
    #expect(Set(changes.moved.map(\.id)) == Set(Array(90..<95) + Array(115..<120)))
    #expect(rings.update(items(100), motion: PrefetchMotion()).isEmpty, "at rest it remembers the direction")
  }

  @Test func `faster motion reaches further ahead, up to a limit`() {
    let rings = PrefetchRings<Int>()
    for (velocity, ahead) in [(0.0, 2.5), (1, 2.8), (4, 3.7), (-4, 3.7), (100, 4.5)] {
      let reach = rings.reach(PrefetchMotion(velocity: velocity))
      #expect(abs((velocity < 0 ? reach.before : reach.after) - ahead) < 1e-9)
      #expect((velocity < 0 ? reach.after : reach.before) == 1.5)
    }
  }

  @Test func `a fling starts only items that will be visible at rest`() {
    var rings = PrefetchRings<Int>()
    _ = rings.update(items(100), motion: PrefetchMotion(velocity: 0.001))
    let fling = PrefetchMotion(velocity: 8, remaining: 3)
    let changes = rings.update(items(104), motion: fling)
    #expect(changes.started.map(\.id).sorted() == Array(135...143), "\(changes.started)")
    #expect(changes.started.allSatisfy { $0.ring == .picture })
    #expect(changes.cancelled.allSatisfy { $0 < 104 } && changes.cancelled.contains(103), "passed items too")
    let slower = rings.update(items(130), motion: PrefetchMotion(velocity: 2, remaining: 0.4))
    #expect(slower.started.first.map { (140..<156).contains($0.id) } ?? true)
  }

  @Test func `short memory leaves only the visible ring`() {
    var rings = PrefetchRings<Int>()
    _ = rings.update(items(100), motion: PrefetchMotion(velocity: 1))
    let changes = rings.update(items(100), motion: PrefetchMotion(velocity: 1, isMemoryShort: true))
    #expect(changes.started.isEmpty && rings.count == 10)
    #expect(changes.cancelled.count > 30)
  }

  @Test func `the outer ring has a limit and keeps the nearest items`() {
    var configuration = PrefetchConfiguration()
    configuration.outerLimit = 5
    var rings = PrefetchRings<Int>(configuration: configuration)
    let changes = rings.update(items(100), motion: PrefetchMotion(velocity: 0.001))
    #expect(ids(changes.started, .bytes).count == 5 && ids(changes.started, .bytes).contains(94))
  }

  @Test func `a removed item is cancelled`() {
    var rings = PrefetchRings<Int>()
    _ = rings.update(items(100), motion: PrefetchMotion(velocity: 0.001))
    let changes = rings.update(items(100).filter { $0.id != 113 }, motion: PrefetchMotion(velocity: 0.001))
    #expect(changes.started.isEmpty && changes.moved.isEmpty && changes.cancelled == [113])
    #expect(rings.removeAll().count == 49 && rings.count == 0)
  }

  @Test func `renamed items stay in their rings, and removed ones are reported`() {
    var rings = PrefetchRings<Int>()
    _ = rings.update(items(100), motion: PrefetchMotion(velocity: 0.001))
    // Ten items are inserted before all others, and item 113 is deleted.
    let gone = rings.rename { $0 == 113 ? nil : $0 < 113 ? $0 + 10 : $0 + 9 }
    #expect(gone == [113] && rings.ring(of: 110) == .visible && rings.ring(of: 122) == .picture)
    let changes = rings.update(items(110), motion: PrefetchMotion(velocity: 0.001))
    #expect(changes.started.map(\.id) == [144] && changes.cancelled.isEmpty)
    #expect(changes.moved.map(\.id) == [129], "it is nearer now")
  }

  @Test func `only one of several items with the same key counts`() {
    var rings = PrefetchRings<Int>()
    let twice = [(7, 0.5), (7, 0.0), (8, 2.0), (8, 0.7)].map { PrefetchItem(id: $0.0, distance: $0.1) }
    let changes = rings.update(twice, motion: PrefetchMotion(velocity: 0.001))
    #expect(changes.started.map(\.id) == [7, 8] && changes.moved.isEmpty && rings.count == 2)
    #expect(rings.ring(of: 8) == .picture, "the nearer one")
    #expect(rings.update(twice, motion: PrefetchMotion(velocity: 0.001)).isEmpty)
  }

  @Test(arguments: 0..<50) func `the reported changes add up to the rings`(seed: Int) {
    var rings = PrefetchRings<Int>()
    var model: [Int: PrefetchRing] = [:]
    var (offset, state) = (500, UInt64(seed) &* 77 &+ 1)
    for _ in 0..<100 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let velocity = Double(Int(state >> 33) % 200 - 100) / 10
      offset = max(0, min(990, offset + Int(velocity)))
      let remaining: Double? = state >> 20 & 1 == 0 ? velocity / 4 : nil
      let changes = rings.update(items(offset), motion: PrefetchMotion(velocity: velocity, remaining: remaining))
      for (id, ring) in changes.started {
        #expect(model.updateValue(ring, forKey: id) == nil)
      }
      for (id, from, to) in changes.moved { #expect(model.updateValue(to, forKey: id) == from) }
      for id in changes.cancelled { #expect(model.removeValue(forKey: id) != nil) }
      #expect(model.count == rings.count && model.allSatisfy { rings.ring(of: $0.key) == $0.value })
      #expect(Set(model.filter { $0.value == .visible }.keys) == Set(offset..<min(1000, offset + 10)))
    }
  }
}
