import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct MeasurePassTests {
  @Test func `a measured row gets the height that it wants`() {
    let stage = PassStage(heights: [60, 20, 40, 100])
    stage.bind()
    #expect(stage.measure())
    stage.bind()
    #expect(stage.items.bound.map(\.target.minY) == [0, 60, 80, 120])
    #expect(stage.layout.contentLength == 220)
  }

  @Test func `rows as tall as estimated move nothing`() {
    let stage = PassStage(heights: Array(repeating: 40, count: 50))
    stage.bind()
    #expect(!stage.measure())
  }

  @Test func `a row is measured once for each width`() {
    let stage = PassStage(heights: Array(repeating: 50, count: 5))
    stage.settle()
    #expect(!stage.hasUnmeasuredItems)
    stage.item(3)?.measuredWidth = nil
    #expect(stage.hasUnmeasuredItems)
    stage.measure()
    #expect(!stage.hasUnmeasuredItems)
  }

  @Test func `rows of a fixed height count as measured`() {
    let stage = PassStage(count: 20)
    stage.bind()
    #expect(!stage.hasUnmeasuredItems)
    #expect(stage.items.bound.allSatisfy { $0.measuredWidth == $0.target.width })
  }

  @Test func `measuring asks contents before the layout takes any size`() {
    let stage = PassStage(heights: [60, 20])
    stage.bind()
    MeasurePass.measure(stage.items, stage.layout, stage.binder, stage.environment)
    #expect(stage.items.bound.map(\.newSize?.height) == [60, 20] && stage.layout.contentLength == 80)
    #expect(stage.takeSizes())
    #expect(stage.items.bound.allSatisfy { $0.newSize == nil })
  }

  @Test func `the mean of many measured rows becomes the estimate of the others`() {
    let stage = PassStage(heights: Array(repeating: 20, count: 100))
    stage.bind(overscan: 400)
    stage.measure()
    #expect(stage.layout.contentLength == 2000)
  }

  @Test func `the mean of few rows becomes the estimate only when it is needed`() {
    let stage = PassStage(heights: Array(repeating: 10, count: 100))
    stage.bind()
    stage.measure(.firstRound)
    #expect(stage.layout.contentLength == 8 * 10 + 92 * 40)
    for item in stage.items.bound { item.measuredWidth = nil }
    stage.item(0)?.content.setNeedsMeasure()
    let other = PassStage(heights: Array(repeating: 10, count: 100))
    other.bind()
    other.measure(.laterRounds)
    #expect(other.layout.contentLength == 1000)
  }

  @Test func `no overscan is needed where everything is measured`() {
    let stage = PassStage(heights: Array(repeating: 40, count: 100))
    stage.settle()
    #expect(stage.overscan(isLastRound: false) == 0)
  }

  @Test func `smaller neighbours call for overscan`() {
    let stage = PassStage(heights: Array(repeating: 10, count: 10) + Array(repeating: 40, count: 90))
    stage.bind()
    stage.measure()
    stage.bind()
    #expect(stage.overscan(isLastRound: false) > 0)
    #expect(stage.overscan(isLastRound: true) >= 150)
  }

  @Test(arguments: [Double.nan, .infinity, -5])
  func `an impossible height is reported and does no harm`(height: Double) {
    let stage = PassStage(heights: [40, height, 40])
    stage.bind()
    stage.measure()
    #expect(stage.layout.contentLength.isFinite && stage.layout.contentLength >= 80)
    #expect(!stage.binder.takeProblems().isEmpty)
  }
}
