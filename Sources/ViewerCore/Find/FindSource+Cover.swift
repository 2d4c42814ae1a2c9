import Scrollwork

extension FindSource {
  func extent(of pattern: FindPattern, inRow number: Int) -> Range<Double>? { nil }

  /// Scrolls until the match in the focused row is not below a view that covers the top of the list.
  ///
  /// The list gets an inset as deep as the cover only if that is needed, because an inset moves a list that is at its
  /// start. It stays until the list has left its start, where its end is not seen.
  /// - Parameter cover: In the coordinates of the list.
  func keep(_ pattern: FindPattern, inRow number: Int, clearOf cover: Rect) {
    guard let path = list.focusedItem, let row = list.contentFrame(of: path) else { return }
    let extent = extent(of: pattern, inRow: number) ?? row.minX..<row.maxX
    let depth = cover.maxY + CoverSpace.gap
    let isBeside = extent.upperBound <= cover.minX || extent.lowerBound >= cover.maxX
    // In a low window, a row in the middle of the list may be below the cover too.
    let isBelow = list.isAtStart && row.minY >= depth && list.bounds.height >= CoverSpace.fairHeights * depth
    guard !isBeside, !isBelow else {
      if !list.isAtStart { list.contentInsets = .zero }
      return
    }
    guard list.contentInsets.top != depth, let position = position(ofRow: number) else { return }
    list.setContentInsets(Insets(top: depth))
    reveal(position)
    // The match may be deep in a row that is higher than the list.
    revealMatch(pattern, inRow: number)
  }
}

/// The space around a view that covers the top of a list.
private enum CoverSpace {
  /// The distance that a match keeps from the cover, in logical pixels.
  static let gap = 8.0
  /// The height of a list, in heights of the cover, from which its middle is certainly clear of the cover.
  static let fairHeights = 3.0
}
