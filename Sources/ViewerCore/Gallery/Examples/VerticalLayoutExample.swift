import Scrollwork

/// A thousand rows of different heights, which load in pages of a hundred. Pull to refresh or F5 starts again.
final class VerticalLayoutExample: Example {
  let list = CollectionView()
  private var count = 100
  private var taps = 0
  private var visible = Set<Int>()
  private static let limit = 1_000

  private static let sentences = [
    "The ferry leaves at six.", "Nobody had told the harbour master, so the crates stood on the quay until noon.",
    "A short note about the weather.",
    "From the lighthouse one sees the whole coast, and on clear days the islands behind it, which the map of the "
      + "society shows in a lighter blue because nobody has measured them yet.",
  ]

  init() { refresh() }

  private func refresh(_ updateStrategy: UpdateStrategy = .animatedBatchUpdates) {
    list.apply(
      List {
        Section(id: "rows", data: Array(0..<count), id: \.self) { [weak self] number in
          TextRow("Row \(number + 1)", Self.sentences[number * 7 % Self.sentences.count])
            .didSelect { _ in self?.select(number) }
            .willDisplay { _ in self?.visible.insert(number) }
            .didEndDisplay { _ in self?.visible.remove(number) }
        }
        .withHeader(Heading("\(count) of \(Self.limit) rows", taps == 0 ? "None selected" : "\(taps) selected"))
        .withSectionLayout(.vertical(spacing: 2).headerPinToVisibleBounds())
      }
      .onReachEnd(offsetFromEnd: .relativeToContainerSize(multiplier: 2), hasMore: count < Self.limit) {
        [weak self] _ in
        try await self?.loadPage()
      }
      .onRefresh { [weak self] _ in try await self?.startAgain() },
      updateStrategy: updateStrategy)
  }

  private func select(_ number: Int) {
    taps += 1
    refresh()
  }

  /// Loads a page, with the delay of a server.
  private func loadPage() async throws {
    try await Task.sleep(for: .milliseconds(300))
    count = min(count + 100, Self.limit)
    // A view that follows the end would otherwise be empty until the rows of the page have faded in.
    refresh(.nonanimatedBatchUpdates)
  }

  private func startAgain() async throws {
    try await Task.sleep(for: .milliseconds(300))
    count = 100
    refresh()
  }
}
