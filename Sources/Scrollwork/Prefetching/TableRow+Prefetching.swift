import ScrollworkEngine
package import ScrollworkHostInterface
package import ScrollworkTables

/// Prefetching of the pictures in the cells of a table, which are loaded together with their row.
extension TableRow: ComponentImagePrefetchable {
  /// Returns the requests of the components in the row's cells, or of its tile. Each is asked for a cell of the size of
  /// the whole row, so the component of a cell should derive the size of its picture from the height.
  @MainActor package func imageRequests(at place: PrefetchPlace) -> [ImageRequest] {
    components.flatMap { ($0.base as? any ComponentImagePrefetchable)?.imageRequests(at: place) ?? [] }
  }
}
