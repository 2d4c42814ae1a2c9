import Scrollwork

extension Playground {
  /// The layouts of the list.
  package enum Arrangement: String, CaseIterable, Sendable {
    /// Rows of one height.
    case rows
    /// Self-sizing rows.
    case measured
    case grid
    /// Self-sizing rows with pinned headers.
    case pinned
    /// Cards in a row; each section scrolls horizontally.
    case cards
    /// Cards that snap to the middle.
    case centred
    case waterfall
    /// Rows with separators on a background.
    case ruled
    /// Subsections in two columns: self-sizing rows, and tiles.
    case composed
    /// Subsections in two columns: self-sizing rows, and cards that scroll horizontally.
    case mixed

    /// The layout of a top-level section.
    var layout: SectionLayout {
      switch self {
      case .rows: .list(rowHeight: 40)
      case .measured: .list(estimatedRowHeight: 50)
      case .grid: .grid(minimumItemWidth: 90, itemHeight: 70, spacing: 4)
      case .pinned: .list(estimatedRowHeight: 30).headerPinToVisibleBounds()
      case .cards: Self.aside(.continuous)
      case .centred: Self.aside(.groupPagingCentered)
      case .waterfall:
        .waterfall(
          columns: 3, spacing: 4, sizes: .uniform(LayoutSize(width: .absolute(50), height: .absolute(70))))
      case .ruled:
        .list(rowHeight: .absolute(44), separator: LayoutSeparator()).background(GalleryLayout.panel)
      case .composed, .mixed: .waterfall(columns: 2, spacing: 8, sizes: .estimated(.zero))
      }
    }

    /// Returns the layout of the subsection at `index`.
    func inner(_ index: Int) -> SectionLayout {
      if index % 2 == 0 { return Self.pinned.layout.background(GalleryLayout.panel) }
      return self == .mixed ? Self.aside(.continuous) : Self.grid.layout
    }

    private static func aside(_ behavior: OrthogonalScrolling) -> SectionLayout {
      let card = LayoutSize(width: .absolute(150), height: .absolute(80))
      return SectionLayout(
        group: .horizontal(card, once: [LayoutItem(size: .full)]), interGroupSpacing: 10
      ).orthogonalScrolling(behavior)
    }

    /// Whether the items are tiles, which decides about their highlight.
    var isTiled: Bool { [.grid, .cards, .centred, .waterfall, .composed, .mixed].contains(self) }
  }

  /// The animators of the list.
  package enum Movement: String, CaseIterable, Sendable {
    /// The default animator.
    case springs
    case fade, scale, wobble, zoom, edge, cascade
    /// Row animators: from the left, from the middle, and without motion.
    case left, middle, none

    @MainActor var animator: (any Animator)? {
      switch self {
      case .springs: nil
      case .fade: FadeAnimator()
      case .scale: ScaleAnimator()
      case .wobble: WobbleAnimator()
      case .zoom: ZoomAnimator()
      case .edge: EdgeShrinkAnimator()
      case .cascade: CascadeAnimator()
      case .left: RowAnimator(.left)
      case .middle: RowAnimator(.middle)
      case .none: RowAnimator(.none)
      }
    }
  }
}

extension CaseIterable where Self: Equatable {
  /// The next case; the first one after the last.
  var next: Self {
    let all = Self.allCases
    guard let place = all.firstIndex(of: self) else { return self }
    let next = all.index(after: place)
    return next < all.endIndex ? all[next] : all[all.startIndex]
  }
}
