/// An identity that a diff met twice where each should be there once.
///
/// Nothing breaks by it: the *k*-th occurrence pairs with the *k*-th. But it is most likely a mistake, and what is meant
/// to move may then be seen to come and go.
///
/// A diff names one of them. It is sure to do so if an element comes whose identity is there already, or comes twice,
/// behind what the old and the new section have in common at the start; likewise if a section comes. Others are named if
/// the diff comes across them. It does not look for what was twice in the old list too, nor into sections that are new,
/// nor among more than 32 elements that came at the end while nothing else changed. Of two values of a ``RowStore`` that
/// knows its edits it looks among the rows that were taken out and put in.
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
