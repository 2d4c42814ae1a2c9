public import Scrollwork

/// A clipboard in memory. It is independent of the desktop's clipboard.
@MainActor
public final class MemoryClipboard: ClipboardAccess {
  /// The content in each of its formats.
  package private(set) var items: [ClipboardItem] = []

  /// The text on the clipboard; `nil` if there is none.
  public var text: String? {
    get {
      items.first { $0.type == ClipboardItem.plainText }.map { String(decoding: $0.bytes, as: UTF8.self) }
    }
    set { items = newValue.map { [ClipboardItem(text: $0)] } ?? [] }
  }

  /// Creates a clipboard with a text; `nil` for an empty clipboard.
  package init(_ text: String? = nil) {
    self.text = text
  }
}

extension MemoryClipboard: DataClipboard {
  /// Puts content in several formats on the clipboard.
  package func offer(_ items: [ClipboardItem]) { self.items = items }

  /// Passes the content in the first of `types` that is available to `completion`; `nil` if there is none.
  package func read(_ types: [String], then completion: @escaping @MainActor @Sendable (ClipboardItem?) -> Void) {
    completion(types.lazy.compactMap { type in self.items.first { $0.type == type } }.first)
  }
}
