import Synchronization

/// Names of types, cached: reflection is slow, and each binding of an item asks for a name.
enum TypeNames {
  private static let names = Mutex<[ObjectIdentifier: String]>([:])

  /// Returns the full name of a type, with its module. May be called on any thread.
  static func name(of type: Any.Type) -> String {
    names.withLock { names in
      if let name = names[ObjectIdentifier(type)] { return name }
      let name = String(reflecting: type)
      names[ObjectIdentifier(type)] = name
      return name
    }
  }
}
