import CSDL
import Dispatch
package import ScrollworkHostInterface

/// The desktop's clipboard.
///
/// Before the first window starts SDL, or if the desktop refuses a text, the text is kept inside the program. SDL
/// exchanges text only; other formats go through an X server if there is one, and are kept inside the program otherwise.
@MainActor
package final class SDLClipboard: DataClipboard {
  /// The text that could not be put on the desktop's clipboard; `nil` if the last text could.
  private var own: String?
  /// The content that this program offered last. It is outdated if another program has offered some since.
  private var offered: [ClipboardItem] = []
  /// The clipboard of the X server; `nil` without one.
  private lazy var exchange: XClipboard? = SDLVideo.driver == "x11" ? XClipboard() : nil
  /// Whether `exchange` was created, on the first use of a format other than text.
  private var hasExchange = false

  /// Creates access to the clipboard.
  package init() {}

  /// The text on the clipboard; `nil` if it has none.
  package var text: String? {
    get {
      if hasExchange, exchange?.isOwner == true { return Self.text(in: offered) }
      guard SDLVideo.isRunning, own == nil else { return own }
      guard SDL_HasClipboardText() == SDL_TRUE, let text = SDL_GetClipboardText() else { return nil }
      defer { SDL_free(text) }
      return text.pointee == 0 ? nil : String(cString: text)
    }
    set {
      if hasExchange { exchange?.withdraw() }
      offered = []
      guard SDLVideo.isRunning, SDL_SetClipboardText(newValue ?? "") == 0 else {
        own = newValue
        return
      }
      own = nil
    }
  }

  /// Puts content on the clipboard. Without an X server, other programs get its text only.
  package func offer(_ items: [ClipboardItem]) {
    if SDLVideo.isRunning, let exchange {
      hasExchange = true
      own = nil
      exchange.offer(items)
    } else {
      text = Self.text(in: items)
    }
    offered = items
  }

  /// Reads the clipboard in the first available one of `types`; `nil` if none is available.
  package func read(_ types: [String], then completion: @escaping @MainActor @Sendable (ClipboardItem?) -> Void) {
    if SDLVideo.isRunning, let exchange {
      hasExchange = true
      return exchange.read(types) { item in
        DispatchQueue.main.async { MainActor.assumeIsolated { completion(item) } }
      }
    }
    let text = text
    let isOurs = text == Self.text(in: offered)
    let items = isOurs ? offered : text.map { [ClipboardItem(text: $0)] } ?? []
    completion(types.lazy.compactMap { type in items.first { $0.type == type } }.first)
  }

  private static func text(in items: [ClipboardItem]) -> String? {
    items.first { $0.type == ClipboardItem.plainText }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }
}
