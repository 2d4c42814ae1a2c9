public import ScrollworkGeometry

/// The offset that an update is about to give the content, for the program to confirm or change.
public struct OffsetProposal: Hashable, Sendable {
  /// The offset that keeps the anchor in place, in logical pixels from the content's start along the main axis.
  public let offset: Double
  /// The largest offset of the new content, in logical pixels.
  public let maximum: Double
  /// The size of the viewport, in logical pixels.
  public let viewport: Size
  /// The reason that the program gave with the update.
  public let reason: UpdateReason
}

extension List {
  /// Returns a copy of the list that asks `choose` for the offset of the content after each update, for example to
  /// begin a new layout at its start. The items move from their old positions on screen to the new ones.
  ///
  /// Asked once for each update, after it was laid out; not while the user holds the content. An offset outside the
  /// content becomes the nearest one inside, and one that is not a number counts as the proposed one. During the call,
  /// the view answers for the list before the update, except that ``CollectionView/snapshot()`` is the new one.
  public func targetOffset(_ choose: @escaping @MainActor (CollectionView, OffsetProposal) -> Double) -> List {
    modified { $0.targetOffset = choose }
  }
}
