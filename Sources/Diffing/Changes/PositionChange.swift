/// The position of a section or element before a change and after it.
public struct PositionChange<Position: Hashable & Sendable>: Hashable, Sendable, CustomStringConvertible {
  /// The position in the old data.
  public var source: Position
  /// The position in the new data.
  public var target: Position

  /// Creates a change from one position to another.
  package init(source: Position, target: Position) {
    self.source = source
    self.target = target
  }

  /// Both positions: `3 -> 5`.
  public var description: String { "\(source) -> \(target)" }
}

extension PositionChange: BitwiseCopyable where Position: BitwiseCopyable {}
