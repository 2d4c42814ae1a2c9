import Scrollwork
import ScrollworkTesting

/// A collection view with a provider in a harness of 400 x 300.
@MainActor
final class ProviderStage: ListStage {
  let list = CollectionView()
  let harness: ViewHarness

  init(_ provider: any Provider) {
    list.provider = provider
    harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
    harness.settle()
  }

  /// The target frames of the bound cells, in list order.
  var targets: [Rect] { cells.map(\.target) }

  func click(_ text: String) {
    guard let frame = frame(text) else { return }
    harness.click(at: Point(x: frame.midX, y: frame.midY))
    harness.settle()
  }
}

/// A view of test data, which counts its updates.
final class CountingLabel: Label {
  var updates = 0
}

/// Returns a view source of labels that count their updates.
@MainActor
func labels<Data>(_ text: @escaping @MainActor (Data, Int) -> String) -> ClosureViewSource<Data, CountingLabel> {
  ClosureViewSource(
    viewGenerator: { _, _ in CountingLabel() },
    viewUpdater: { view, data, index in
      view.updates += 1
      view.text = text(data, index)
    })
}

/// Returns a provider of strings, each 100 x 40.
@MainActor
func words(_ data: [String], tap: (@MainActor (TapContext<String>) -> Void)? = nil) -> BasicProvider<String> {
  BasicProvider(
    dataSource: ArrayDataSource(data: data), viewSource: labels { text, _ in text },
    sizeSource: SizeSource(width: .absolute(100), height: .absolute(40)), tapHandler: tap)
}

/// An animator that counts the insertions.
final class CountingAnimator: Animator {
  private(set) var insertions = 0

  func insert(_ context: AnimationContext) -> Entrance {
    insertions += 1
    return FadeAnimator().insert(context)
  }

  func delete(_ context: AnimationContext) -> Entrance { FadeAnimator().delete(context) }
}
