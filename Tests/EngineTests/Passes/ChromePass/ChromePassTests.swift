import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct ChromePassTests {
  private let chrome = Chrome()

  private func stage(at offset: Double) -> PassStage {
    let stage = PassStage(count: 100)
    stage.showOffset(offset)
    stage.settle()
    return stage
  }

  private func input(_ stage: PassStage) -> ChromePass.Input {
    ChromePass.Input(
      context: FrameContext(environment: stage.environment), frame: stage.input(), unseenPillNumber: { $0 })
  }

  // MARK: Page loaders

  @Test func `a loader below the last row makes room at the end`() {
    let stage = stage(at: 3700)
    chrome.paging.recordRoom(leading: 0, trailing: 48)
    #expect(!ChromePass.makeRoom(&stage.scroll, for: chrome, stage.layout, stage.input()))
    #expect(stage.scroll.scroller.maximum == 3748 && stage.scroll.presentedOffset == 3700)
  }

  @Test func `a loader above the first row comes into view at the start`() {
    let stage = stage(at: 0)
    chrome.paging.recordRoom(leading: 40, trailing: 0)
    #expect(ChromePass.makeRoom(&stage.scroll, for: chrome, stage.layout, stage.input()))
    #expect(stage.scroll.presentedOffset == -40)
  }

  @Test func `a loader above the first row leaves a view elsewhere`() {
    let stage = stage(at: 400)
    chrome.paging.recordRoom(leading: 40, trailing: 0)
    #expect(!ChromePass.makeRoom(&stage.scroll, for: chrome, stage.layout, stage.input()))
    #expect(stage.scroll.presentedOffset == 400)
  }

  @Test func `room that stays changes nothing`() {
    let stage = stage(at: 0)
    chrome.paging.recordRoom(leading: 40, trailing: 0)
    _ = ChromePass.makeRoom(&stage.scroll, for: chrome, stage.layout, stage.input())
    #expect(!ChromePass.makeRoom(&stage.scroll, for: chrome, stage.layout, stage.input()))
  }

  // MARK: Unseen items

  /// Appends rows to the list and returns the unseen count after that.
  private func append(_ count: Int, to stage: PassStage, _ policy: AnchorPolicy, _ reason: UpdateReason) -> Int {
    let update = stage.update(to: stage.ids + Array(1000..<1000 + count), reason: reason)
    ChromePass.countUnseen(chrome, update, stage.scroll, stage.list, policy)
    return chrome.unseenCount
  }

  @Test func `rows added at the end while the user is elsewhere are unseen`() {
    #expect(append(7, to: stage(at: 400), .end, .program) == 7)
  }

  @Test func `rows added at the end while the user is there count as seen`() {
    #expect(append(7, to: stage(at: 3700), .end, .program) == 0)
  }

  @Test func `only lists that follow their end count unseen rows, and only those of the program`() {
    #expect(append(7, to: stage(at: 400), .item, .program) == 0)
    #expect(append(7, to: stage(at: 400), .end, .filter) == 0)
  }

  @Test func `unseen rows that become visible count as seen`() {
    let stage = stage(at: 400)
    chrome.addUnseen(90)
    ChromePass.showUnseen(chrome, stage.layout, stage.scroll, stage.items, input(stage))
    #expect(chrome.unseenCount == 82)
  }

  @Test func `at the end nothing is unseen`() {
    let stage = stage(at: 3700)
    chrome.addUnseen(5)
    ChromePass.showUnseen(chrome, stage.layout, stage.scroll, stage.items, input(stage))
    #expect(chrome.unseenCount == 0)
  }

  // MARK: Placeholder

  /// Returns the states for which the list was asked for a placeholder, when it begins to load and some time later.
  private func wanted(_ list: List, isEmpty: Bool = true, at milliseconds: Int) -> [String] {
    var asked: [String] = []
    let stage = PassStage(count: 0)
    let list = list.placeholder { context in
      asked.append("\(context.state)")
      return nil
    }
    for time in [0, milliseconds] {
      let context = FrameContext(environment: stage.environment)
      context.begin(at: .zero + .milliseconds(time), size: stage.layout.size)
      let frame = FrameInput(binder: stage.binder, list: list, now: context.now, viewport: stage.viewport)
      let input = ChromePass.Input(context: context, frame: frame, unseenPillNumber: { $0 })
      ChromePass.showPlaceholder(chrome, isEmpty: isEmpty, stage.layout, input)
    }
    return asked
  }

  @Test func `an empty list asks for its placeholder at once`() {
    #expect(wanted(List().withState(.empty), at: 16) == ["empty", "empty"])
  }

  @Test func `a list that loads asks for its placeholder after a while`() {
    #expect(wanted(List().withState(.loading), at: 100).isEmpty)
    #expect(wanted(List().withState(.loading), at: 200) == ["loading"])
  }

  @Test func `a list with items has no placeholder`() {
    #expect(wanted(List().withState(.empty), isEmpty: false, at: 16).isEmpty)
  }

  @Test func `a list with nothing to tell has no placeholder`() {
    #expect(wanted(List(), at: 500).isEmpty)
  }
}
