/// The identity of an element or section, of any type.
///
/// Integers and strings are held inline, every other value in a box; equality and hashing never go through
/// `AnyHashable`. Two identities are equal only if they have the same type and the same value.
///
/// An `ElementID` is not `Sendable`: its value may have to stay with a thread, and generic code that wraps values
/// cannot know whether it has to. Send the value itself (``value(as:)``) and wrap it again, or send a whole column
/// (`IdentityColumn.shared`).
public struct ElementID: Hashable, CustomStringConvertible {
  /// The value itself, or a box that holds it.
  @usableFromInline
  enum Storage {
    case int(Int)
    case string(String)
    case other(AnyIdentityBox)
  }

  @usableFromInline let storage: Storage

  /// Wraps a value. The value inside an `ElementID` or an `AnyHashable` is taken out first.
  @inlinable
  public init<ID: Hashable>(_ id: ID) {
    if ID.self == Int.self {
      storage = .int(unsafeBitCast(id, to: Int.self))
    } else if ID.self == String.self {
      storage = .string(unsafeBitCast(id, to: String.self))
    } else if ID.self == ElementID.self {
      storage = unsafeBitCast(id, to: ElementID.self).storage
    } else if ID.self == AnyHashable.self {
      self = Self.unwrapping(unsafeBitCast(id, to: AnyHashable.self))
    } else {
      storage = .other(IdentityBox(id))
    }
  }

  /// Returns the identity of the value inside an `AnyHashable`.
  @usableFromInline
  static func unwrapping(_ id: AnyHashable) -> ElementID {
    // An `AnyHashable` never holds another one, so this ends.
    (id.base as? any Hashable).map { ElementID($0) } ?? ElementID(storage: .other(IdentityBox(id)))
  }

  init(storage: Storage) {
    self.storage = storage
  }

  /// Returns the value if it has this type, otherwise `nil`.
  public func value<ID: Hashable>(as type: ID.Type = ID.self) -> ID? {
    switch storage {
    case .int(let value): value as? ID
    case .string(let value): value as? ID
    case .other(let box): (box as? IdentityBox<ID>)?.value
    }
  }

  /// Whether both have the same type and the same value.
  public static func == (a: ElementID, b: ElementID) -> Bool {
    switch (a.storage, b.storage) {
    case (.int(let a), .int(let b)): a == b
    case (.string(let a), .string(let b)): a == b
    case (.other(let a), .other(let b)): a === b || a.isEqual(to: b)
    default: false
    }
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    switch storage {
    case .int(let value): hasher.combine(value)
    case .string(let value): hasher.combine(value)
    case .other(let box): box.hash(into: &hasher)
    }
  }

  /// The value as plain text: `42`, `name`.
  public var description: String {
    switch storage {
    case .int(let value): String(value)
    case .string(let value): value
    case .other(let box): box.text
    }
  }
}

/// An identity of a type that ``ElementID`` does not hold inline.
@usableFromInline
class AnyIdentityBox {
  @usableFromInline init() {}

  func isEqual(to other: AnyIdentityBox) -> Bool { self === other }

  func hash(into hasher: inout Hasher) {}

  var text: String { "" }
}

/// An identity in a box of its type.
@usableFromInline
final class IdentityBox<ID: Hashable>: AnyIdentityBox {
  let value: ID

  @usableFromInline
  init(_ value: ID) {
    self.value = value
    super.init()
  }

  override func isEqual(to other: AnyIdentityBox) -> Bool {
    guard let other = other as? IdentityBox<ID> else { return false }
    return value == other.value
  }

  override func hash(into hasher: inout Hasher) {
    value.hash(into: &hasher)
  }

  override var text: String {
    if let optional = value as? any OptionalIdentity { return optional.wrappedText }
    return String(describing: value)
  }
}

/// An optional identity, whose text leaves out the word "Optional".
private protocol OptionalIdentity {
  var wrappedText: String { get }
}

extension Optional: OptionalIdentity {
  fileprivate var wrappedText: String {
    switch self {
    case .some(let value): String(describing: value)
    case .none: "nil"
    }
  }
}
