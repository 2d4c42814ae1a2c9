import Scrollwork

/// Random updates: rows are inserted, deleted, moved, changed and resized while the user scrolls. The row at the top
/// stays in place, and no animation is interrupted.
final class StormExample: Example {
  let list = CollectionView()
  private var rows = (0..<200).map { Drop(id: $0, lines: $0 % 3) }
  private var nextID = 200
  private var random = SplitMix(seed: 5)
  private var updates = 0
  private var isRunning = false

  private struct Drop: Identifiable {
    let id: Int
    var lines: Int
  }

  init() { refresh() }

  private func refresh() {
    list.render {
      Section(id: "storm", data: rows) { drop in
        TextRow("Row \(drop.id)", Array(repeating: "It rains on the sea.", count: drop.lines).joined(separator: "\n"))
      }
      .withHeader(
        Heading(
          "\(rows.count) rows after \(updates) updates",
          actions: [
            .init(title: "One update") { [weak self] in self?.update() },
            .init(title: isRunning ? "Calm" : "Storm") { [weak self] in self?.toggle() },
          ])
      )
      .withSectionLayout(.vertical().headerPinToVisibleBounds())
      .withChangeHighlight()
    }
  }

  private func update() {
    for _ in 0..<8 {
      let position = Int.random(in: rows.indices, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0 where rows.count > 50: rows.remove(at: position)
      case 1:
        rows.insert(Drop(id: nextID, lines: nextID % 3), at: position)
        nextID += 1
      case 2: rows.insert(rows.remove(at: position), at: Int.random(in: 0..<rows.count, using: &random))
      default: rows[position].lines = (rows[position].lines + 1) % 4
      }
    }
    updates += 1
    refresh()
  }

  private func toggle() {
    isRunning.toggle()
    refresh()
    Task { [weak self] in
      while let self, isRunning, list.host != nil {
        update()
        try await Task.sleep(for: .milliseconds(150))
      }
    }
  }

  func reload() { update() }
}
