package import ScrollworkPlatform

/// Writes the entries of a folder to standard output: names, or name, kind, size and time of the last change.
package struct FolderPrinter {
  package var format: PrintFormat
  package var order: FolderOrder
  package var filter: Filter
  package var includesHidden: Bool

  package init(
    format: PrintFormat, order: FolderOrder = .byName, filter: Filter = Filter(), includesHidden: Bool = false
  ) {
    self.format = format
    self.order = order
    self.filter = filter
    self.includesHidden = includesHidden
  }

  /// - Throws: If the folder cannot be listed, or for any failure of writing but a reader that went away.
  package func print(_ path: String, to output: inout OutputWriter) throws(FileError) -> PrintOutcome {
    let entries = try list(path)
    do throws(FileError) {
      return try write(entries, to: &output)
    } catch {
      if error.action == .write, error.reason == .brokenPipe { return .readerLeft }
      throw error
    }
  }

  private func list(_ path: String) throws(FileError) -> [FolderEntry] {
    let reader = try DirectoryReader(path: path)
    var state = FolderState(path: path, includesHidden: includesHidden)
    while true {
      let items = try reader.next(limit: 1_024)
      if items.isEmpty { break }
      for item in items where state.isShown(item.name) {
        if let info = try? FileInfo(path: FolderEntry.join(path, item.name)) { state.enter(item.name, info) }
      }
    }
    return order.sorted(state.entries.values)
  }

  private func write(_ entries: [FolderEntry], to output: inout OutputWriter) throws(FileError) -> PrintOutcome {
    var filter = filter
    var rows = 0
    var encoder = RecordEncoder(format)
    encoder.header(["name", "kind", "size", "modified"])
    for entry in entries where filter.matches(entry.name) {
      write(entry, to: &encoder)
      try output.write(encoder.bytes)
      encoder.removeAll()
      rows += 1
    }
    try output.write(encoder.bytes)
    try output.flush()
    return rows == 0 && !filter.isEmpty ? .noMatch : .printed(rows: rows)
  }

  private func write(_ entry: FolderEntry, to encoder: inout RecordEncoder) {
    // In UTC, so that the output is the same everywhere.
    let modified = Formats(now: entry.modified, zone: { _ in 0 }).iso(entry.modified)
    switch format {
    case .text: encoder.append(PathBytes.encode(entry.rawName))
    case .ndjson:
      encoder.json(
        .object([
          .init("name", .string(entry.name)), .init("kind", .string(entry.kind.rawValue)),
          .init("size", .int(entry.size)), .init("modified", .string(modified)),
        ]))
    case .csv, .tsv:
      for (place, value) in [entry.name, entry.kind.rawValue, String(entry.size), modified].enumerated() {
        if place > 0 { encoder.separator() }
        encoder.value(value)
      }
    }
    encoder.endRow()
  }
}
