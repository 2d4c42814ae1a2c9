/// What holds for all sections of a list.
public struct LayoutConfiguration: Hashable, Sendable {
  /// Between one section and the next, in logical pixels; not after the last.
  public var interSectionSpacing: Double

  public init(interSectionSpacing: Double = 0) {
    self.interSectionSpacing = interSectionSpacing
  }
}
