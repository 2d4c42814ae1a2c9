/// The functions that a diff of sections calls for elements of one type. The diff does not know the type, and passes
/// the elements by address.
///
/// A list of sections has a type of sections and a type of elements. Code compiled for both took 370 kilobytes at each
/// place that makes a changeset of sections. With these functions the diff is compiled once, in the library, and such a
/// place takes a fiftieth of that.
@usableFromInline
final class ElementOperations {
  /// The distance in bytes between elements of an array.
  @usableFromInline let stride: Int
  @usableFromInline let size: Int
  /// Whether elements of identical bytes are equal.
  @usableFromInline let hasIdenticalMemory: Bool
  /// Whether two elements have the same identity.
  @usableFromInline let isEqual: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  /// Whether the first element has the content of the second one.
  @usableFromInline let isContentEqual: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  /// The fast hash of an identity, as ``IdentityOperations/fastHash(_:_:)``.
  @usableFromInline let fastHash: (UnsafeRawPointer, IdentityHashKey) -> UInt64?
  /// Feeds an identity to a hasher.
  @usableFromInline let hash: (UnsafeRawPointer, inout Hasher) -> Void
  /// The identity as text.
  @usableFromInline let text: (UnsafeRawPointer) -> String

  /// Collects the functions for one type of elements.
  @inlinable
  init<Element: Differentiable>(of type: Element.Type) {
    typealias Operations = IdentityOperations<Element.DifferenceIdentifier>
    stride = MemoryLayout<Element>.stride
    size = MemoryLayout<Element>.size
    hasIdenticalMemory = ElementView<Element>.hasIdenticalMemory
    isEqual = { ElementOperations.view($0, as: type).isEqual(at: 0, to: ElementOperations.view($1, as: type), at: 0) }
    isContentEqual = {
      ElementOperations.view($0, as: type).isContentEqual(at: 0, to: ElementOperations.view($1, as: type), at: 0)
    }
    fastHash = { Operations.fastHash(ElementOperations.view($0, as: type).id(at: 0), $1) }
    hash = { ElementOperations.view($0, as: type).id(at: 0).hash(into: &$1) }
    text = { "\(ElementID(ElementOperations.view($0, as: type).id(at: 0)))" }
  }

  /// Returns a view of one element at its address, which spares a copy.
  @inlinable @inline(__always)
  static func view<Element: Differentiable>(_ element: UnsafeRawPointer, as type: Element.Type) -> ElementView<Element>
  {
    ElementView(UnsafeBufferPointer(start: element.assumingMemoryBound(to: type), count: 1))
  }
}

/// The identity of an element whose type only its operations know; valid while element and operations exist.
@usableFromInline
struct ElementReference: Hashable {
  @usableFromInline let element: UnsafeRawPointer
  @usableFromInline let operations: Unmanaged<ElementOperations>

  /// Returns the fast hash of the identity; `nil` if there is none.
  @usableFromInline
  func fastHash(_ key: IdentityHashKey) -> UInt64? { operations._withUnsafeGuaranteedRef { $0.fastHash(element, key) } }

  /// The identity as text.
  var text: String { operations._withUnsafeGuaranteedRef { $0.text(element) } }

  @usableFromInline
  static func == (a: ElementReference, b: ElementReference) -> Bool {
    a.operations._withUnsafeGuaranteedRef { $0.isEqual(a.element, b.element) }
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) { operations._withUnsafeGuaranteedRef { $0.hash(element, &hasher) } }
}

/// Elements in memory whose type only their operations know. Valid only inside the scope that lent the elements and the
/// operations.
struct ElementReferences: IdentitySource {
  let base: UnsafeRawPointer
  let count: Int
  let operations: Unmanaged<ElementOperations>
  private let stride: Int
  /// The number of bytes of an element that are compared; zero if identical bytes prove nothing.
  private let comparedSize: Int

  init(_ elements: ElementMemory, _ operations: Unmanaged<ElementOperations>) {
    base = elements.base ?? Memory.nowhere
    count = elements.count
    self.operations = operations
    stride = operations._withUnsafeGuaranteedRef(\.stride)
    comparedSize = operations._withUnsafeGuaranteedRef { $0.hasIdenticalMemory ? $0.size : 0 }
  }

  static var comparesContent: Bool { true }

  /// Returns the address of an element.
  @inline(__always)
  func element(at position: Int) -> UnsafeRawPointer { base + position &* stride }

  @inline(__always)
  func id(at position: Int) -> ElementReference {
    ElementReference(element: element(at: position), operations: operations)
  }

  @inline(__always)
  func isContentEqual(at position: Int, to old: Self, at oldPosition: Int) -> Bool {
    operations._withUnsafeGuaranteedRef {
      $0.isContentEqual(element(at: position), old.element(at: oldPosition))
    }
  }

  func isSameMemory(as other: Self) -> Bool { base == other.base && count == other.count }

  func isMemoryIdentical(at position: Int, to old: Self, at oldPosition: Int, count: Int) -> Bool {
    comparedSize > 0
      && Memory.isIdentical(
        element(at: position), old.element(at: oldPosition), count: (count &- 1) &* stride &+ comparedSize)
  }
}

/// The address and the number of an array's elements.
@usableFromInline typealias ElementMemory = (base: UnsafeRawPointer?, count: Int)

extension Array {
  /// The memory of the array. It is valid only while the caller keeps the array alive.
  @inlinable var memory: ElementMemory { withUnsafeBufferPointer { (UnsafeRawPointer($0.baseAddress), $0.count) } }
}
