import Scrollwork

/// A million rows of which many change ten times a second, while the user reads and scrolls.
final class MillionRowsExample: Example {
  let list = CollectionView()
  private var rows = RowStore((0..<MillionRowsExample.count).map { Reading(id: $0, value: $0 * 7_919 % 1_000) })
  private var random = SplitMix(seed: 11)
  private var changes = 0
  private var isRunning = false
  private static let count = 1_000_000

  private struct Reading: Identifiable {
    let id: Int
    var value: Int
  }

  init() { refresh() }

  private func refresh() {
    list.apply(
      List {
        Section(id: "rows", data: rows) { ReadingRow(number: $0.id, value: $0.value) }
          .withHeader(
            Heading(
              "\(Formats.count(rows.count)) rows", "\(Formats.count(changes)) changes",
              actions: [
                .init(title: "Change") { [weak self] in self?.change() },
                .init(title: isRunning ? "Stop" : "Change ten times a second") { [weak self] in self?.toggle() },
              ])
          )
          .withSectionLayout(.list(rowHeight: 32).headerPinToVisibleBounds())
      })
  }

  /// Changes a hundred values, deletes ten rows and inserts ten others, all at random positions.
  private func change() {
    for _ in 0..<100 {
      rows[Int.random(in: rows.indices, using: &random)].value = Int.random(in: 0..<1_000, using: &random)
    }
    for _ in 0..<10 {
      let row = rows.remove(at: Int.random(in: rows.indices, using: &random))
      rows.insert(row, at: Int.random(in: 0...rows.count, using: &random))
    }
    changes += 110
    refresh()
  }

  private func toggle() {
    isRunning.toggle()
    refresh()
    Task { [weak self] in
      while let self, isRunning, list.host != nil {
        change()
        try await Task.sleep(for: .milliseconds(100))
      }
    }
  }

  func reload() { change() }
}

/// A row with a number and a value as a bar.
private struct ReadingRow: Component, Equatable {
  var number: Int
  var value: Int

  func renderContent() -> ReadingRowView { ReadingRowView() }
  func render(in content: ReadingRowView) {
    content.number.text = Formats.count(number)
    content.bar.value = Double(value) / 1_000
    content.value.text = "\(value)"
  }
}

private final class ReadingRowView: MarginView {
  let number = Label(style: .mono, color: .text2)
  let bar = ProgressBar(value: 0)
  let value = Label(style: .mono)

  init() {
    super.init(Stack(.horizontal, spacing: 16, items: [.fixed(number, 84), .flexible(bar), .fixed(value, 36)]))
    value.alignment = .end
    number.alignment = .end
  }
}
