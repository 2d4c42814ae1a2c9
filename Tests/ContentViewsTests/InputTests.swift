import Scrollwork
import ScrollworkTesting
import Testing

@MainActor @Test func `a program learns of each input that may change what is shown`() {
  let harness = ViewHarness(content: Button("A"), size: Size(width: 100, height: 100))
  var count = 0
  harness.host.onInput = { count += 1 }
  harness.move(to: Point(x: 50, y: 50))
  #expect(count == 0)
  harness.key(.end)
  #expect(count == 1)
  harness.wheel(1, at: Point(x: 50, y: 50))
  #expect(count == 2)
  harness.click(at: Point(x: 50, y: 50))
  #expect(count == 3)
}
