import Scrollwork

/// A grid, and a selector of the animator that moves it: plain, wobbling, shrinking at the edges, growing at the middle.
final class AnimatorsExample: Example {
  let list = CollectionView()
  let view: View
  private let selector = SegmentedControl([.init("Default"), .init("Wobble"), .init("EdgeShrink"), .init("Zoom")])
  private var order = Array(0..<60)
  private var random = SplitMix(seed: 60)

  init() {
    let bar = Stack(.horizontal, spacing: 12, selector)
    view = Stack(.vertical, items: [.init(MarginView(bar, vertical: 12)), .flexible(list)])
    selector.onChange = { [weak self] in self?.choose($0) }
    refresh()
  }

  private func refresh() {
    list.render {
      Section(id: "faces", data: order, id: \.self) { FaceTile(number: $0) }
        .withHeader(
          Heading(
            "Scroll, or shuffle", actions: [.init(title: "Shuffle") { [weak self] in self?.reload() }])
        )
        .withSectionLayout(
          .grid(minimumItemWidth: 110, itemHeight: 110, spacing: 8, insets: Insets(horizontal: 16, vertical: 8))
            .supplementaryContentInsetsReference(.none)
        )
        .withHighlight(.tile)
    }
  }

  private func choose(_ index: Int) {
    list.animator =
      switch index {
      case 1: WobbleAnimator()
      case 2: EdgeShrinkAnimator()
      case 3: ZoomAnimator()
      default: StandardAnimator()
      }
  }

  func reload() {
    order.shuffle(using: &random)
    refresh()
  }
}
