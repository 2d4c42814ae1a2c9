import Foundation
import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct ScrollPositionTests {
  private func stage(_ ids: [Int], height: Double = 40) -> Stage {
    Stage(ids.map { Item($0, height: height) }, layout: .list(estimatedRowHeight: 30))
  }

  /// Returns the scroll position of a stage after encoding and decoding it, as if it had been saved to a file.
  private func saved(_ stage: Stage) throws -> ScrollPosition {
    try JSONDecoder().decode(ScrollPosition.self, from: JSONEncoder().encode(stage.list.scrollPosition))
  }

  @Test func `restoring a saved position is exact to the pixel`() throws {
    let first = stage(Array(0..<1000))
    first.scroll(to: 12_345)
    first.harness.settle()
    let visible = first.visible.map { ($0.id, $0.bounds.minY) }
    let second = stage(Array(0..<1000))
    #expect(second.list.restore(try saved(first)))
    second.harness.settle()
    #expect(second.visible.map(\.id) == visible.map(\.0))
    #expect(second.visible.first?.bounds.minY == visible.first?.1)
  }

  @Test func `a saved position is found in changed data`() throws {
    let first = stage(Array(0..<1000))
    first.scroll(to: 20_000)
    first.harness.settle()
    let top = try #require(first.visible.first)
    let second = stage(Array(5000..<5321) + Array(0..<1000).shuffledApart(keeping: Int(top.id) ?? 0))
    #expect(second.list.restore(try saved(first)))
    second.harness.settle()
    #expect(second.node(Int(top.id) ?? -1)?.bounds.minY == top.bounds.minY)
  }

  @Test func `if the first saved item is gone, the next one takes its place`() throws {
    let first = stage(Array(0..<1000))
    first.list.scroll(to: .item(100), at: .start, animated: false)
    first.harness.settle()
    #expect(first.visible.first?.id == "100")
    let second = stage(Array(0..<1000).filter { !(98..<103).contains($0) })
    #expect(second.list.restore(try saved(first)))
    second.harness.settle()
    #expect(second.y(103) == 120)
  }

  @Test func `without any saved item the view scrolls to the saved distance and reports it`() throws {
    let first = stage(Array(0..<1000))
    first.list.scroll(to: .item(100), at: .start, animated: false)
    first.harness.settle()
    let second = stage(Array(9000..<9500))
    #expect(!second.list.restore(try saved(first)))
    second.harness.settle()
    #expect(second.y(9100) == 0)
  }

  /// A counter of the reads of an identity.
  private final class Asked {
    var count = 0
  }

  private struct Named: Hashable, CustomStringConvertible {
    var number: Int
    var asked: Asked
    var description: String {
      asked.count += 1
      return "\(number)"
    }
    static func == (a: Named, b: Named) -> Bool { a.number == b.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  @Test func `in entirely new data each identity is read once`() throws {
    let first = stage(Array(0..<1000))
    first.scroll(to: 20_000)
    first.harness.settle()
    let asked = Asked()
    let list = CollectionView()
    let harness = ViewHarness(content: list)
    list.apply(
      List(sections: [
        Section(
          id: 0, cells: (5000..<6000).map { Cell(id: Named(number: $0, asked: asked), component: Plate(text: "")) }
        )
        .withSectionLayout(.list(rowHeight: 40))
      ]))
    harness.settle()
    let before = asked.count
    #expect(!list.restore(try saved(first)))
    #expect(asked.count - before <= 1000)
  }

  @Test func `the saved start is the start, whatever was inserted there`() throws {
    let first = stage(Array(0..<100))
    let second = stage(Array(500..<600) + Array(0..<100))
    #expect(second.list.restore(try saved(first)))
    second.harness.settle()
    #expect(second.offset == 0)
  }

  @Test func `a position is restored in the list applied just before, in its first frame`() throws {
    let first = stage(Array(0..<1000))
    first.list.scroll(to: .item(100), at: .start, animated: false)
    first.harness.settle()
    let list = CollectionView()
    list.apply(
      List(sections: [
        Section(id: 0, data: Stage.items(0..<1000)) { Plate(text: $0.text) }
          .withSectionLayout(.list(estimatedRowHeight: 30))
      ]))
    list.restore(try saved(first))
    let harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
    #expect(harness.semantics.first { $0.id == "100" }?.bounds.minY == 0)
  }

  private let parts = [
    Part("top", 1, .list(rowHeight: 40)), Part("cards", 12, Part.cards(.groupPaging)),
    Part("more", 12, Part.cards(.continuous)), Part("rows", 40, .list(rowHeight: 40)),
  ]

  @Test func `nested containers get their saved offsets, though others were inserted before them`() throws {
    let first = MixedStage(parts)
    first.list.scrollSection(1, to: 480, animated: false)
    first.list.scrollSection(2, to: 77, animated: true)
    first.list.scroll(to: .offset(60), animated: false)
    // The second container still scrolls, so its target is saved.
    first.harness.advance(by: .milliseconds(30))
    let position = try JSONDecoder().decode(
      ScrollPosition.self, from: JSONEncoder().encode(first.list.scrollPosition))
    let second = MixedStage([Part("new", 2, .list(rowHeight: 40))] + parts)
    #expect(second.list.restore(position))
    second.harness.settle()
    #expect(second.list.sectionOffset(2) == 480 && second.list.sectionOffset(3) == 77)
    #expect(second.frame("cards 3")?.minX == 0)
    let third = MixedStage(parts)
    third.list.scrollSection(1, to: 320, animated: true)
    #expect(third.list.restore(position))
    third.harness.settle()
    #expect(third.list.sectionOffset(1) == 480)
  }

  @Test func `saved offsets of nested containers find them in a list that is applied after the call`() {
    let first = MixedStage(parts)
    first.list.scrollSection(1, to: 480, animated: false)
    first.harness.settle()
    let second = MixedStage(parts)
    #expect(second.list.restore(first.list.scrollPosition))
    second.apply([Part("new", 12, Part.cards(.continuous))] + parts)
    second.harness.settle()
    #expect(second.list.sectionOffset(2) == 480 && second.list.sectionOffset(0) == 0)
    #expect(second.list.sectionOffset(3) == 0)
  }

  @Test func `positions saved without sections remain valid`() throws {
    let old = #"{"isAtEnd":false,"places":[{"section":"0","item":"100","path":[0,100],"fraction":0.5}]}"#
    let position = try JSONDecoder().decode(ScrollPosition.self, from: Data(old.utf8))
    let stage = stage(Array(0..<1000))
    #expect(stage.list.restore(position))
    stage.harness.settle()
    #expect(stage.y(100) == -20)
  }
}

extension [Int] {
  /// Returns the numbers in another order: those at least 20 below `id` are reversed, all others stay as they are.
  fileprivate func shuffledApart(keeping id: Int) -> [Int] {
    let kept = filter { abs($0 - id) < 20 }
    return filter { $0 < id && abs($0 - id) >= 20 }.reversed() + kept + filter { $0 > id && abs($0 - id) >= 20 }
  }
}
