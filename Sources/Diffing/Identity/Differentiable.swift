public import FoundationEssentials

/// A value that a diff can recognise and compare: which one it is, and whether it still shows the same.
///
/// Identity decides what is inserted, deleted and moved; content decides what is updated. What is `Identifiable` is
/// known by its `id`, what is `Hashable` by itself; where it is also `Equatable`, equal values have equal content:
///
/// ```swift
/// struct Track: Identifiable, Equatable, Differentiable {
///   var id: Int
///   var title: String
/// }
/// ```
public protocol Differentiable {
  associatedtype DifferenceIdentifier: Hashable

  /// Which one it is.
  var differenceIdentifier: DifferenceIdentifier { get }

  /// True if this would be shown as the other one is; asked only of values with equal identity.
  ///
  /// A value has to be equal to its copy. Whether it is asked at all about two values that are the same bytes depends on
  /// where they lie: what is to be shown anew each time needs something in it that differs, such as a revision.
  func isContentEqual(to source: Self) -> Bool
}

extension Differentiable where Self: Equatable {
  /// True if both values are equal.
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
  /// The identity that each element has for a diff.
  @inlinable
  public convenience init<D: RandomAccessCollection>(differentiating data: D) where D.Element: Differentiable {
    // Of these types it is known that a value is its own identity, so it can be read where it is.
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
