import Foundation
import ScrollworkHostInterface
import ScrollworkImageLoading
import ScrollworkPlatform
import Testing

private func picture(_ side: Int) -> Bitmap {
  Bitmap(width: side, height: side, pixels: [UInt32](repeating: 0, count: side * side), isOpaque: false)
}

private func request(_ name: String) -> ImageRequest { ImageRequest(source: .url(name), target: nil) }

struct MemoryCacheTests {
  @Test func `a picture that would displace all others is not cached`() {
    let cache = MemoryImageCache(limit: 10_000, largestShare: 0.1)
    cache.insert(picture(16), for: request("large"))
    cache.insert(picture(15), for: request("small"))
    #expect(cache.bitmap(for: request("large")) == nil && cache.bitmap(for: request("small")) != nil)
    #expect(cache.totalCost == 900 && cache.hits == 1)
  }

  @Test func `the largest cached size of a picture is found for any size of it only`() {
    func sized(_ name: String, _ width: Int) -> ImageRequest {
      ImageRequest(source: .url(name), target: PixelSize(width: width, height: width))
    }
    let cache = MemoryImageCache(limit: 4000, largestShare: 1)
    for width in [10, 20, 15] { cache.insert(picture(width), for: sized("a", width)) }
    cache.insert(picture(5), for: sized("b", 5))
    #expect(cache.largest(like: sized("a", 99))?.request == sized("a", 20))
    #expect(cache.largest(like: sized("a", 99))?.bitmap.width == 20)
    #expect(cache.largest(like: sized("b", 1))?.request == sized("b", 5) && cache.largest(like: sized("c", 1)) == nil)
    // A picture that was removed to make room is not found any more.
    cache.insert(picture(25), for: sized("c", 25))
    #expect(cache.largest(like: sized("a", 1))?.request == sized("a", 15))
    cache.remove(of: [.url("a")])
    #expect(cache.largest(like: sized("a", 1)) == nil && cache.largest(like: sized("c", 1)) != nil)
    cache.removeAll()
    #expect(cache.largest(like: sized("c", 1)) == nil)
    cache.insert(picture(3), for: sized("c", 3))
    #expect(cache.largest(like: sized("c", 1))?.bitmap.width == 3)
  }

  @Test func `recently used pictures stay under memory pressure`() {
    let cache = MemoryImageCache(limit: 10_000, largestShare: 1)
    for name in 0..<20 { cache.insert(picture(10), for: request("\(name)")) }
    cache.trim(toPart: 0.25)
    #expect(cache.count == 6 && cache.totalCost == 2400 && cache.limit == 10_000)
    #expect(cache.bitmap(for: request("19")) != nil && cache.bitmap(for: request("13")) == nil)
  }

  @Test func `the kernel's memory files are parsed`() {
    let calm = "some avg10=0.00 avg60=0.00 avg300=0.00 total=0\nfull avg10=99.00 avg60=0.00 avg300=0.00 total=0\n"
    #expect(MemoryPressure.stalledPercent(in: calm) == 0)
    #expect(MemoryPressure.stalledPercent(in: "some avg10=12.34 avg60=0.00") == 12.34)
    for nonsense in ["", "full avg10=1", "some", "some avg10=x"] {
      #expect(MemoryPressure.stalledPercent(in: nonsense) == nil)
    }
    #expect(ControlGroup.path(in: "12:memory:/a\n0::/user.slice/b.scope\n") == "/user.slice/b.scope")
    #expect(ControlGroup.path(in: "0::/\n") == "" && ControlGroup.path(in: "1:x:/\n") == nil)
    #expect(!MemoryPressure.isGroupFull(current: "899\n", high: "max\n", maximum: "1000\n"))
    #expect(MemoryPressure.isGroupFull(current: "901\n", high: "max\n", maximum: "1000\n"))
    #expect(MemoryPressure.isGroupFull(current: "91\n", high: "100\n", maximum: "1000\n"))
    #expect(!MemoryPressure.isGroupFull(current: nil, high: "1", maximum: nil))
    #expect(!MemoryPressure.isGroupFull(current: "5", high: "max", maximum: nil))
  }

  @MainActor
  @Test func `partial bytes are freed too`() {
    let (a, b) = ("http://host/a", "http://host/b")
    let stepped = SteppedPipeline(decoder: ScriptedDecoder(side: 10)) { $0.memoryLimit = 400 }
    stepped.isMemoryShort.value = true
    for (address, count) in [(a, 9 << 20), (b, 100)] {
      let token = stepped.load(address)
      stepped.network.last(address)?.send(.response(marked(20 << 20)))
      stepped.network.last(address)?.send(.bytes([UInt8](repeating: 1, count: count)))
      token.cancel()
    }
    stepped.load("c")
    stepped.settle()
    stepped.clock.advance(by: 5)
    for (address, offset) in [(a, 0), (b, 100)] {
      stepped.load(address)
      #expect(stepped.network.last(address)?.request.offset == offset)
    }
  }

  @MainActor
  @Test func `cached encoded bytes stay within their limit and are freed too`() {
    let stepped = SteppedPipeline { $0.keptBytesLimit = 100 }
    func show(_ name: String, width: Int, length: Int = 20) {
      stepped.load("http://host/" + name, width: width)
      stepped.settle()
      stepped.answer("http://host/" + name, name + String(repeating: "+", count: length - 1))
    }
    for name in ["a", "b", "c", "d", "e", "f"] { show(name, width: 1) }
    #expect(stepped.pipeline.statistics.keptBytes == 100)
    show("b", width: 2)
    #expect(stepped.network.count("http://host/b") == 1)
    show("a", width: 2)
    #expect(stepped.network.count("http://host/a") == 2, "it was the least recently used")
    for width in 1...2 { show("large", width: width, length: 26) }
    #expect(stepped.network.count("http://host/large") == 2, "it would displace the others")
    stepped.isMemoryShort.value = true
    stepped.clock.advance(by: 5)
    #expect(stepped.pipeline.statistics.keptBytes == 20)
    stepped.pipeline.removeAllCached()
    #expect(stepped.pipeline.statistics.keptBytes == 0)
  }

  @MainActor
  @Test func `memory is freed within five seconds, and checked only while there is some to free`() {
    let stepped = SteppedPipeline(decoder: ScriptedDecoder(side: 10)) { $0.memoryLimit = 4000 }
    for name in ["a", "b"] { stepped.load(name) }
    stepped.settle()
    stepped.clock.advance(by: 5)
    #expect(stepped.clock.pendingCalls == 0, "less than a quarter")
    for name in ["c", "d", "e"] { stepped.load(name) }
    stepped.settle()
    stepped.clock.advance(by: 20)
    #expect(stepped.pipeline.statistics.bytes == 2000 && !stepped.pipeline.isMemoryShort)
    stepped.isMemoryShort.value = true
    stepped.clock.advance(by: 5)
    #expect(stepped.pipeline.statistics.bytes == 800 && stepped.pipeline.isMemoryShort)
    stepped.isMemoryShort.value = false
    stepped.clock.advance(by: 5)
    #expect(!stepped.pipeline.isMemoryShort && stepped.clock.pendingCalls == 0)
  }

  @MainActor
  @Test func `a shortage is noticed with small caches as long as pictures arrive`() {
    let stepped = SteppedPipeline(decoder: ScriptedDecoder(side: 10)) { $0.memoryLimit = 1 << 30 }
    stepped.isMemoryShort.value = true
    stepped.load("a")
    stepped.settle()
    stepped.clock.advance(by: 5)
    #expect(stepped.pipeline.isMemoryShort && stepped.clock.pendingCalls == 1, "until it is over")
    stepped.isMemoryShort.value = false
    stepped.clock.advance(by: 5)
    #expect(!stepped.pipeline.isMemoryShort && stepped.clock.pendingCalls == 0)
  }

  @Test func `the memory limit is the smallest of a control group and its ancestors`() {
    func limit(_ files: [String: String]) -> Int? {
      ControlGroup.memoryLimit(of: "/groups/a/b", upTo: "/groups") { files[$0] }
    }
    #expect(limit([:]) == nil && limit(["/groups/a/b/memory.max": "max\n"]) == nil)
    #expect(limit(["/groups/a/b/memory.max": "500\n", "/groups/memory.max": "900\n"]) == 500)
    #expect(limit(["/groups/a/b/memory.max": "500\n", "/groups/a/memory.high": "300\n"]) == 300)
    #expect(limit(["/groups/memory.max": "200\n", "/memory.max": "100\n"]) == 200)
    #expect(ControlGroup.memoryLimit(of: "/groups", upTo: "/groups") { ["/groups/memory.max": "7"][$0] } == 7)
  }

  @Test func `default limits are shares of the machine's memory`() throws {
    let text = try String(contentsOfFile: "/proc/meminfo", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("MemTotal:") })
    let machine = try #require(line.split(separator: " ").compactMap { Int($0) }.first) * 1024
    let memory = min(machine, ControlGroup.memoryLimit ?? machine)
    let configuration = ImagePipelineConfiguration()
    func isShare(_ limit: Int, _ share: Double, atMost most: Int) -> Bool {
      let expected = min(Double(most), Double(memory) * share)
      return limit <= most && abs(Double(limit) - expected) <= expected / 100
    }
    #expect(isShare(configuration.memoryLimit, 0.15, atMost: 256 << 20))
    #expect(isShare(configuration.decodeLimit, 1.0 / 16, atMost: 256 << 20))
    #expect(isShare(configuration.fileLimit, 0.1, atMost: 256 << 20))
    #expect(isShare(configuration.keptBytesLimit, 0.02, atMost: 64 << 20))
  }
}
