/// A value with the identity that a key path names: a node of an outline of values that are not `Identifiable`.
///
/// Its properties are those of the value:
///
/// ```swift
/// let outline = Outline(folders, id: \.path, children: \.folders)
/// Section(id: "folders", outline: outline, onChange: { change in ... }) { Title($0.name) }
/// ```
@dynamicMemberLookup
public struct KeyedNode<Value, ID: Hashable>: Identifiable {
  /// The wrapped value.
  public let value: Value
  private let key: KeyPath<Value, ID>

  /// Makes a node, for example to insert it into an outline.
  package init(_ value: Value, id key: KeyPath<Value, ID>) { (self.value, self.key) = (value, key) }

  /// The identity: the property of the value that the key path names.
  public var id: ID { value[keyPath: key] }

  /// Returns a property of the value.
  public subscript<Property>(dynamicMember property: KeyPath<Value, Property>) -> Property {
    value[keyPath: property]
  }
}

extension Outline {
  /// Makes an outline of values whose identities are in a property.
  /// - Parameters:
  ///   - key: The property with the identity, which must be unique in the whole outline.
  ///   - expanded: The identities of the nodes that are expanded.
  ///   - children: The property with the children, which is empty in a leaf.
  /// - Complexity: O(*m*) in the number of roots and of children of expanded nodes.
  public init<Value, ID>(
    _ roots: [Value], id key: KeyPath<Value, ID>, expanded: Set<ID> = [], children: KeyPath<Value, [Value]>
  ) where Node == KeyedNode<Value, ID> {
    self.init(roots, id: key, expanded: expanded) { value in
      let children = value[keyPath: children]
      return children.isEmpty ? nil : children
    }
  }

  /// Makes an outline of values whose identities are in a property.
  /// - Parameters:
  ///   - key: The property with the identity, which must be unique in the whole outline.
  ///   - expanded: The identities of the nodes that are expanded.
  ///   - children: Returns the children of a value, `nil` for a leaf.
  /// - Complexity: O(*m*) in the number of roots and of children of expanded nodes.
  public init<Value, ID>(
    _ roots: [Value], id key: KeyPath<Value, ID>, expanded: Set<ID> = [], children: @escaping (Value) -> [Value]?
  ) where Node == KeyedNode<Value, ID> {
    self.init(roots.map { KeyedNode($0, id: key) }, expanded: expanded) { node in
      children(node.value).map { values in .nodes(values.map { KeyedNode($0, id: key) }) } ?? .leaf
    }
  }
}
