import Synchronization

/// Names of types, made once: the reflection behind them is slow and the names are asked for at every binding.
enum TypeNames {
  private static let names = Mutex<[ObjectIdentifier: String]>([:])

  static func name(of type: Any.Type) -> String {
    names.withLock { names in
      if let name = names[ObjectIdentifier(type)] { return name }
      let name = String(reflecting: type)
      names[ObjectIdentifier(type)] = name
      return name
    }
  }
}
