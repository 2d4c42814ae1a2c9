import Scrollwork
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkTestSupport
import Testing

/// A window draws only what changed since the frame before. These tests compare that with a frame that is drawn anew.
@Test(arguments: [1.0, 1.25, 2.0]) @MainActor
func `a table that is scrolled and used shows what one drawn anew shows`(scale: Double) throws {
  var configuration = WindowConfiguration(title: "table", size: Size(width: 480, height: 300))
  (configuration.isHeadless, configuration.scale) = (true, scale)
  let table = TableView()
  let window = try Window(configuration, content: table)
  let columns = (0..<20).map { column in
    TableColumn<Int>(
      "Column \(column)", width: .fixed(90.5), alignment: [.end, .start, .center][column % 3], isPinned: column == 0
    ) { row in (row + column) % 7 == 0 ? nil : "Ägj \(row &* column) ☂" }
  }
  table.apply(Table(columns: columns, rows: 0..<300, id: \.self))
  var chance = SeededGenerator(seed: Int(scale * 4))
  for step in 0..<80 {
    let now = Instant.zero + .nanoseconds(16_666_667 * (step + 1))
    if step > 2 { _ = window.host.handle(chance.action(), at: now) }
    // The second frame shows what the first one found out while it was made.
    for _ in 0..<2 { _ = window.showFrame(at: now) }
    let shown = try window.screen.png()
    window.invalidatePicture()
    _ = window.showFrame(at: now)
    #expect(try window.screen.png() == shown, "step \(step)")
  }
}

extension SeededGenerator {
  /// Returns a random input event, as a user causes it in a table.
  fileprivate mutating func action() -> InputEvent {
    let place = Point(x: Double(below(480)), y: Double(40 + below(250)))
    switch below(10) {
    case 0: return .pointerMoved(place, [])
    case 1: return .pointerDown(place, .left, clicks: 1, [])
    case 2: return .pointerUp(place, .left, [])
    case 3: return .keyDown(pick([.left, .right, .up, .down, .end]), pick([[], .shift]), isRepeat: false)
    case 4: return .wheel(WheelDelta(x: 0, y: Double(below(5) - 2), isPrecise: true), at: place, [])
    default: return .wheel(WheelDelta(x: Double(below(9) - 6) / 7, y: 0, isPrecise: true), at: place, [])
    }
  }
}
