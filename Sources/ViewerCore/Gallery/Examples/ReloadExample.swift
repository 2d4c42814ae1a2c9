import Scrollwork

/// Four sets of data, one of them empty, that replace each other; items come in one after the other. Buttons append and
/// remove single items, which grow and shrink.
final class ReloadExample: Example {
  let list = CollectionView()
  let view: View
  private let source = ArrayDataSource(data: ReloadExample.sets[0])
  private let heading = HeadingView()
  private let provider: BasicProvider<FaceTile>
  private var chosen = 0
  private static let sets = [
    Array(FaceTile.all[0..<24]), Array(FaceTile.all[12..<30]), [], Array(FaceTile.all.reversed()[0..<40]),
  ]

  init() {
    provider = BasicProvider(
      dataSource: source,
      viewSource: ClosureViewSource(
        viewGenerator: { (_: FaceTile, _: Int) in FaceView() },
        viewUpdater: { view, face, _ in view.number = face.number }),
      sizeSource: SizeSource(width: .absolute(64), height: .absolute(64)),
      layout: FlowLayout(spacing: 8).inset(by: Insets(16)))
    view = Stack(.vertical, items: [.init(heading), .flexible(list)])
    list.provider = EmptyStateProvider(
      emptyStateView: EmptyStateView(
        symbol: .info, heading: "An empty set", message: "Append an item, or show the next set."),
      content: provider)
    refresh()
  }

  private func refresh() {
    heading.show(
      Heading(
        "Set \(chosen + 1) of \(Self.sets.count)", "\(source.data.count) items",
        actions: [
          .init(title: "Next set") { [weak self] in self?.showNext() },
          .init(title: "Append") { [weak self] in self?.append() },
          .init(title: "Remove", isEnabled: !source.data.isEmpty) { [weak self] in self?.remove() },
        ]))
  }

  private func showNext() {
    chosen = (chosen + 1) % Self.sets.count
    provider.animator = CascadeAnimator(step: 0.02)
    source.data = Self.sets[chosen]
    refresh()
  }

  private func append() {
    provider.animator = ScaleAnimator()
    guard let next = FaceTile.all.first(where: { !source.data.contains($0) }) else { return }
    source.data.append(next)
    refresh()
  }

  private func remove() {
    guard !source.data.isEmpty else { return }
    provider.animator = ScaleAnimator()
    source.data.remove(at: source.data.count / 2)
    refresh()
  }

  func reload() { showNext() }
}
