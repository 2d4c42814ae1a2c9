import ScrollworkPlatform

/// The bytes of a file in place of its text, and the other way round.
extension Viewer {
  /// The path of the text or of the bytes that are shown; `nil` on other screens.
  private var pathOfBytes: String? { (screen as? TextScreen)?.path ?? (screen as? BytesScreen)?.path }

  /// The reason why a file cannot be shown in the other way; `nil` if it can.
  var objectionToBytes: String? { pathOfBytes == nil ? "this is not a regular file" : nil }

  /// Shows the bytes of a text, or the text of bytes.
  func toggleBytes() {
    guard let path = pathOfBytes else { return }
    do throws(FileError) {
      if let bytes = screen as? BytesScreen {
        exchange(for: try TextScreen(path: path, place: bytes.textPlace ?? places?[path]), at: path)
      } else {
        let bytes = try BytesScreen(path: path)
        bytes.textPlace = (screen as? TextScreen)?.place
        exchange(for: bytes, at: path)
      }
    } catch {
      tell(Words.sentence("\(error)"))
    }
  }
}
