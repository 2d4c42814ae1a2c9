/// An identity that a diff met twice where each should be there once.
///
/// Nothing breaks by it: the *k*-th occurrence pairs with the *k*-th. But it is most likely a mistake, and what is meant
/// to move may then be seen to come and go. A diff reports the first one that it meets; it does not search for them.
public struct RepeatedIdentity: Hashable, Sendable, CustomStringConvertible {
  /// Where in the new list something is.
  public enum Place: Hashable, Sendable, CustomStringConvertible {
    case section(Int)
    case element(ElementPath)

    public var description: String {
      switch self {
      case .section(let section): "section \(section)"
      case .element(let path): "\(path)"
      }
    }
  }

  /// The identity as ``ElementID`` writes it.
  public var id: String
  /// The earlier place.
  public var first: Place
  /// The later place.
  public var second: Place

  public init(id: String, first: Place, second: Place) {
    self.id = id
    self.first = first
    self.second = second
  }

  /// One line: `42 is at 0.3 and at 0.8`.
  public var description: String { "\(id) is at \(first) and at \(second)" }
}
