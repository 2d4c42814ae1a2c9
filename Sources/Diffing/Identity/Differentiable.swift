public import FoundationEssentials

/// A value that a diff can recognise by its identity and compare by its content.
///
/// Identity decides about insertions, deletions and moves, content about updates. The identity of an `Identifiable`
/// value is its `id`; that of any other `Hashable` value is the value itself. `Equatable` values have equal content if
/// they are equal:
///
/// ```swift
/// struct Track: Identifiable, Equatable, Differentiable {
///   var id: Int
///   var title: String
/// }
/// ```
public protocol Differentiable {
  /// The type of the identity.
  associatedtype DifferenceIdentifier: Hashable

  /// The identity: equal for the same element before and after a change.
  var differenceIdentifier: DifferenceIdentifier { get }

  /// Whether this value has the same content as another one of the same identity.
  ///
  /// A value must have the same content as its copy, because a diff may skip this call for values of identical bytes. A
  /// value that must count as updated each time needs content that differs each time, such as a revision number.
  func isContentEqual(to source: Self) -> Bool
}

extension Differentiable where Self: Equatable {
  /// Whether both values are equal.
  public func isContentEqual(to source: Self) -> Bool { self == source }
}

extension Differentiable where Self: Hashable {
  /// The value itself.
  public var differenceIdentifier: Self { self }
}

extension Differentiable where Self: Identifiable {
  /// The value's own identity.
  public var differenceIdentifier: ID { id }
}

extension Differentiable where Self: Identifiable & Hashable {
  /// The value's own identity.
  public var differenceIdentifier: ID { id }
}

extension String: Differentiable {}
extension Character: Differentiable {}
extension Bool: Differentiable {}
extension Int: Differentiable {}
extension Int8: Differentiable {}
extension Int16: Differentiable {}
extension Int32: Differentiable {}
extension Int64: Differentiable {}
extension UInt: Differentiable {}
extension UInt8: Differentiable {}
extension UInt16: Differentiable {}
extension UInt32: Differentiable {}
extension UInt64: Differentiable {}
extension Float: Differentiable {}
extension Double: Differentiable {}
extension UUID: Differentiable {}
extension ElementID: Differentiable {}

extension IdentityColumn {
  /// Creates a column of the elements' ``Differentiable/differenceIdentifier`` values.
  @inlinable
  package convenience init<D: RandomAccessCollection>(differentiating data: D) where D.Element: Differentiable {
    // Values of these types are their own identity, so they can be read in place.
    let isItself = D.Element.self == D.Element.DifferenceIdentifier.self
    let offset = isItself && IdentityOperations<D.Element.DifferenceIdentifier>.hasFastHash ? 0 : nil
    let identities = TypedColumns<D.Element.DifferenceIdentifier>.identities(of: data, offset: offset) {
      $0.differenceIdentifier
    }
    self.init(identities, shape: Self.shape(of: data, rule: \D.Element.differenceIdentifier), isShareable: false) {
      position in
      ElementID(data[data.index(data.startIndex, offsetBy: position)].differenceIdentifier)
    }
  }
}
