import Dispatch
import Scrollwork

/// The objects and arrays in a row of JSON, which the side panel shows as a tree.
struct NestedValues: Hashable {
  /// The row as a document.
  let document: JSONDocument
  let roots: [JSONDocument.Node]
  /// The path to the row.
  let path: String

  static func == (a: NestedValues, b: NestedValues) -> Bool { a.document === b.document && a.path == b.path }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(document)) }

  /// Returns whether a column contains one of the values.
  func contains(column name: String) -> Bool {
    roots.contains { document.name(of: $0) == name }
  }
}

/// Reads the objects and arrays in one row of JSON at a time; for a long row, in the background.
@MainActor
final class NestedRow {
  /// Called when the values of a row became known.
  var onChange: (() -> Void)?

  private struct Place: Equatable {
    var generation: Int
    var row: Int
    /// The size of the row in bytes, which grows while another program writes it.
    var size: Int
  }

  private var known: (place: Place, values: NestedValues?)?
  private var wanted: Place?

  /// The largest size of a row that is read synchronously; `largest` is that of one that is read at all. In bytes.
  private static let promptSize = 1 << 16
  nonisolated static let largestSize = 1 << 26

  var isBusy: Bool { wanted != nil }

  /// Returns the values of a row, and starts to read them if they are unknown.
  /// - Returns: `nil` if they are not known yet, or if there are none.
  func values(of row: Int, in snapshot: CSVSnapshot) -> NestedValues? {
    let place = Place(generation: snapshot.source.generation, row: row, size: snapshot.byteCount(of: row))
    if let known, known.place == place { return known.values }
    if wanted == place { return nil }
    wanted = nil
    guard snapshot.dialect.form != .fields, place.size <= Self.largestSize else { return nil }
    guard place.size > Self.promptSize else {
      let values = Self.read(row, in: snapshot)
      known = (place, values)
      return values
    }
    wanted = place
    DispatchQueue.global(qos: .userInitiated).async {
      let values = Self.read(row, in: snapshot)
      DispatchQueue.main.async { [weak self] in self?.finish(values, of: place) }
    }
    return nil
  }

  private func finish(_ values: NestedValues?, of place: Place) {
    guard wanted == place else { return }
    (known, wanted) = ((place, values), nil)
    onChange?()
  }

  private nonisolated static func read(_ row: Int, in snapshot: CSVSnapshot) -> NestedValues? {
    let bytes = snapshot.sourceBytes(of: row)
    let isElement = snapshot.dialect.form == .jsonElements
    let text =
      isElement ? bytes : JSONFields.withText(bytes[...], snapshot.dialect.encoding) { Array($0) }
    let document = JSONDocument(text: text)
    let children = document.children(of: document.root)
    guard children.fault == nil else { return nil }
    let isArray = document.root.kind == .arrayStart
    // Other values of an object stand beside the names of their columns.
    let roots = children.nodes.filter { isArray || $0.isContainer && $0.childCount > 0 }
    guard !roots.isEmpty else { return nil }
    return NestedValues(document: document, roots: roots, path: isElement ? "$[\(row)]" : "$")
  }
}

extension CSVSnapshot {
  /// Returns the size of a row with its line end, in bytes.
  func byteCount(of row: Int) -> Int {
    row + 1 < rowCount ? offset(of: row + 1) - offset(of: row) : state.totalBytes - offset(of: row)
  }
}
