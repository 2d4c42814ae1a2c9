import ScrollworkDiffing
package import ScrollworkLayout

/// Sections that show an outline.
extension Section {
  /// Declares a section with a row for each visible node of an outline. Each row is indented by its level, and shows
  /// before its component a chevron that expands and collapses the node.
  ///
  /// ```swift
  /// Section(id: "files", outline: outline, onChange: { change in
  ///   self.outline.perform(change)
  ///   self.show()
  /// }) { file in Title(file.name) }
  /// ```
  ///
  /// With the focus on a row, Right expands it and then goes to its first child, Left collapses it and then goes to its
  /// parent, and `*` expands it and its siblings. While its descendants scroll, the ancestors of the first visible row
  /// stay at the start of the viewport. The layout places one row per line; other layouts do not keep ancestors there.
  /// - Parameters:
  ///   - onChange: Called when the user expands or collapses a node. The program makes the change, for example by
  ///     ``Outline/perform(_:)``, and applies a new list.
  ///   - row: Makes the row of a node. Called again whenever the row is bound.
  /// - Complexity: O(1).
  public init<Node: Identifiable, R: RowConvertible>(
    id: some Hashable, outline: Outline<Node>, onChange: @escaping @MainActor (OutlineChange<Node.ID>) -> Void,
    @RowBuilder row: @escaping (Node) -> R
  ) {
    self.init(id: id, outline: outline, onChange: onChange) { node, state in
      Row.outline(row(node), id: node.id, state, onChange)
    }
  }

  /// Declares a section with a row for each visible node of an outline, whose component also gets the node's state and
  /// draws indentation and chevron itself.
  /// - Parameters:
  ///   - onChange: Called when the user expands or collapses a node by a key; see the other initialiser.
  ///   - row: Makes the row of a node. Called again whenever the row is bound.
  /// - Complexity: O(1).
  public init<Node: Identifiable, R: RowConvertible>(
    id: some Hashable, outline: Outline<Node>, onChange: @escaping @MainActor (OutlineChange<Node.ID>) -> Void,
    @RowBuilder row: @escaping (Node, OutlineState) -> R
  ) {
    // Only the visible rows are captured: the outline itself stays with the program, which can change it in place.
    let (rows, shape) = (outline.rows, outline.shape)
    self.init(
      id: id,
      rows: SectionRows(identities: IdentityColumn(rows)) { position in
        row(rows[position], OutlineState(shape[position])).asRow()
      })
    let nodes = MainActorOnly(rows)
    self.rows.outline = OutlineRows(shape: shape, problems: outline.problems) { change, position in
      let id = nodes.value[position].id
      switch change {
      case .expand: onChange(.expand(id))
      case .collapse: onChange(.collapse(id))
      case .expandSiblings: onChange(.expandSiblings(id))
      }
    }
  }

  /// Returns the section as an outline: its items are the visible nodes, with the levels and states of `shape`. The rows
  /// draw chevrons themselves, and none is indented.
  /// - Parameter onChange: Called with the user's change and the position of the item that it concerns.
  package func withOutline(
    _ shape: OutlineShape, onChange: @escaping @MainActor (OutlineRowChange, Int) -> Void
  ) -> Section {
    modified { $0.rows.outline = OutlineRows(shape: shape, problems: OutlineProblems(), perform: onChange) }
  }

  /// Declares a section with a row for each visible node of a controller's outline. Each row is indented by its level,
  /// and shows before its component a chevron that expands and collapses the node.
  /// - Parameter row: Makes the row of a node. Called again whenever the row is bound.
  /// - Complexity: O(1).
  @MainActor
  public init<Node: Identifiable, R: RowConvertible>(
    id: some Hashable, outline controller: OutlineController<Node>, @RowBuilder row: @escaping (Node) -> R
  ) {
    self.init(id: id, outline: controller.outline, onChange: { controller.perform($0) }, row: row)
  }
}

/// A value that only handlers on the main actor read, although a list may be declared elsewhere.
///
/// Its conformance to `Sendable` is unchecked: the value is stored before the list is applied, and is not changed.
private struct MainActorOnly<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}

extension Row {
  /// Returns a row whose component is indented, with a chevron.
  fileprivate static func outline<ID: Hashable>(
    _ row: some RowConvertible, id: ID, _ state: OutlineState,
    _ onChange: @escaping @MainActor (OutlineChange<ID>) -> Void
  ) -> Row {
    let (row, node) = (row.asRow(), MainActorOnly(id))
    return row.showing(
      OutlineRow(id: id, wrapped: row.component, state: state) {
        onChange(state.isExpanded ? .collapse(node.value) : .expand(node.value))
      })
  }
}
