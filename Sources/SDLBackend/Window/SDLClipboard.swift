import CSDL
import ScrollworkHostInterface

/// The desktop's clipboard.
///
/// Before the first window starts SDL, or if the desktop refuses a text, the text is kept inside the program.
@MainActor
package final class SDLClipboard: ClipboardAccess {
  /// The text that could not be put on the desktop's clipboard; `nil` if the last text could.
  private var own: String?

  /// Creates access to the clipboard.
  package init() {}

  /// The text on the clipboard; `nil` if it has none.
  package var text: String? {
    get {
      guard SDLVideo.isRunning, own == nil else { return own }
      guard SDL_HasClipboardText() == SDL_TRUE, let text = SDL_GetClipboardText() else { return nil }
      defer { SDL_free(text) }
      return text.pointee == 0 ? nil : String(cString: text)
    }
    set {
      guard SDLVideo.isRunning, SDL_SetClipboardText(newValue ?? "") == 0 else {
        own = newValue
        return
      }
      own = nil
    }
  }
}
