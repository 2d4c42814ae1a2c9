import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct ReorderTransferTests {
  @Test func `an item dragged to another list leaves its own, and the other one makes room under the pointer`() {
    let stage = BoardStage(0..<5, 10..<15)
    stage.lift(1)
    stage.move(to: Point(x: 300, y: 85))
    #expect(stage.shown(0) == [0, 2, 3, 4])
    #expect(stage.shown(1) == [10, 11, 1, 12, 13, 14])
    #expect(stage.ids == [Array(0..<5), Array(10..<15)] && stage.transfers.isEmpty)
    stage.drop()
    #expect(stage.ids == [[0, 2, 3, 4], [10, 11, 1, 12, 13, 14]])
    #expect(stage.shown(0) == stage.ids[0] && stage.shown(1) == stage.ids[1])
    #expect(stage.frame(1) == Rect(x: 210, y: 80, width: 190, height: 40))
  }

  @Test func `both programs are told once, first that items leave, then that they enter`() {
    let stage = BoardStage(0..<5, 10..<15)
    stage.lift(1)
    stage.move(to: Point(x: 300, y: 85))
    stage.drop()
    #expect(stage.calls == ["leave 0", "enter 1"])
    let transfer = stage.transfers.first
    #expect(transfer?.source === stage.lists[0] && transfer?.target === stage.lists[1])
    #expect(transfer?.sources == [ElementPath(section: 0, item: 1)] && transfer?.ids == [ElementID(1)])
    #expect(transfer?.destination == ElementPath(section: 0, item: 2))
    #expect(transfer?.destinationSection == ElementID("rows") && transfer?.destinationItem == 2)
    #expect(stage.harness.host.takeAnnouncements() == ["Moved to position 3 of 6"])
  }

  @Test func `neighbours close up and make room with motion`() throws {
    let stage = BoardStage(0..<5, 10..<15)
    stage.lift(1)
    stage.harness.move(to: Point(x: 300, y: 85))
    stage.harness.show()
    let before = (try #require(stage.frame(2)?.minY), try #require(stage.frame(12)?.minY))
    stage.harness.advance(by: .milliseconds(48))
    let after = (try #require(stage.frame(2)?.minY), try #require(stage.frame(12)?.minY))
    #expect(after.0 < before.0 && after.0 > 40 && after.1 > before.1 && after.1 < 120)
    stage.harness.settle()
    #expect(stage.frame(2)?.minY == 40 && stage.frame(12)?.minY == 120)
  }

  @Test func `the dragged item is drawn once, above both lists and not cut by them`() throws {
    let stage = BoardStage(0..<5, 10..<15)
    stage.lift(1)
    for point in [Point(x: 150, y: 85), Point(x: 205, y: 85), Point(x: 290, y: 85)] {
      stage.move(to: point)
      // The last groups are the lift effect and the item.
      let groups = stage.harness.frame.groups.suffix(2)
      #expect(groups.allSatisfy { $0.clip == Rect(x: 0, y: 0, width: 400, height: 300) && $0.alpha == 1 })
      let item = try #require(groups.last)
      #expect(item.frame.contains(point))
      #expect(stage.harness.frame.groups.count { $0.clip.width == 400 && $0.frame.contains(point) } == 2)
    }
    stage.harness.release()
    stage.harness.advance(by: .milliseconds(32))
    #expect(stage.harness.frame.groups.last?.clip.width == 400)
    stage.harness.settle()
    #expect(stage.harness.host.overlays.isEmpty)
    #expect(stage.harness.frame.groups.allSatisfy { $0.clip.width <= 190 })
  }

  @Test func `an item that comes back to its own list is reordered there`() {
    let stage = BoardStage(0..<5, 10..<15)
    stage.lift(1)
    stage.move(to: Point(x: 300, y: 85))
    stage.move(to: Point(x: 100, y: 145))
    #expect(stage.shown(1) == Array(10..<15))
    #expect(stage.shown(0) == [0, 2, 3, 1, 4])
    stage.drop()
    #expect(stage.ids == [[0, 2, 3, 1, 4], Array(10..<15)] && stage.transfers.isEmpty)
    #expect(stage.frame(1) == Rect(x: 0, y: 120, width: 190, height: 40))
  }

  @Test func `between the lists an item stays in the last one, and a drop there counts`() {
    let stage = BoardStage(0..<5, 10..<15)
    stage.lift(1)
    stage.move(to: Point(x: 300, y: 85))
    stage.move(to: Point(x: 200, y: 85))
    #expect(stage.shown(1).contains(1))
    stage.drop()
    #expect(stage.ids[1].contains(1) && !stage.ids[0].contains(1))
  }

  @Test func `an item can be dragged into an empty list, and the last one out of a list`() {
    let stage = BoardStage([1], [])
    stage.lift(1)
    stage.move(to: Point(x: 300, y: 150))
    #expect(stage.shown(0) == [] && stage.shown(1) == [1])
    stage.drop()
    #expect(stage.ids == [[], [1]])
    #expect(stage.frame(1) == Rect(x: 210, y: 0, width: 190, height: 40))
  }

  @Test func `Escape brings all back`() throws {
    let stage = BoardStage(0..<5, 10..<15)
    stage.lift(1)
    stage.move(to: Point(x: 300, y: 85))
    stage.harness.key(.escape)
    stage.harness.show()
    #expect(stage.shown(0) == Array(0..<5) && stage.shown(1) == Array(10..<15))
    let start = try #require(stage.frame(1))
    #expect(start.midX > 200)
    stage.harness.advance(by: .milliseconds(48))
    let middle = try #require(stage.frame(1))
    #expect(middle.minX < start.minX && middle.minX > 0)
    stage.harness.settle()
    #expect(stage.frame(1) == Rect(x: 0, y: 40, width: 190, height: 40) && stage.calls.isEmpty)
    stage.drop()
    #expect(stage.calls.isEmpty && stage.harness.host.overlays.isEmpty)
  }

  @Test func `a list that refuses makes no room, and a drop there snaps back`() {
    let stage = BoardStage(0..<5, 10..<15)
    var asked: [ReorderProposal] = []
    stage.decorate = { list, index in
      index == 0
        ? list
        : list.targetForReorder { proposal in
          asked.append(proposal)
          return proposal.origin == nil ? proposal.destination : nil
        }
    }
    stage.apply()
    stage.lift(1)
    stage.move(to: Point(x: 300, y: 85))
    #expect(stage.shown(1) == Array(10..<15) && stage.shown(0).contains(1))
    #expect(asked.first?.origin === stage.lists[0] && asked.first?.ids == [ElementID(1)])
    stage.drop()
    #expect(stage.calls.isEmpty && stage.ids == [Array(0..<5), Array(10..<15)])
    #expect(stage.frame(1) == Rect(x: 0, y: 40, width: 190, height: 40))
  }

  @Test func `the receiving list chooses another place`() {
    let stage = BoardStage(0..<5, 10..<15)
    stage.decorate = { list, index in
      index == 0 ? list : list.targetForReorder { _ in ElementPath(section: 0, item: 5) }
    }
    stage.apply()
    stage.lift(1)
    stage.move(to: Point(x: 300, y: 85))
    #expect(stage.shown(1) == [10, 11, 12, 13, 14, 1])
    stage.drop()
    #expect(stage.ids[1] == [10, 11, 12, 13, 14, 1])
  }

  @Test func `items return if no program takes them`() {
    let stage = BoardStage(0..<5, 10..<15)
    stage.accepts = false
    stage.lift(1)
    stage.move(to: Point(x: 300, y: 85))
    stage.drop()
    #expect(stage.calls == ["leave 0", "enter 1"])
    #expect(stage.shown(0) == Array(0..<5) && stage.shown(1) == Array(10..<15))
    #expect(stage.frame(1) == Rect(x: 0, y: 40, width: 190, height: 40))
  }

  @Test func `lists of different groups exchange nothing`() {
    let stage = BoardStage(0..<5, 10..<15)
    stage.groups = ["board", "other"]
    stage.apply()
    stage.lift(1)
    stage.move(to: Point(x: 300, y: 85))
    #expect(stage.shown(1) == Array(10..<15) && stage.shown(0).contains(1))
    stage.drop()
    #expect(stage.calls.isEmpty && stage.ids[0].count == 5)
  }

  @Test func `several selected items move together and show their number`() {
    let stage = BoardStage(0..<5, 10..<15)
    stage.harness.click(at: stage.center(0))
    stage.harness.click(at: stage.center(2), modifiers: .control)
    stage.harness.click(at: stage.center(4), modifiers: .control)
    stage.lift(2)
    #expect(stage.badge == "3")
    stage.move(to: Point(x: 300, y: 45))
    #expect(stage.badge == "3")
    stage.drop()
    #expect(stage.badge == nil)
    #expect(stage.ids == [[1, 3], [10, 0, 2, 4, 11, 12, 13, 14]])
    #expect(stage.transfers.first?.sources.map(\.item) == [0, 2, 4])
  }

  @Test func `a single dragged item shows no number`() {
    let stage = BoardStage(0..<5, 10..<15)
    stage.lift(2)
    #expect(stage.badge == nil)
  }

  @Test func `the receiving list scrolls near its edges`() {
    let stage = BoardStage(0..<5, 10..<60)
    stage.lift(1)
    stage.move(to: Point(x: 300, y: 292))
    stage.harness.advance(by: .milliseconds(600))
    #expect(stage.lists[1].contentOffset.y > 100 && stage.lists[0].contentOffset.y == 0)
    stage.drop()
    #expect(stage.ids[1].firstIndex(of: 1) ?? 0 > 8 && stage.ids[0] == [0, 2, 3, 4])
  }
}

extension BoardStage {
  /// The text of the badge that counts the dragged items; `nil` if no badge is drawn.
  var badge: String? {
    guard let group = harness.frame.groups.last, group.frame.height == 20 else { return nil }
    for case .text(let line, _, _) in group.canvas.commands {
      return String(String.UnicodeScalarView(line.glyphs.compactMap { Unicode.Scalar($0.index) }))
    }
    return nil
  }
}
