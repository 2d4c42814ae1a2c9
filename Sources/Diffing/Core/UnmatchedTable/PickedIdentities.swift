/// Some identities of both sides, by their positions.
@usableFromInline
protocol PickedIdentities: ~Copyable {
  associatedtype Source: IdentitySource

  var old: Source { get }
  var new: Source { get }

  /// The old ones, then the new ones.
  var positions: UnsafeMutableBufferPointer<Int32> { get }
  var oldCount: Int { get }
}

extension PickedIdentities where Self: ~Copyable {
  @inlinable
  @inline(__always)
  func id(at index: Int) -> Source.ID {
    let position = Int(positions[index])
    return index < oldCount ? old.id(at: position) : new.id(at: position)
  }

  /// True if one of them is the identity of an element of a source.
  @inlinable
  @inline(__always)
  func isEqual(at index: Int, to source: Source, at position: Int) -> Bool {
    let own = Int(positions[index])
    return index < oldCount
      ? source.isEqual(at: position, to: old, at: own) : source.isEqual(at: position, to: new, at: own)
  }
}
