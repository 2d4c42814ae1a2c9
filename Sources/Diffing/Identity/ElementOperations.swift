/// What a diff asks about elements of one type, by their addresses.
///
/// A list of sections asks about two types, and each ever so often: code that was compiled for both of them took 370
/// kilobytes at each place that made changes of sections. Through these few functions all of it is compiled once.
@usableFromInline
final class ElementOperations {
  /// How far the elements of an array are apart.
  @usableFromInline let stride: Int
  @usableFromInline let size: Int
  /// True if elements of the same bytes are the same.
  @usableFromInline let hasIdenticalMemory: Bool
  /// True if two elements have one identity.
  @usableFromInline let isEqual: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  /// True if the first element shows the same as the second one, which it was before.
  @usableFromInline let isContentEqual: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  /// As ``IdentityOperations/fastHash(_:_:)``.
  @usableFromInline let fastHash: (UnsafeRawPointer, IdentityHashKey) -> UInt64?
  @usableFromInline let hash: (UnsafeRawPointer, inout Hasher) -> Void
  /// How the identity is written.
  @usableFromInline let text: (UnsafeRawPointer) -> String

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

  /// An element, whose address is passed on so that it is read without a copy.
  @inlinable
  @inline(__always)
  static func view<Element: Differentiable>(_ element: UnsafeRawPointer, as type: Element.Type) -> ElementView<Element>
  {
    ElementView(UnsafeBufferPointer(start: element.assumingMemoryBound(to: type), count: 1))
  }
}

/// The identity of an element whose type only its operations know; valid as long as both are.
@usableFromInline
struct ElementReference: Hashable {
  @usableFromInline let element: UnsafeRawPointer
  @usableFromInline let operations: Unmanaged<ElementOperations>

  @usableFromInline
  func fastHash(_ key: IdentityHashKey) -> UInt64? { operations._withUnsafeGuaranteedRef { $0.fastHash(element, key) } }

  var text: String { operations._withUnsafeGuaranteedRef { $0.text(element) } }

  @usableFromInline
  static func == (a: ElementReference, b: ElementReference) -> Bool {
    a.operations._withUnsafeGuaranteedRef { $0.isEqual(a.element, b.element) }
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) { operations._withUnsafeGuaranteedRef { $0.hash(element, &hasher) } }
}

/// Elements in memory whose type only their operations know; valid only inside the scope that lent both.
struct ElementReferences: IdentitySource {
  let base: UnsafeRawPointer
  let count: Int
  let operations: Unmanaged<ElementOperations>
  private let stride: Int
  /// The bytes of an element that tell it from others; zero if there are none such.
  private let comparedSize: Int

  init(_ elements: ElementMemory, _ operations: Unmanaged<ElementOperations>) {
    base = elements.base ?? Memory.nowhere
    count = elements.count
    self.operations = operations
    stride = operations._withUnsafeGuaranteedRef(\.stride)
    comparedSize = operations._withUnsafeGuaranteedRef { $0.hasIdenticalMemory ? $0.size : 0 }
  }

  static var comparesContent: Bool { true }

  static var isInMemory: Bool { true }

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

/// Where the elements of an array are.
@usableFromInline
struct ElementMemory {
  @usableFromInline let base: UnsafeRawPointer?
  @usableFromInline let count: Int

  @inlinable
  init<Element>(_ elements: [Element]) {
    self = elements.withUnsafeBufferPointer { ElementMemory(base: UnsafeRawPointer($0.baseAddress), count: $0.count) }
  }

  @inlinable
  init(base: UnsafeRawPointer?, count: Int) {
    self.base = base
    self.count = count
  }

  @inlinable
  static func all<Element>(_ arrays: [[Element]]) -> [ElementMemory] {
    var all: [ElementMemory] = []
    all.reserveCapacity(arrays.count)
    for elements in arrays { all.append(ElementMemory(elements)) }
    return all
  }
}
