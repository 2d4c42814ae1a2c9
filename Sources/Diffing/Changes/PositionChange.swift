/// Where something was before a change and where it is after it.
public struct PositionChange<Position: Hashable & Sendable>: Hashable, Sendable, CustomStringConvertible {
  /// In what there was before.
  public var source: Position
  /// In what there is after.
  public var target: Position

  public init(source: Position, target: Position) {
    self.source = source
    self.target = target
  }

  /// `3 -> 5`
  public var description: String { "\(source) -> \(target)" }
}

extension PositionChange: BitwiseCopyable where Position: BitwiseCopyable {}
