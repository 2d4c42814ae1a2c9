import Scrollwork
import ScrollworkTesting
import Testing

/// A view that logs its events.
final class Recorder: View {
  var log: [String] = []

  override func pointerDown(_ event: PointerEvent) -> Bool {
    log.append(
      "down \(event.button) \(event.clicks) at \(event.location.x),\(event.location.y) \(event.modifiers.rawValue)")
    return true
  }
  override func pointerDragged(_ event: PointerEvent) { log.append("drag \(event.location.x),\(event.location.y)") }
  override func pointerUp(_ event: PointerEvent) { log.append("up \(event.location.x),\(event.location.y)") }
  override func pointerHovered(at point: Point?, at now: Instant) {
    log.append(point.map { "over \($0.x),\($0.y)" } ?? "away")
  }
  override func wheel(_ event: WheelEvent) -> Bool {
    log.append("wheel \(event.delta.y) at \(event.location.x),\(event.location.y)")
    return true
  }
  override func touch(_ event: TouchEvent) -> Bool {
    log.append("touch \(event.phase) \(event.location.x),\(event.location.y)")
    return true
  }
  override var canBecomeFocused: Bool { true }
  override func keyDown(_ event: KeyEvent) -> Bool {
    guard event.key != .tab else { return false }
    log.append("key \(event.key.name) \(event.modifiers.rawValue)")
    return true
  }
  override func textTyped(_ text: String) -> Bool {
    log.append("text \(text)")
    return true
  }
}

@MainActor
struct VerbTests {
  let recorder = Recorder()
  let harness: ViewHarness

  init() {
    let root = View()
    root.addChild(recorder)
    recorder.frame = Rect(x: 100, y: 100, width: 100, height: 100)
    harness = ViewHarness(content: root)
  }

  @Test func `a double click is two clicks, in the view's own coordinates`() {
    harness.click(at: Point(x: 110, y: 120), button: .right, modifiers: .shift, count: 2)
    #expect(
      recorder.log == [
        "over 10.0,20.0", "down right 1 at 10.0,20.0 1", "up 10.0,20.0", "over 10.0,20.0", "over 10.0,20.0",
        "down right 2 at 10.0,20.0 1", "up 10.0,20.0", "over 10.0,20.0",
      ])
  }

  @Test func `a drag takes its duration and may end outside the view`() {
    let start = harness.now
    harness.drag(from: Point(x: 110, y: 120), to: Point(x: 190, y: 280), over: .milliseconds(400))
    #expect(harness.now - start == .milliseconds(400))
    #expect(recorder.log.count { $0.hasPrefix("drag") } == 8)
    #expect(recorder.log.contains("drag 50.0,100.0"))
    #expect(recorder.log.suffix(2) == ["up 90.0,180.0", "away"])
  }

  @Test func `wheel, touch and keys arrive`() {
    harness.wheel(-2, at: Point(x: 150, y: 150))
    harness.touch(.began, at: Point(x: 150, y: 150))
    harness.touch(.moved, at: Point(x: 50, y: 50))
    harness.touch(.ended, at: Point(x: 50, y: 50))
    harness.key(.tab)
    harness.key(.down, modifiers: [.control, .shift])
    harness.type("a b")
    #expect(
      recorder.log == [
        "wheel -2.0 at 50.0,50.0", "touch began 50.0,50.0", "touch moved -50.0,-50.0", "touch ended -50.0,-50.0",
        "key Down 3", "key A 0", "text a", "key Space 0", "text  ", "key B 0", "text b",
      ])
  }

  @Test func `the pointer can leave the window`() {
    harness.move(to: Point(x: 150, y: 150))
    harness.leave()
    #expect(recorder.log == ["over 50.0,50.0", "away"])
  }

  @Test func `the window can be resized and its theme changed`() {
    harness.resize(to: Size(width: 50, height: 60))
    #expect(harness.host.content.frame == Rect(x: 0, y: 0, width: 50, height: 60))
    #expect(harness.frame.size == Size(width: 50, height: 60))
    harness.changeEnvironment {
      $0.theme = .dark
      $0.scale = 2
    }
    #expect(harness.frame.background == Palette.dark.surface)
    #expect(harness.frame.scale == 2)
  }
}
