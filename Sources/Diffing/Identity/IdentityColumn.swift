public import Synchronization

/// The identities of the elements of one section, compared and hashed in bulk by code that is compiled for their type.
///
/// A column is made in constant time and reads nothing until it is compared with another one. The identities in an
/// array are read in place. Columns whose identities have different types share no element.
///
/// The collection of a column must have value semantics, because it may be read at any later time.
public final class IdentityColumn {
  /// The number of elements.
  @usableFromInline package let count: Int
  /// Whether any thread may read the identities: the types of the elements and of the identities are `Sendable`.
  @usableFromInline package let isShareable: Bool
  /// The type of the identities.
  @usableFromInline let type: ObjectIdentifier
  /// The ``Identities`` of the type in ``type``.
  @usableFromInline let identities: AnyObject
  @usableFromInline let operations: Operations
  @usableFromInline let shape: Shape
  /// The index of the identities if these are integers; nil until a diff needs it.
  @usableFromInline let index = Mutex<IntegerIndex?>(nil)

  /// The functions that need the type of the identities; formed where that type is known.
  @usableFromInline
  struct Operations {
    @usableFromInline let read: (Int) -> ElementID
    /// Maps old to new identities, both of this column's type. If steps 1 and 2 of the diff leave many elements
    /// unmatched, the last argument may return the mapping instead.
    @usableFromInline let compare: (AnyObject, AnyObject, () -> PositionMapping?) -> PositionMapping
    /// Pairs the unmatched elements of two columns whose identities have this column's type.
    @usableFromInline let pair: (UnmatchedElements, UnmatchedElements) -> UnmatchedPairs
    /// Makes a column with copies of some identities.
    @usableFromInline let copy: (AnyObject, [Range<Int>]) -> IdentityColumn
    /// Makes a column of parts of columns whose identities have this column's type.
    @usableFromInline let join: ([Part]) -> IdentityColumn

    @inlinable
    init(
      read: @escaping (Int) -> ElementID,
      compare: @escaping (AnyObject, AnyObject, () -> PositionMapping?) -> PositionMapping,
      pair: @escaping (UnmatchedElements, UnmatchedElements) -> UnmatchedPairs,
      copy: @escaping (AnyObject, [Range<Int>]) -> IdentityColumn, join: @escaping ([Part]) -> IdentityColumn
    ) {
      self.read = read
      self.compare = compare
      self.pair = pair
      self.copy = copy
      self.join = join
    }
  }

  /// The known structure of a column, which can make it unnecessary to compare identities.
  @usableFromInline
  enum Shape {
    case unknown
    /// Consecutive integers, in ascending order.
    case integers(Range<Int>)
    /// The rows of a `RowStore` with its edits. The key path reads their identities; `nil` if they are `Identifiable`.
    case rows(RowHistory, rule: AnyKeyPath?)
    /// The elements of subsections, one subsection after the other, with headers between them.
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
      compare: { old, new, instead in TypedColumns<ID>.mapping(from: old, to: new, orIfManyAreLeft: instead) },
      pair: { old, new in TypedColumns<ID>.pairs(old, new) },
      copy: { identities, ranges in IdentityColumn(TypedColumns<ID>.array(identities, ranges), id: \.self) },
      join: { parts in IdentityColumn(TypedColumns<ID>.joined(parts), of: parts) })
  }

  /// Creates a copy of a column with another known structure.
  init(_ column: IdentityColumn, shape: Shape) {
    count = column.count
    isShareable = column.isShareable
    type = column.type
    identities = column.identities
    operations = column.operations
    self.shape = shape
  }

  /// Creates a column of identities in an array.
  package convenience init(ids: [ElementID]) {
    let identities = TypedColumns<ElementID>.identities(of: ids, offset: 0) { $0 }
    self.init(identities, shape: .unknown, isShareable: false) { ids[$0] }
  }

  /// Creates a column of the identities that a key path reads.
  ///
  /// Fastest for a stored property of values in contiguous storage, and for `\.self`.
  @inlinable
  public convenience init<D: RandomAccessCollection, ID: Hashable>(_ data: D, id: KeyPath<D.Element, ID>) {
    self.init(data, id: id, isShareable: false)
  }

  /// Creates a column of the identities that a key path reads, which any thread may read and compare.
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

  /// Creates a column of the elements' own identities.
  @inlinable
  package convenience init<D: RandomAccessCollection>(_ data: D) where D.Element: Identifiable {
    self.init(data, isShareable: false)
  }

  /// Creates a column of the elements' own identities, which any thread may read and compare.
  @inlinable
  package convenience init<D: RandomAccessCollection & Sendable>(_ data: D)
  where D.Element: Identifiable, D.Element.ID: Sendable {
    self.init(data, isShareable: true)
  }

  /// Creates a column of elements that are their own identities, such as numbers and strings.
  @inlinable
  @_disfavoredOverload
  public convenience init<D: RandomAccessCollection>(_ data: D) where D.Element: Hashable {
    self.init(data, id: \.self, isShareable: false)
  }

  /// Creates a column of elements that are their own identities, which any thread may read and compare.
  @inlinable
  @_disfavoredOverload
  public convenience init<D: RandomAccessCollection & Sendable>(_ data: D) where D.Element: Hashable & Sendable {
    self.init(data, id: \.self, isShareable: true)
  }

  @inlinable
  convenience init<D: RandomAccessCollection>(_ data: D, isShareable: Bool) where D.Element: Identifiable {
    let identities = TypedColumns<D.Element.ID>.identities(of: data, offset: nil) { $0.id }
    self.init(identities, shape: Self.shape(of: data, rule: nil), isShareable: isShareable) { position in
      ElementID(data[data.index(data.startIndex, offsetBy: position)].id)
    }
  }

  /// Returns the identity of one element.
  /// - Precondition: The position is in bounds.
  package func id(at position: Int) -> ElementID {
    precondition(position >= 0 && position < count, "element \(position) of \(count)")
    return operations.read(position)
  }

  /// Returns the position of the first element with an identity; `nil` if there is none.
  /// - Complexity: O(1) for consecutive integers, otherwise O(*n*).
  package func firstPosition(of id: ElementID) -> Int? {
    guard case .integers(let range) = shape else { return (0..<count).first { operations.read($0) == id } }
    guard let number = id.value(as: Int.self), range.contains(number) else { return nil }
    return number - range.lowerBound
  }

  /// Returns the shape of a column of a collection.
  /// - Parameter rule: The key path that reads the identities; evaluated only where it matters, because making a key
  ///   path takes longer than comparing a few rows.
  @inlinable
  static func shape<D: RandomAccessCollection>(of data: D, rule: @autoclosure () -> AnyKeyPath?) -> Shape {
    if D.self == Range<Int>.self, rule() == \Int.self {
      return .integers(unsafeBitCast(data, to: Range<Int>.self))
    }
    // Types are compared, because a failed cast to a protocol searches all conformances of the program.
    if D.self == RowStore<D.Element>.self {
      return .rows(unsafeBitCast(data, to: RowStore<D.Element>.self).history, rule: rule())
    }
    return .unknown
  }
}
