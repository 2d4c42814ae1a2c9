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
    let entries = order.sorted(try list(path))
    return try write(entries.map { ($0.rawName, $0) }, to: &output)
  }

  /// Prints files and folders that were named one by one, each by its name as it was given.
  /// - Parameters:
  ///   - sorts: False to keep the order of `paths`.
  ///   - missing: Called with what is wrong with each path that stands for nothing.
  /// - Throws: The first of these errors if no path stands for anything, or any failure of writing.
  package func print(
    _ paths: [String], sorts: Bool, missing: (FileError) -> Void, to output: inout OutputWriter
  ) throws(FileError) -> PrintOutcome {
    var (entries, firstError): ([(name: String, entry: FolderEntry)], FileError?) = ([], nil)
    for (place, path) in paths.enumerated() {
      do throws(FileError) {
        let info = try FileInfo(path: path)
        let id = FolderEntryID(file: FileIdentity(device: 0, inode: UInt64(place)), generation: 0)
        let full = FilePath.absolute(path)
        let entry = FolderEntry(
          id: id, rawName: FilePath.lastComponent(of: full), folder: FilePath.parent(of: full), info: info)
        entries.append((path, entry))
      } catch {
        if firstError != nil { missing(error) }
        firstError = firstError ?? error
      }
    }
    if let firstError {
      guard !entries.isEmpty else { throw firstError }
      missing(firstError)
    }
    if sorts { entries.sort { order.areInOrder($0.entry, $1.entry) } }
    return try write(entries, to: &output)
  }

  private func list(_ path: String) throws(FileError) -> [FolderEntry] {
    let reader = try DirectoryReader(path: path)
    var state = FolderState(path: path, includesHidden: includesHidden)
    while true {
      let items = try reader.next(limit: 1_024)
      if items.isEmpty { break }
      var (names, infos) = (EntryNameMaker(), [FileInfo]())
      for item in items where state.isShown(item.name) {
        guard let info = try? FileInfo(path: FolderEntry.join(path, item.name)) else { continue }
        names.append(item.name)
        infos.append(info)
      }
      for (name, info) in zip(names.names(folder: path), infos) { state.enter(name, info) }
    }
    return state.entries.entries
  }

  private func write(
    _ entries: [(name: String, entry: FolderEntry)], to output: inout OutputWriter
  ) throws(FileError) -> PrintOutcome {
    do throws(FileError) {
      return try writeRows(entries, to: &output)
    } catch {
      if error.action == .write, error.reason == .brokenPipe { return .readerLeft }
      throw error
    }
  }

  private func writeRows(
    _ entries: [(name: String, entry: FolderEntry)], to output: inout OutputWriter
  ) throws(FileError) -> PrintOutcome {
    var filter = filter
    var rows = 0
    var encoder = RecordEncoder(format)
    encoder.header(["name", "kind", "size", "modified"])
    for (name, entry) in entries where filter.matches(PathBytes.display(name)) {
      write(entry, as: name, to: &encoder)
      try output.write(encoder.bytes)
      encoder.removeAll()
      rows += 1
    }
    try output.write(encoder.bytes)
    try output.flush()
    return rows == 0 && !filter.isEmpty ? .noMatch : .printed(rows: rows)
  }

  private func write(_ entry: FolderEntry, as name: String, to encoder: inout RecordEncoder) {
    // In UTC, so that the output is the same everywhere.
    let modified = Formats(now: entry.modified, zone: { _ in 0 }).iso(entry.modified)
    switch format {
    case .text: encoder.append(PathBytes.encode(name))
    case .ndjson:
      encoder.json(
        .object([
          .init("name", .string(PathBytes.display(name))), .init("kind", .string(entry.kind.rawValue)),
          .init("size", .int(entry.size)), .init("modified", .string(modified)),
        ]))
    case .csv, .tsv:
      for (place, value) in [PathBytes.display(name), entry.kind.rawValue, String(entry.size), modified].enumerated() {
        if place > 0 { encoder.separator() }
        encoder.value(value)
      }
    }
    encoder.endRow()
  }
}
