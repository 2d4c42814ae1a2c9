import Synchronization

/// Names of types, cached: reflection is slow, and each binding of an item asks for a name.
enum TypeNames {
  private static let names = Mutex<[ObjectIdentifier: String]>([:])

  /// Returns the full name of a type, with its module. May be called on any thread.
  static func name(of type: Any.Type) -> String {
    names.withLock { names in
      if let name = names[ObjectIdentifier(type)] { return name }
      // `String(reflecting:)` gives the same name, but first looks for protocols that the type may conform to.
      let name = _typeName(type, qualified: true)
      names[ObjectIdentifier(type)] = name
      return name
    }
  }
}
