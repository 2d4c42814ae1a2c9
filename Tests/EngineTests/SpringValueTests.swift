import Scrollwork
import ScrollworkTesting
import Testing

/// Spring values by themselves, without a list.
struct SpringValueTests {
  private func value(to target: Double) -> SpringValue {
    var value = SpringValue(100, spring: Spring(response: 0.3, damping: 1))
    value.start(.timed(0.4, .easeOut), from: 100, to: target)
    return value
  }

  @Test(arguments: [0.0, 40]) func `a motion with a fixed duration ends in time though its origin is moved in flight`(
    target: Double
  ) {
    var value = value(to: target)
    for _ in 0..<10 {
      value.advance(by: 0.035)
      let (before, speed) = (value.value, value.velocity)
      value.shift(by: 5)
      #expect(value.value == before + 5 && abs(value.velocity - speed) < 1e-6)
    }
    value.advance(by: 0.051)
    #expect(value.isAtRest && value.value == (target == 0 ? 0 : target + 50))
  }

  @Test func `a motion with a fixed duration keeps its course where its target moves along`() {
    var (moved, other) = (value(to: 40), value(to: 40))
    moved.advance(by: 0.1)
    other.advance(by: 0.1)
    moved.shift(by: 30)
    for _ in 0..<4 {
      moved.advance(by: 0.05)
      other.advance(by: 0.05)
      #expect(abs(moved.value - other.value - 30) < 1e-9)
    }
  }

  @Test func `a value at rest takes the whole duration for the way back to its origin`() {
    var value = value(to: 0)
    value.advance(by: 1)
    #expect(value.isAtRest)
    value.shift(by: 50)
    value.advance(by: 0.3)
    #expect(!value.isAtRest)
    value.advance(by: 0.2)
    #expect(value.isAtRest && value.value == 0)
  }
}
