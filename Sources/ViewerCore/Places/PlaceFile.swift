package import ScrollworkPlatform

/// The file in which scroll positions are saved between runs: `$XDG_STATE_HOME/scrollwork/places`.
package struct PlaceFile: Sendable {
  package let path: String
  /// The largest size read, in bytes. A larger file was not written by this program.
  private static let largest = 1 << 22

  package init(path: String) {
    self.path = path
  }

  /// The file of the current user; `nil` if neither `XDG_STATE_HOME` nor `HOME` is set. A relative `XDG_STATE_HOME` is
  /// ignored, as the XDG Base Directory specification demands.
  package static var standard: PlaceFile? {
    let given = Variables.value(of: "XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (given ?? FilePath.home.map { $0 + "/.local/state" }).map { PlaceFile(path: $0 + "/scrollwork/places") }
  }

  /// Reads the saved positions. A file that cannot be parsed counts as empty.
  /// - Parameter tell: Called with a message if the file is unusable.
  package func read(tell: (String) -> Void) -> SavedPlaces {
    do {
      let file = try RandomAccessFile(path: path)
      let size = try file.size
      guard size <= Self.largest else {
        tell("\(PathBytes.display(path)) is no list of places, and is not used: it is too long")
        return SavedPlaces()
      }
      let text = String(decoding: try file.bytes(at: 0, count: size), as: UTF8.self)
      do throws(SavedPlaces.MalformedLine) {
        return try SavedPlaces(text: text)
      } catch {
        tell("\(PathBytes.display(path)) is not used and begun anew: line \(error.number) is no place")
        return SavedPlaces()
      }
    } catch {
      if error.reason != .notFound { tell("\(error)") }
      return SavedPlaces()
    }
  }

  /// Merges the positions of this run into the file, which other runs may have changed meanwhile, and replaces it
  /// atomically.
  package func write(_ places: SavedPlaces) throws(FileError) {
    guard !places.news.isEmpty else { return }
    var places = places
    places.merge(into: read { _ in })
    try OutputFile.makeFolder(FilePath.parent(of: path))
    try OutputFile.replace(places.text, at: path)
  }
}
