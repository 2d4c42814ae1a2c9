package import ScrollworkPlatform

/// The file in which places are kept from one run to the next: `$XDG_STATE_HOME/scrollwork/places`.
package struct PlaceFile: Sendable {
  package let path: String
  /// A longer file is not ours.
  private static let largest = 1 << 22

  package init(path: String) {
    self.path = path
  }

  /// `nil` where neither `XDG_STATE_HOME` nor `HOME` says where state is kept. A relative value is invalid and passed over.
  package static var standard: PlaceFile? {
    let given = Variables.value(of: "XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (given ?? FilePath.home.map { $0 + "/.local/state" }).map { PlaceFile(path: $0 + "/scrollwork/places") }
  }

  /// What is kept. A file that cannot be understood counts as none.
  /// - Parameter tell: Called with what is wrong with the file, in words.
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

  /// Writes what was left in this run to what others may have written meanwhile; who reads sees all of it or nothing.
  package func write(_ places: SavedPlaces) throws(FileError) {
    guard !places.news.isEmpty else { return }
    var places = places
    places.merge(into: read { _ in })
    try OutputFile.makeFolder(FilePath.parent(of: path))
    try OutputFile.replace(places.text, at: path)
  }
}
