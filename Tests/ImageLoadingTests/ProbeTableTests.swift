import ScrollworkHostInterface
import ScrollworkImageLoading
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

private let rounds = UInt64(perBuild(debug: 20, optimized: 500))

/// An entry of the table: a key and its value.
private struct Pair: Equatable {
  var key: Int
  var value: Int
}

@Test(arguments: 0..<rounds)
func `the table equals a dictionary, also with many equal hashes`(seed: UInt64) {
  var generator = SeededGenerator(seed: seed)
  var table = ProbeTable<Pair>()
  var model: [Int: Int] = [:]
  // The number of keys that share a hash is one to eight.
  let sharing = 1 << Int.random(in: 0...3, using: &generator)
  let range = Int.random(in: 1...400, using: &generator)
  for step in 0..<600 {
    let key = Int.random(in: 0..<range, using: &generator)
    let hash = key / sharing
    switch Int.random(in: 0..<5, using: &generator) {
    case 0, 1:
      if model.updateValue(step, forKey: key) == nil {
        table.insert(Pair(key: key, value: step), hash: hash)
      } else {
        table.remove(hash) { $0.key == key }
        table.insert(Pair(key: key, value: step), hash: hash)
      }
    case 2, 3:
      let removed = table.remove(hash) { $0.key == key }
      #expect(removed?.value == model.removeValue(forKey: key))
    default:
      let found = table.first(hash) { $0.key == key }
      #expect(found?.value == model[key])
    }
    #expect(table.count == model.count)
  }
  #expect(Dictionary(uniqueKeysWithValues: table.values.map { ($0.key, $0.value) }) == model)
  for (key, value) in model {
    let found = table.first(key / sharing) { $0.key == key }
    #expect(found == Pair(key: key, value: value))
  }
}

@Test func `a value with an integer key is updated in place`() {
  var table = ProbeTable<String>()
  for number in [5, -5, 0, Int.max, Int.min] {
    table.update("former", hash: number)
    table.update("later", hash: number)
    #expect(table.first(number) == "later")
  }
  #expect(table.count == 5)
  table.removeAll()
  #expect(table.isEmpty && table.first(5) == nil && table.remove(5) == nil)
}

@Test func `equal requests have equal hashes, and different ones have different hashes`() {
  let size = PixelSize(width: 200, height: 150)
  func request(_ source: ImageRequest.Source, _ target: PixelSize?) -> ImageRequest {
    ImageRequest(source: source, target: target)
  }
  let path = "/home/person/Pictures/2026/summer/IMG_1.jpeg"
  let requests = [
    request(.file(path: path, version: 1), size), request(.file(path: path, version: 2), size),
    request(.file(path: path + "x", version: 1), size), request(.url(path), size), request(.url("x" + path), size),
    request(.file(path: path, version: 1), nil),
    request(.file(path: path, version: 1), PixelSize(width: 150, height: 200)),
  ]
  #expect(Set(requests.map(\.quickHash)).count == requests.count)
  for one in requests {
    let same = request(one.source, one.target)
    #expect(same.quickHash == one.quickHash)
  }
}
