package import ScrollworkPlatform

/// The file in which scroll positions are saved between runs: `$XDG_STATE_HOME/scrollwork/places`.
package struct PositionFile: Sendable {
  package let path: String
  /// The largest size read, in bytes. A larger file was not written by this program.
  private static let maximumSize = 1 << 22

  package init(path: String) {
    self.path = path
  }

  /// The file of the current user; `nil` if neither `XDG_STATE_HOME` nor `HOME` is set.
  package static var standard: PositionFile? {
    BaseFolder.state.path.map { PositionFile(path: $0 + "/scrollwork/places") }
  }

  /// Reads the saved positions. A file that cannot be parsed counts as empty.
  /// - Parameter tell: Called with a message if the file cannot be used.
  package func read(tell: (String) -> Void) -> SavedPositions {
    do {
      let file = try RandomAccessFile(path: path)
      let size = try file.size
      guard size <= Self.maximumSize else {
        tell("Saved positions are lost: \(PathBytes.display(path)) is too long, and is replaced at exit")
        return SavedPositions()
      }
      let text = String(decoding: try file.bytes(at: 0, count: size), as: UTF8.self)
      do throws(SavedPositions.MalformedLine) {
        return try SavedPositions(text: text)
      } catch {
        let name = PathBytes.display(path)
        tell("Saved positions are lost: line \(error.number) of \(name) is invalid, and the file is replaced at exit")
        return SavedPositions()
      }
    } catch {
      if error.reason != .notFound { tell("\(error)") }
      return SavedPositions()
    }
  }

  /// Merges the positions of this run into the file, which other runs may have changed meanwhile, and replaces it
  /// atomically.
  package func write(_ places: SavedPositions) throws(FileError) {
    guard !places.changes.isEmpty else { return }
    var places = places
    places.merge(into: read { _ in })
    try OutputFile.makeFolder(FilePath.parent(of: path))
    try OutputFile.replace(places.text, at: path)
  }
}
