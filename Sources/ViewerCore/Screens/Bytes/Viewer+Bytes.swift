import Scrollwork
import ScrollworkPlatform

/// Switching between the text and the bytes of a file.
extension Viewer {
  /// The path of the text or of the bytes that are shown; `nil` on other screens.
  private var pathOfBytes: String? { (screen as? TextScreen)?.savedPath ?? (screen as? BytesScreen)?.path }

  /// The reason why the user cannot switch between text and bytes; `nil` if that is possible.
  var objectionToBytes: String? { pathOfBytes == nil ? "this is not a regular file" : nil }

  /// Connects the choice of an encoding with the screen that shows the bytes as text.
  func connectBytes(_ screen: any ViewerScreen) {
    guard let bytes = screen as? BytesScreen else { return }
    bytes.onDecode = { [weak self, weak bytes] encoding in
      guard let self, let bytes else { return }
      var place = places?[bytes.path] ?? .start
      place.text.encoding = encoding
      bytes.inherited.text?.look.encoding = encoding
      do throws(FileError) {
        let text = try makeText(.file(path: bytes.path), place: place)
        exchange(for: text, at: bytes.path)
      } catch {
        tell(Words.sentence("\(error)"))
      }
    }
  }

  /// Shows the bytes of a text, or the text of bytes.
  func toggleBytes() {
    guard let path = pathOfBytes else { return }
    do throws(FileError) {
      let isBytes = screen is BytesScreen
      exchange(for: isBytes ? try makeText(.file(path: path)) : try BytesScreen(path: path), at: path)
    } catch {
      tell(Words.sentence("\(error)"))
    }
  }
}
