import CAllocationCounter
import Scrollwork

/// Updates of lists through `apply`, from the call to the end of the first frame that shows them.
@MainActor
enum UpdateBenchmarks {
  static func run(quick: Bool) throws -> [Measurement] {
    try append(quick: quick) + edits(quick: quick) + MotionBenchmarks.run(quick: quick)
      + ReorderBenchmarks.run(quick: quick) + OutlineBenchmarks.run(quick: quick)
  }

  /// Measures appending twenty rows to a `RowStore`, for a long store and for one that is ten times as long.
  private static func append(quick: Bool) throws -> [Measurement] {
    let sizes = [1_000_000, 10_000_000]
    let lists = try sizes.map { _ in try RowList(rows: 0) }
    var stores = sizes.map { RowStore(0..<UInt32($0)) }
    for (list, store) in zip(lists, stores) {
      apply(store, to: list)
      list.show()
    }
    var samples: [[Double]] = [[], []]
    for round in 0..<(quick ? 10 : 40) {
      // In turn, so that both meet the same state of the machine.
      for index in sizes.indices {
        let next = UInt32(sizes[index] + 20 * round)
        let start = Clocks.threadCPU
        stores[index].append(contentsOf: next..<(next + 20))
        apply(stores[index], to: lists[index])
        lists[index].show()
        samples[index].append((Clocks.threadCPU - start) / 1000)
      }
    }
    let (short, long) = (
      Measurement("update/append20", n: sizes[0], samples: samples[0]),
      Measurement("update/append20", n: sizes[1], samples: samples[1])
    )
    return [short, long.compared(to: "1000000 rows", long.median / short.median, 1.5)]
  }

  private static func apply(_ store: RowStore<UInt32>, to list: RowList) {
    list.list.apply(
      List(sections: [
        Section(id: 0, data: store, id: \.self) { PeerRow(id: $0) }
          .withSectionLayout(.list(rowHeight: PeerRow.height)).withHighlight(.none)
      ]))
  }

  /// Measures an update of 100,000 rows by a new array, with a thousand random deletions and as many insertions.
  private static func edits(quick: Bool) throws -> [Measurement] {
    let size = 100_000
    let list = try RowList(rows: 0)
    var random = PeerRandom()
    var ids = (0..<UInt32(size)).map { $0 }
    apply(ids, to: list)
    list.show()
    list.list.scroll(to: .offset(50_000 * PeerRow.height), animated: false)
    list.show()
    var samples: [Double] = []
    for round in 0..<(quick ? 5 : 20) {
      var next = ids
      for _ in 0..<1000 { next.remove(at: Int(random.next()) % next.count) }
      for edit in 0..<1000 {
        next.insert(UInt32(1_000_000 + round * 1000 + edit), at: Int(random.next()) % next.count)
      }
      let start = Clocks.threadCPU
      apply(next, to: list)
      list.show()
      samples.append((Clocks.threadCPU - start) / 1000)
      for _ in 0..<60 { list.show() }
      ids = next
    }
    return [Measurement("update/edits2000", n: size, samples: samples)]
  }

  private static func apply(_ ids: [UInt32], to list: RowList) {
    list.list.apply(
      List(sections: [
        Section(id: 0, data: ids, id: \.self) { PeerRow(id: $0) }
          .withSectionLayout(.list(rowHeight: PeerRow.height)).withHighlight(.none)
      ]))
  }
}
