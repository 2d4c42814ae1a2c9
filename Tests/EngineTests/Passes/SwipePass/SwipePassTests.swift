import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct SwipePassTests {
  private let stage = PassStage(count: 20)
  private let chrome = Chrome()
  private let actions = SwipeActions(trailing: [MenuAction("Archive") {}, MenuAction("Delete") {}])

  init() { stage.settle() }

  private func path(_ item: Int) -> ElementPath { ElementPath(section: 0, item: item) }

  private func run(_ swiping: inout Swiping, hovered: ElementPath? = nil) -> Bool {
    let context = FrameContext(environment: stage.environment)
    context.begin(at: stage.now, size: stage.layout.size)
    let input = SwipePass.Input(context: context, frame: stage.input(), hovered: hovered)
    return SwipePass.run(&swiping, chrome, stage.items, stage.layout, input)
  }

  /// Returns the swipe of an item by a distance, before the finger is lifted.
  private func swipe(_ item: Int, by distance: Double) -> Swiping {
    var swiping = Swiping()
    swiping.begin(path(item), actions, extent: 400)
    swiping.drag(by: distance, animated: true, at: stage.now)
    return swiping
  }

  private func slide(of item: Int) -> Double? { stage.item(item)?.slide.x }

  @Test func `without a swipe nothing moves and nothing is shown`() {
    var swiping = Swiping()
    let moves = run(&swiping)
    #expect(!moves)
    #expect(stage.items.bound.allSatisfy { $0.slide == .zero } && !chrome.showsRowActions)
  }

  @Test func `the content of the row follows the finger, and its place stays`() {
    var swiping = swipe(2, by: -60)
    let moves = run(&swiping)
    #expect(!moves && slide(of: 2) == -60 && stage.item(2)?.presented.minX == 0)
    #expect(stage.items.bound.allSatisfy { $0.key.item == 2 || $0.slide == .zero } && chrome.showsRowActions)
  }

  @Test func `a released row opens as far as its actions reach`() {
    var swiping = swipe(2, by: -100)
    _ = run(&swiping)
    _ = swiping.release(velocity: 0, animated: true, at: stage.now)
    var frames = 0
    repeat {
      stage.now = stage.now.advanced(bySeconds: 1.0 / 60)
      frames += 1
    } while run(&swiping) && frames < 500
    #expect(frames > 3 && frames < 500 && slide(of: 2) == -144 && chrome.showsRowActions)
  }

  @Test func `a row that closes is back at its place, and its actions are gone`() {
    var swiping = swipe(2, by: -100)
    _ = swiping.release(velocity: 0, animated: false, at: stage.now)
    _ = run(&swiping)
    #expect(slide(of: 2) == -144)
    swiping.close(animated: false, at: stage.now)
    _ = run(&swiping)
    let isOpen = swiping.isOpen
    #expect(slide(of: 2) == 0 && !chrome.showsRowActions && !isOpen)
  }

  @Test func `a row that has left the view is closed`() {
    var swiping = swipe(2, by: -100)
    _ = run(&swiping)
    stage.showOffset(400)
    stage.settle()
    let (moves, isOpen) = (run(&swiping), swiping.isOpen)
    #expect(!moves && !isOpen && !chrome.showsRowActions)
    #expect(stage.items.bound.allSatisfy { $0.slide == .zero })
  }

  @Test func `the actions of the row under the pointer are shown while it is there`() {
    var swiping = Swiping()
    swiping.hover(path(3), actions)
    _ = run(&swiping, hovered: path(3))
    #expect(chrome.showsRowActions && slide(of: 3) == 0)
    swiping.hover(nil, nil)
    _ = run(&swiping)
    stage.now = stage.now.advanced(bySeconds: 2)
    let moves = run(&swiping)
    #expect(!moves)
  }
}
