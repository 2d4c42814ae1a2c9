/// An identity that repeats where a diff expects it once.
///
/// Nothing breaks: the *k*-th occurrence pairs with the *k*-th. But it is most likely a mistake, and an element that
/// should move may then be deleted and inserted.
///
/// A diff reports at most one repetition. Apart from the exceptions below, it reports one if an inserted element has
/// the same identity as another element of its section. The inserted element must come after the common start: the
/// equal elements with which the old and the new section begin. The same holds for an inserted section among all
/// sections. Any other repetition may go unnoticed.
///
/// A diff does not search for repetitions that the old list already had, for repetitions inside inserted sections, and
/// for repetitions among more than 32 elements that were appended while nothing else changed. Between two values of a
/// ``RowStore`` that knows its edits it searches only the deleted and inserted rows.
public struct RepeatedIdentity: Hashable, Sendable, CustomStringConvertible {
  /// The position of a section or an element in the new list.
  public enum Place: Hashable, Sendable, CustomStringConvertible {
    /// The section at a position.
    case section(Int)
    /// The element at a path.
    case element(ElementPath)

    /// The position as text: `section 2`, `0.3`.
    public var description: String {
      switch self {
      case .section(let section): "section \(section)"
      case .element(let path): "\(path)"
      }
    }
  }

  /// The identity as text.
  public var id: String
  /// The first of the two sections or elements with the identity.
  public var first: Place
  /// The second of the two sections or elements with the identity.
  public var second: Place

  /// Creates the report of an identity that occurs twice, with the earlier place first.
  @usableFromInline
  package init(id: String, first: Place, second: Place) {
    self.id = id
    self.first = first
    self.second = second
  }

  /// One line: `42 is at 0.3 and at 0.8`.
  public var description: String { "\(id) is at \(first) and at \(second)" }
}
