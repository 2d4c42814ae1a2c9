/// The identities of the elements of one section, compared and hashed in bulk by code that knows their type.
///
/// A column is made in constant time and reads nothing until it is compared with another one; of an array the
/// identities are then read where they are. Columns whose identities have different types have nothing in common.
///
/// The collection must have value semantics: what it held when the column was made is what it holds.
public final class IdentityColumn {
  /// Number of elements.
  public let count: Int
  /// True if the identities may be read from any thread: the types of the elements and of the identities are `Sendable`.
  public let isShareable: Bool
  @usableFromInline let type: ObjectIdentifier
  /// An `Identities` of the identities' type.
  @usableFromInline let identities: AnyObject
  @usableFromInline let operations: Operations
  @usableFromInline let shape: Shape

  /// What is done with the typed identities of a column, formed where the type is known.
  @usableFromInline
  struct Operations {
    @usableFromInline let read: (Int) -> ElementID
    /// Old and new identities, both of this column's type.
    @usableFromInline let compare: (AnyObject, AnyObject) -> PositionMapping
    @usableFromInline let join: (ColumnLeftovers, ColumnLeftovers) -> LeftoverPairs
    /// A column of some of the identities, which holds nothing else.
    @usableFromInline let copy: (AnyObject, [Range<Int>]) -> IdentityColumn

    @inlinable
    init(
      read: @escaping (Int) -> ElementID, compare: @escaping (AnyObject, AnyObject) -> PositionMapping,
      join: @escaping (ColumnLeftovers, ColumnLeftovers) -> LeftoverPairs,
      copy: @escaping (AnyObject, [Range<Int>]) -> IdentityColumn
    ) {
      self.read = read
      self.compare = compare
      self.join = join
      self.copy = copy
    }
  }

  /// What is known about a column beyond its identities.
  @usableFromInline
  enum Shape {
    case unknown
    /// The identities are these numbers in order.
    case integers(Range<Int>)
    /// The rows have a history; the key path tells which identity is read from them, `nil` if it is their own.
    case rows(RowHistory, rule: AnyKeyPath?)
    /// The elements are those of other columns, one after the other, and some between them.
    case joined([Section])
  }

  @inlinable
  init<ID: Hashable>(
    _ identities: Identities<ID>, shape: Shape, isShareable: Bool, read: @escaping (Int) -> ElementID
  ) {
    count = identities.count
    self.isShareable = isShareable
    type = ObjectIdentifier(ID.self)
    self.identities = identities
    self.shape = shape
    operations = Operations(
      read: read,
      compare: { old, new in TypedColumns<ID>.mapping(from: old, to: new) },
      join: { old, new in TypedColumns<ID>.pairs(old, new) },
      copy: { identities, ranges in IdentityColumn(TypedColumns<ID>.array(identities, ranges), id: \.self) })
  }

  /// The same identities in another shape.
  init(_ column: IdentityColumn, shape: Shape) {
    count = column.count
    isShareable = column.isShareable
    type = column.type
    identities = column.identities
    operations = column.operations
    self.shape = shape
  }

  /// Identities of cells that are all in memory.
  public convenience init(ids: [ElementID]) {
    self.init(TypedColumns.identities(of: ids, offset: 0), shape: .unknown, isShareable: false) { ids[$0] }
  }

  /// The identity that a key path reads from each element.
  ///
  /// The fast path is a stored property of a value in contiguous storage, or `\.self`.
  @inlinable
  public convenience init<D: RandomAccessCollection, ID: Hashable>(_ data: D, id: KeyPath<D.Element, ID>) {
    self.init(data, id: id, isShareable: false)
  }

  /// The identity that a key path reads from each element, from any thread.
  @inlinable
  public convenience init<D: RandomAccessCollection & Sendable, ID: Hashable & Sendable>(
    _ data: D, id: any KeyPath<D.Element, ID> & Sendable
  ) {
    self.init(data, id: id, isShareable: true)
  }

  @inlinable
  convenience init<D: RandomAccessCollection, ID: Hashable>(
    _ data: D, id: KeyPath<D.Element, ID>, isShareable: Bool
  ) {
    let offset = MemoryLayout<D.Element>.offset(of: id)
    let identities =
      ID.self == D.Element.self && id == \D.Element.self
      ? TypedColumns<ID>.identities(of: data, offset: offset) { unsafeBitCast($0, to: ID.self) }
      : TypedColumns<ID>.identities(of: data, offset: offset) { TypedColumns<ID>.read(from: $0, offset, id) }
    self.init(identities, shape: Self.shape(of: data, rule: id), isShareable: isShareable) { position in
      ElementID(data[data.index(data.startIndex, offsetBy: position)][keyPath: id])
    }
  }

  /// The identity that each element has by itself.
  @inlinable
  public convenience init<D: RandomAccessCollection>(_ data: D) where D.Element: Identifiable {
    self.init(data, isShareable: false)
  }

  /// The identity that each element has by itself, read from any thread.
  @inlinable
  public convenience init<D: RandomAccessCollection & Sendable>(_ data: D)
  where D.Element: Identifiable, D.Element.ID: Sendable {
    self.init(data, isShareable: true)
  }

  @inlinable
  convenience init<D: RandomAccessCollection>(_ data: D, isShareable: Bool) where D.Element: Identifiable {
    let identities = TypedColumns<D.Element.ID>.identities(of: data, offset: nil) { $0.id }
    self.init(identities, shape: Self.shape(of: data, rule: nil), isShareable: isShareable) { position in
      ElementID(data[data.index(data.startIndex, offsetBy: position)].id)
    }
  }

  /// The identity of one element.
  public func id(at position: Int) -> ElementID {
    precondition(position >= 0 && position < count, "element \(position) of \(count)")
    return operations.read(position)
  }

  /// - Parameter rule: Asked only if it matters: to make a key path takes longer than to compare a few rows.
  @inlinable
  static func shape<D: RandomAccessCollection>(of data: D, rule: @autoclosure () -> AnyKeyPath?) -> Shape {
    if D.self == Range<Int>.self, rule() == \Int.self {
      return .integers(unsafeBitCast(data, to: Range<Int>.self))
    }
    // Types are compared because a failed cast to a protocol searches all conformances of the program.
    if D.self == RowStore<D.Element>.self {
      return .rows(unsafeBitCast(data, to: RowStore<D.Element>.self).history, rule: rule())
    }
    return .unknown
  }
}
