import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
private final class Presses {
  var count = 0
}

@MainActor
struct OverlayTests {
  @Test func `a passive overlay leaves the pointer to the views below it, and stays`() {
    let presses = Presses()
    let button = Button("Press") { presses.count += 1 }
    let harness = ViewHarness(content: button, size: Size(width: 100, height: 40))
    let overlay = Overlay()
    overlay.isPassive = true
    harness.host.present(overlay)
    harness.show()
    harness.click(at: Point(x: 50, y: 20))
    #expect(presses.count == 1)
    harness.send(.activation(false))
    #expect(overlay.host != nil)
    harness.host.remove(overlay)
    #expect(overlay.host == nil)
  }
}
