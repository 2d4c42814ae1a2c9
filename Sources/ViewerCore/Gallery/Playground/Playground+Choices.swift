import Scrollwork

extension Playground {
  /// How the numbers are laid out.
  package enum Arrangement: String, CaseIterable, Sendable {
    /// All as high as each other.
    case rows
    /// As high as they want to be.
    case measured
    case grid
    /// As `measured`, with headers that stay in sight.
    case pinned
    /// Side by side, each section scrolled by itself.
    case cards
    /// As `cards`, at rest in the middle of the window.
    case centred
    case waterfall
    /// Rows with lines between them, on a background.
    case ruled
    /// Sections in a section, in two columns: rows as high as they want to be, and tiles.
    case composed
    /// The same with cards that scroll aside in place of the tiles.
    case mixed

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

    /// How a section is laid out that stands in another one.
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

    var isTiled: Bool { [.grid, .cards, .centred, .waterfall, .composed, .mixed].contains(self) }
  }

  /// What animates the list.
  package enum Movement: String, CaseIterable, Sendable {
    /// What the list does by itself.
    case springs
    case fade, scale, wobble, zoom, edge, cascade
    /// Rows from the left; rows that open from their middle; all at once.
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
  /// The one after this; after the last one the first.
  var next: Self {
    let all = Self.allCases
    guard let place = all.firstIndex(of: self) else { return self }
    let next = all.index(after: place)
    return next < all.endIndex ? all[next] : all[all.startIndex]
  }
}
