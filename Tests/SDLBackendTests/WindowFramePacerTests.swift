import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkSDLBackend
import Testing

private func at(_ milliseconds: Double) -> Instant { Instant.zero.advanced(bySeconds: milliseconds / 1000) }

/// Returns a pacer for 100 frames per second that made its first frame at 1000 ms.
private func makePacer(wake: Instant? = nil) -> FramePacer {
  var pacer = FramePacer(rate: 100)
  pacer.request(at: at(1000))
  _ = pacer.begin(at: at(1000))
  pacer.end(wake: wake)
  return pacer
}

@Test func `the first frame is due at once`() {
  var pacer = FramePacer(rate: 60)
  #expect(pacer.begin(at: at(5)) == at(5))
}

@Test func `at rest no frame is due`() {
  var pacer = makePacer()
  #expect(pacer.due == nil)
  #expect(pacer.begin(at: at(90_000)) == nil)
}

@Test func `during motion frames are on the display's grid`() {
  var pacer = makePacer(wake: at(1000))
  var times: [Instant] = []
  for late in [0.1, 1.3, 0, 4] {
    let due = pacer.due ?? .zero
    #expect(pacer.begin(at: due.advanced(bySeconds: -0.001)) == nil)
    let time = pacer.begin(at: due.advanced(bySeconds: late / 1000)) ?? .zero
    times.append(time)
    pacer.end(wake: time)
  }
  #expect(times == [at(1010), at(1020), at(1030), at(1040)])
}

@Test func `a frame that is late by a period starts a new grid`() {
  var pacer = makePacer(wake: at(1000))
  #expect(pacer.begin(at: at(1037)) == at(1037))
  pacer.end(wake: at(1037))
  #expect(pacer.due == at(1047))
}

@Test func `a wake-up in the future is kept`() {
  var pacer = makePacer(wake: at(1500))
  #expect(pacer.due == at(1500))
  #expect(pacer.begin(at: at(1499)) == nil)
  #expect(pacer.begin(at: at(1501)) == at(1500))
}

@Test func `input after a rest is shown at once`() {
  var pacer = makePacer()
  pacer.request(at: at(3000))
  #expect(pacer.begin(at: at(3000)) == at(3000))
}

@Test func `input right after a frame waits for the display's next period`() {
  var pacer = makePacer(wake: at(9000))
  pacer.request(at: at(1004))
  #expect(pacer.begin(at: at(1004)) == nil)
  #expect(pacer.due == at(1010))
}

@Test func `an urgent frame does not wait`() {
  var pacer = makePacer()
  pacer.request(at: at(1001), urgently: true)
  #expect(pacer.begin(at: at(1002)) == at(1002))
  #expect(pacer.due == nil)
}

@Test func `time does not go backwards after an event`() {
  var pacer = makePacer(wake: at(1000))
  pacer.request(at: at(1012))
  #expect(pacer.begin(at: at(1013)) == at(1012))
}

@Test func `a paused window gets no frames and catches up afterwards`() {
  var pacer = makePacer(wake: at(1000))
  pacer.isPaused = true
  pacer.request(at: at(1200), urgently: true)
  #expect(pacer.due == nil)
  #expect(pacer.begin(at: at(1300)) == nil)
  pacer.isPaused = false
  #expect(pacer.begin(at: at(1400)) == at(1400))
}

@Test func `superseded pointer positions are dropped from the queue`() {
  var queue = EventQueue()
  for x in 0..<100 { queue.append(.input(.pointerMoved(Point(x: Double(x), y: 0), []))) }
  queue.append(.input(.pointerUp(.zero, .left, [])))
  queue.append(.input(.pointerMoved(.zero, [])))
  #expect(queue.events.count == 3)
  guard case .input(.pointerMoved(let point, _)) = queue.events[0] else {
    Issue.record("\(queue.events[0])")
    return
  }
  #expect(point.x == 99)
}

@Test func `one finger's movement does not hide another's`() {
  var queue = EventQueue()
  for id: Int64 in [1, 2, 2, 1] { queue.append(.input(.touch(.moved, id: id, at: .zero))) }
  #expect(queue.events.count == 3)
  queue.append(.input(.touch(.ended, id: 1, at: .zero)))
  #expect(queue.events.count == 4)
}
