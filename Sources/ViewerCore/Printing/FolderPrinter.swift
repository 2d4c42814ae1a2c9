import Scrollwork
package import ScrollworkPlatform

/// Writes the entries of a folder: names as text, or the columns of its table: name, kind, size, date, and width and
/// height of pictures. Kinds are those of the content, as in the window.
package struct FolderPrinter {
  package var format: PrintFormat
  package var order: FolderOrder
  package var filter: EntryFilter?
  /// Whether names that begin with a dot are printed.
  package var includesHidden: Bool
  /// The sizes of pictures in pixels that are known. The headers of other pictures are read.
  private var pixels = PixelTable()
  /// The tags of files to write as a column; `nil` for no such column.
  private var tags: FileTags?
  /// The storage of the tags, which orders and filters may need.
  package var storage = FileTagStorage.current

  package init(
    format: PrintFormat, order: FolderOrder = .byName, filter: EntryFilter? = nil, includesHidden: Bool = false
  ) {
    self.format = format
    self.order = order
    self.filter = filter
    self.includesHidden = includesHidden
  }

  /// Prints a folder.
  /// - Throws: An error of reading or writing. A closed pipe is no error.
  /// - Complexity: O(*n* log *n*), where *n* is the number of entries.
  package func print(_ path: String, to output: inout OutputWriter) throws(FileError) -> PrintOutcome {
    var printer = self
    let entries = printer.sorted(withContents(try list(path)))
    return try printer.write(entries.map { ($0.rawName, $0) }, to: &output)
  }

  /// Prints files and folders by the paths that the user gave.
  /// - Parameters:
  ///   - sorts: Whether the paths are sorted by `order`; otherwise they keep their order.
  ///   - missing: Called with the error of each path that does not exist.
  /// - Throws: The first of these errors if no path exists, or an error of writing.
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
    entries = zip(entries, withContents(entries.map(\.entry))).map { ($0.name, $1) }
    var printer = self
    if sorts {
      let names = Dictionary(uniqueKeysWithValues: entries.map { ($0.entry.id, $0.name) })
      entries = printer.sorted(entries.map(\.entry)).map { (names[$0.id] ?? $0.rawName, $0) }
    }
    return try printer.write(entries, to: &output)
  }

  /// Returns the entries with the kinds of their contents if the order or filter needs them.
  /// - Complexity: O(*n*) files are opened.
  private func withContents(_ entries: [FolderEntry]) -> [FolderEntry] {
    guard format != .text || order.needsContents || order.needsPixels || filter?.needsContents == true else {
      return entries
    }
    return entries.map { EntryContents.withContent($0) }
  }

  /// Sorts entries; reads the headers of pictures if the order needs their sizes.
  private mutating func sorted(_ entries: [FolderEntry]) -> [FolderEntry] {
    guard order.needsKnowledge else { return order.sorted(entries) }
    if order.needsPixels { pixels.read(entries) }
    return order.sorted(
      entries, pixels: pixels,
      tags: order.needsTags ? tags(of: entries.lazy) : FileTags())
  }

  /// Reads the tags of all folders that contain the entries. Files in unreadable folders have no tags.
  private func tags(of entries: some Sequence<FolderEntry>) -> FileTags {
    var (tags, done) = (FileTags(), Set<ExactText>())
    for entry in entries where !entry.isAddress && done.insert(ExactText(entry.label.folder)).inserted {
      let folder = FilePath.parent(of: entry.path)
      let real = FilePath.resolved(folder) ?? folder
      tags.set((try? storage.followedTags(in: real)) ?? [:], of: real, shownAs: folder)
    }
    return tags
  }

  /// Reads all entries of a folder in batches.
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

  /// Writes the entries; a closed pipe ends the output without an error.
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

  /// Saves entries to a file.
  /// - Parameters:
  ///   - usesPaths: Whether paths are written instead of names.
  ///   - pixels: The known sizes of pictures.
  ///   - tags: The tags of files; `nil` if they are not written.
  /// - Throws: If the file cannot be written, or exists and `replaces` is `false`. An existing file is then unchanged.
  func save(
    _ entries: EntryPart, usingPaths usesPaths: Bool, pixels: PixelTable, tags: FileTags?, to path: String,
    replacing replaces: Bool
  ) throws(FileError) {
    var printer = self
    (printer.pixels, printer.tags) = (pixels, tags)
    let rows = entries.map { (name: usesPaths ? $0.path : $0.rawName, entry: $0) }
    try OutputFile.save(to: path, replacing: replaces) { output throws(FileError) in
      _ = try printer.writeRows(rows, to: &output)
    }
  }

  private func writeRows(
    _ entries: [(name: String, entry: FolderEntry)], to output: inout OutputWriter
  ) throws(FileError) -> PrintOutcome {
    var filter = filter
    var pixels = pixels
    if filter?.needsPixels == true {
      pixels.read(entries.lazy.map(\.entry))
      filter?.pixels = pixels
    }
    if filter?.needsTags == true { filter?.tags = tags(of: entries.lazy.map(\.entry)) }
    var rows = 0
    var encoder = RecordEncoder(format)
    encoder.header(["name", "kind", "size", "modified", "width", "height"] + (tags == nil ? [] : ["tag"]))
    for (name, entry) in entries where filter?.matches(entry, named: PathBytes.display(name)) ?? true {
      if format != .text { pixels.read(CollectionOfOne(entry)) }
      write(entry, as: name, pixels.size(of: entry), to: &encoder)
      try output.write(encoder.bytes)
      encoder.removeAll()
      rows += 1
    }
    try output.write(encoder.bytes)
    try output.flush()
    return rows == 0 && filter?.isEmpty == false ? .noMatch : .printed(rows: rows)
  }

  /// Writes the row of one entry in the format.
  private func write(_ entry: FolderEntry, as name: String, _ pixels: PixelSize?, to encoder: inout RecordEncoder) {
    // In UTC, so that the output does not depend on the time zone.
    let modified = Formats(now: entry.modified, zone: { _ in 0 }).iso(entry.modified)
    switch format {
    case .text: encoder.append(PathBytes.encode(name))
    case .ndjson:
      encoder.json(
        .object(
          [
            .init("name", .string(PathBytes.display(name))), .init("kind", .string(entry.kind.rawValue)),
            .init("size", .int(entry.size)), .init("modified", .string(modified)),
          ] + knowledge(of: entry, pixels).map { .init($0.name, $0.value.map { .int($0) } ?? .null) }))
    case .csv, .tsv:
      let values =
        [PathBytes.display(name), entry.kind.rawValue, String(entry.size), modified]
        + knowledge(of: entry, pixels).map { $0.value.map(String.init) ?? "" }
      for (place, value) in values.enumerated() {
        if place > 0 { encoder.separator() }
        encoder.value(value)
      }
    }
    encoder.endRow()
  }

  /// Returns the width and height of a picture, and the tag if tags are written. A value is `nil` if the file has none.
  private func knowledge(of entry: FolderEntry, _ pixels: PixelSize?) -> [(name: String, value: Int?)] {
    var values = [(name: "width", value: pixels?.width), (name: "height", value: pixels?.height)]
    if let tags { values.append((name: "tag", value: tags[entry] == 0 ? nil : Int(tags[entry]))) }
    return values
  }
}
