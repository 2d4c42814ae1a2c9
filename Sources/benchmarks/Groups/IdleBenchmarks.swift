import Scrollwork
import ScrollworkPlatform
import ScrollworkSDLBackend

/// The cost of an idle window: percent of one processor, and frames.
@MainActor
enum IdleBenchmarks {
  static func run(quick: Bool) throws -> [Measurement] {
    guard Variables.value(of: "DISPLAY") != nil else {
      Message.write("idle: there is no display; run it under xvfb-run", toErrors: true)
      return []
    }
    let list = CollectionView()
    let window = try Window(title: "idle", size: Size(width: 1280, height: 800), content: list)
    list.apply(
      List(sections: [
        Section(id: 0, data: 0..<100_000, id: \.self) { PeerRow(id: UInt32($0)) }
          .withSectionLayout(.list(rowHeight: PeerRow.height))
      ]))
    window.recorder.isEnabled = true
    window.rest(seconds: 3)
    _ = window.recorder.take()
    let seconds = quick ? 3.0 : 5.0
    let (cpu, wall) = (Clocks.processCPU, Clocks.monotonic)
    window.rest(seconds: seconds)
    let share = (Clocks.processCPU - cpu) / (Clocks.monotonic - wall) * 100
    let frames = Double(window.recorder.take().frames)
    return [
      Measurement("idle/window", n: 100_000, samples: [share], unit: "percent"),
      // The loop shows one frame when it starts; none may follow.
      Measurement("idle/window/frames", n: 100_000, samples: [max(0, frames - 1)], unit: "frames"),
    ]
  }
}

extension Window {
  /// Runs the ordinary loop for some seconds. It needs no timer on another thread, whose processor time would be
  /// counted.
  func rest(seconds: Double) {
    Application.run(self, until: EventLoop.now().advanced(bySeconds: seconds))
  }
}
