import CSDL
import ScrollworkHostInterface

/// The clipboard of the desktop.
///
/// Until a window has started SDL, and where the desktop refuses, the text is kept for this program only.
@MainActor
package final class SDLClipboard: ClipboardAccess {
  private var own: String?

  package init() {}

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
