import CAllocationCounter
import Scrollwork

/// Frames of a list of ``PeerRow`` rows, drawn into memory of 1280 x 800 pixels.
@MainActor
enum ScrollBenchmarks {
  static func run(quick: Bool) throws -> [Measurement] {
    let sizes = quick ? [1000, 10_000_000] : [1000, 100_000, 1_000_000, 10_000_000]
    let rounds = quick ? 3 : 7
    let frames = quick ? 300 : 600
    let lists = try sizes.map { try RowList(rows: $0) }
    var steady = [[Double]](repeating: [], count: sizes.count)
    var fling = steady
    // The smallest of the rounds' medians, the least disturbed one, serves to compare sizes.
    var quiet = (
      steady: [Double](repeating: .infinity, count: sizes.count),
      fling: [Double](repeating: .infinity, count: sizes.count)
    )
    var allocations = (steady: [[Double]](repeating: [], count: sizes.count), fling: steady)
    // The sizes alternate, so that they meet the same state of the machine.
    for _ in 0..<rounds {
      for (index, list) in lists.enumerated() {
        let slow = list.scroll(by: 7, frames: frames)
        let fast = list.scroll(by: 2000, frames: frames)
        quiet.steady[index] = min(quiet.steady[index], slow.times.percentile(0.5))
        quiet.fling[index] = min(quiet.fling[index], fast.times.percentile(0.5))
        steady[index].append(contentsOf: slow.times)
        fling[index].append(contentsOf: fast.times)
        allocations.steady[index].append(contentsOf: slow.allocations)
        allocations.fling[index].append(contentsOf: fast.allocations)
      }
    }
    var result: [Measurement] = []
    for (index, size) in sizes.enumerated() {
      result.append(
        measurement(
          "scroll/steady", size, steady[index], ratio: quiet.steady[index] / quiet.steady[0],
          allocations.steady[index], ceiling: 0))
      // Fifteen or sixteen rows enter in each frame, with one allocation each for the engine and one for the row's
      // text.
      result.append(
        measurement(
          "scroll/fling", size, fling[index], ratio: quiet.fling[index] / quiet.fling[0], allocations.fling[index],
          ceiling: 16 * 2))
    }
    return result + (try glide(quick: quick))
  }

  /// Measures scrolling by the wheel at 120 frames per second, with the number of late frames.
  private static func glide(quick: Bool) throws -> [Measurement] {
    let stage = try MotionStage(framesPerSecond: 120)
    let rows = 100_000
    stage.list.apply(
      List(sections: [
        Section(id: 0, data: 0..<rows, id: \.self) { PeerRow(id: UInt32($0)) }
          .withSectionLayout(.list(rowHeight: PeerRow.height)).withHighlight(.none)
      ]))
    for _ in 0..<20 { stage.show() }
    let measurement = stage.measure("scroll/glide", n: rows, frames: quick ? 240 : 1200) { frame in
      // The speed of the wheel varies, and it reverses from time to time.
      if frame % 9 == 0 { stage.wheel(frame % 360 < 240 ? -Double(1 + frame / 9 % 5) : 3) }
    }
    return [measurement] + stage.hitches(of: "scroll/glide", n: rows)
  }

  private static func measurement(
    _ name: String, _ size: Int, _ samples: [Double], ratio: Double, _ allocations: [Double], ceiling: Double
  ) -> Measurement {
    var measurement = Measurement(name, n: size, samples: samples)
    measurement.allocations = allocations.percentile(0.5)
    measurement.allocationCeiling = ceiling
    measurement.ratio = ratio
    measurement.ratioTo = "1000 rows"
    measurement.ratioCeiling = 1.25
    return measurement
  }
}

/// A list of ``PeerRow`` rows that is drawn into memory.
@MainActor
final class RowList {
  let list = CollectionView()
  let window: Window
  private var now = Instant.zero
  private var position = 0.0

  init(rows: Int) throws {
    var configuration = WindowConfiguration(title: "rows", size: Size(width: 1280, height: 800))
    configuration.isHeadless = true
    window = try Window(configuration, content: list)
    list.selectionMode = .none
    list.apply(
      List(sections: [
        Section(id: 0, data: 0..<rows, id: \.self) { PeerRow(id: UInt32(truncatingIfNeeded: $0)) }
          .withSectionLayout(.list(rowHeight: PeerRow.height)).withHighlight(.none)
      ]))
    for _ in 0..<20 { show() }
  }

  func show() {
    now = now + .nanoseconds(16_666_667)
    _ = window.showFrame(at: now)
  }

  /// Scrolls by `step` in each frame, and jumps to the start after the end. Returns the processor time in microseconds
  /// and the number of allocations, both for each frame.
  func scroll(by step: Double, frames: Int) -> (times: [Double], allocations: [Double]) {
    var times: [Double] = []
    var allocations: [Double] = []
    times.reserveCapacity(frames)
    allocations.reserveCapacity(frames)
    let maximum = list.contentSize.height - 800
    for _ in 0..<frames {
      position += step
      if position > maximum { position = 0 }
      let (start, count) = (Clocks.threadCPU, scrollwork_allocation_count())
      list.scroll(to: .offset(position), animated: false)
      show()
      times.append((Clocks.threadCPU - start) / 1000)
      allocations.append(Double(scrollwork_allocation_count() - count))
    }
    return (times, allocations)
  }
}
