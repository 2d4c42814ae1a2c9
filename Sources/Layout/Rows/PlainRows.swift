import ScrollworkGeometry

/// What decides how long a section of rows across the whole width is: enough to know that without resolving its layout,
/// so that a hundred thousand sections of which no two are alike take no longer than their sums.
struct PlainRows: Sendable {
  /// Of one row, in subpixels; the guess where contents decide.
  private let row: Int64
  private let spacing: Int64
  private let insets: Insets
  private let header: LayoutDimension
  private let footer: LayoutDimension

  /// Nil for layouts that are anything else.
  init?(_ values: SectionLayout.Values) {
    guard case .group(let group) = values.content, values.orthogonalScrolling == .none,
      values.supplementaryContentInsetsReference == .automatic, values.contentInsetsReference == .automatic,
      let height = Self.height(of: group), values.boundaryItems.count == 2,
      let header = Self.height(of: values.boundaryItems[0], .header, edge: -1),
      let footer = Self.height(of: values.boundaryItems[1], .footer, edge: 1)
    else { return nil }
    row = Subpixels.nearest(height.resolved(in: .zero))
    spacing = Subpixels.nearest(values.interGroupSpacing)
    insets = values.contentInsets.sane
    (self.header, self.footer) = (header, footer)
  }

  /// How tall a row is, if the group is nothing but one.
  private static func height(of group: LayoutGroup) -> LayoutDimension? {
    guard group.axis == .vertical, case .repeating(.item(let item), 1) = group.arrangement, item.size == group.size,
      group.size.width == .fractionalWidth(1), group.contentInsets == .zero, group.edgeSpacing == .none,
      group.supplementaries.isEmpty, item.supplementaries.isEmpty, item.edgeSpacing == .none
    else { return nil }
    switch group.size.height {
    case .absolute, .estimated: return group.size.height
    case .fractionalWidth, .fractionalHeight, .uniformAcrossSiblings: return nil
    }
  }

  private static func height(of item: LayoutBoundaryItem, _ kind: LayoutKind, edge: Int) -> LayoutDimension? {
    guard item.kind == kind, item.alignment.vertical == edge, item.extendsBoundary, item.absoluteOffset.y == 0 else {
      return nil
    }
    return item.size.height
  }

  /// The length of a section, in subpixels, in which nothing was measured.
  /// - Parameter container: What there is for sections, without their own insets.
  func extent(of input: LayoutSolver.SectionInput, in container: Size) -> Int64 {
    let pitch = max(1, row + spacing)
    let count = Int64(min(max(0, input.itemCount), SectionState.mostRows(ofPitch: pitch)))
    var result = Subpixels.nearest(insets.top) + Subpixels.nearest(insets.bottom)
    if count > 0 { result += count * row + (count - 1) * spacing }
    guard input.hasHeader || input.hasFooter else { return result }
    let room = Size(width: container.inset(by: insets).width, height: container.height)
    if input.hasHeader { result += Subpixels.nearest(header.resolved(in: room)) }
    if input.hasFooter { result += Subpixels.nearest(footer.resolved(in: room)) }
    return result
  }
}
