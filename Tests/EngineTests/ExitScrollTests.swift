import Scrollwork
import ScrollworkTesting
import Testing

private typealias Inner = InnerScrollStage

/// Deleted items that fade out while the user scrolls the nested scroll container that they belonged to.
@MainActor
struct ExitScrollTests {
  private let stage = Inner()

  private func show(_ numbers: [Int], isInner: Bool, before: [Section] = []) {
    let cards = Inner.cards(.continuous, numbers)
    let sections = isInner ? [Inner.page([Inner.rows("row", 4), cards])] : [cards]
    stage.list.apply(List(sections: before + sections + [Inner.rows("more", 40)]))
    stage.harness.showIfNeeded()
  }

  /// Returns the presented frame of an exiting item; `nil` if no such item exits.
  private func exiting(_ text: String) -> Rect? {
    stage.list.exitingNodes(at: stage.harness.now).first { $0.text == text }?.bounds
  }

  /// Drags to the left by touch, one step in each frame of 10 ms.
  private func drag(from place: Point, by step: Double, _ check: (_ distance: Double) -> Void) {
    stage.harness.touch(.began, at: place)
    for index in 1...8 {
      stage.harness.advance(by: .milliseconds(10), framesPerSecond: 100)
      stage.harness.touch(.moved, at: Point(x: place.x + step * Double(index), y: place.y))
      check(step * Double(index))
    }
  }

  @Test(arguments: [true, false], [LayoutDirection.leftToRight, .rightToLeft])
  func `a deleted card follows a drag while it fades`(isInner: Bool, direction: LayoutDirection) throws {
    stage.harness.changeEnvironment { $0.direction = direction }
    show(Array(0..<12), isInner: isInner)
    stage.harness.settle()
    let start = try #require(stage.frame("cards 1"))
    let place = try #require(stage.frame("cards 0")).center
    show([0] + Array(2..<12), isInner: isInner)
    #expect(exiting("cards 1") == start)
    drag(from: place, by: direction == .leftToRight ? -5 : 5) { distance in
      // The first few pixels do not yet count as a drag.
      guard abs(distance) > 10 else { return }
      #expect(stage.frame("cards 0")?.midX == place.x + distance)
      #expect(exiting("cards 1")?.minX == start.minX + distance)
    }
    #expect(exiting("cards 1") != nil)
  }

  @Test func `a deleted card that is dragged is clipped at the sides of its container`() throws {
    show(Array(0..<12), isInner: true)
    stage.harness.settle()
    let start = try #require(stage.frame("cards 1"))
    let sides = try #require(stage.clip(of: "cards 1"))
    show([0] + Array(2..<12), isInner: true)
    drag(from: try #require(stage.frame("cards 0")).center, by: -5) { _ in }
    let frame = try #require(exiting("cards 1"))
    #expect(frame.minX == start.minX - 40)
    let clip = try #require(stage.harness.frame.groups.first { $0.frame == frame }?.clip)
    #expect(clip.minX == sides.minX && clip.maxX == sides.maxX)
  }

  @Test func `a deleted card follows its section through another update`() throws {
    show(Array(0..<12), isInner: false)
    stage.harness.settle()
    let start = try #require(stage.frame("cards 1"))
    let place = try #require(stage.frame("cards 0")).center
    show([0] + Array(2..<12), isInner: false)
    stage.harness.advance(by: .milliseconds(17))
    show([0] + Array(2..<12), isInner: false, before: [Part("none", 0, .list(rowHeight: 40)).section])
    drag(from: place, by: -5) { distance in
      if distance < -10 { #expect(exiting("cards 1")?.minX == start.minX + distance) }
    }
  }

  @Test func `a card that is in no container when it is deleted stays`() throws {
    show(Array(0..<12), isInner: false)
    stage.harness.settle()
    let place = try #require(stage.frame("cards 0")).center
    let start = try #require(stage.frame("more 0"))
    let cards = Inner.cards(.continuous)
    stage.list.apply(List(sections: [cards, Part("more", 0, .list(rowHeight: 40)).section]))
    stage.harness.showIfNeeded()
    drag(from: place, by: -5) { _ in #expect(exiting("more 0") == start) }
  }
}
